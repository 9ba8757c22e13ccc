import { NO_AVERAGE } from "#domain/chain/average-volume.ts";
import type { ExpirySample, UnderlyingSample } from "../../bus/packed-measures.ts";
import type { ChainRecord, Family } from "../chains/chain-records.ts";
import type { MarketTable } from "../market-table.ts";
import { statsRoot, statsRow } from "./stats-rows.ts";

/** An expiry as last solved: packet 5's figures, and what it has no field for. */
function expirySample(chain: ChainRecord): ExpirySample {
  const row = statsRow(chain);
  const isSolved = chain.solvedAt > -Infinity;
  return {
    expiry: row.expiry,
    solvedAt: isSolved ? chain.root.marketTime : Number.NaN,
    forward: row.forward,
    forwardSource: row.forwardSource,
    synthetic: chain.root.synthetic,
    atmStrike: row.atmStrike,
    atmIv: row.atmIv,
    maxPain: row.maxPain,
    callOi: row.callOi,
    putOi: row.putOi,
    callVolume: row.callVolume,
    putVolume: row.putVolume,
    straddle: row.straddle,
  };
}

/** An underlying as it is at market time `now`, its expiries as they were last solved. */
export function measureSample(family: Family, table: MarketTable, now: number): UnderlyingSample {
  const newest = family.chains.reduce<ChainRecord | undefined>(
    (last, chain) => (last === undefined || chain.root.marketTime > last.root.marketTime ? chain : last),
    undefined,
  );
  return {
    underlying: family.underlying.underlying.token,
    at: now,
    spot: statsRoot(family, table, now, NO_AVERAGE).spot,
    iv30: newest?.root.iv30 ?? Number.NaN,
    ivp: newest?.root.atmIvPercentile ?? Number.NaN,
    expiries: family.chains.map(expirySample),
  };
}
