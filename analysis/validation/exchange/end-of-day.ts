/**
 * An end of day of derivatives, expiry by expiry: the forward from the options against the future's close, every solved IV
 * against the price it came from, and PCR and max pain against whole-number arithmetic.
 */
import { expiryInstant } from "#domain/calendar/expiries.ts";
import { sessionClose } from "#domain/calendar/market-sessions.ts";
import { type ChainColumns, createChainColumns } from "#domain/chain/chain-columns.ts";
import { FORWARD_SYNTHETIC, IV_REASON_MASK } from "#domain/chain/flags.ts";
import { createLoneChainSolver } from "#domain/chain/lone-chain.ts";
import type { ChainSolution } from "#domain/chain/solution.ts";
import { blackPrice } from "#domain/pricing/black76.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { EodContract, EodDay } from "../../market-files/files.ts";
import type { CheckedFigure, Measure } from "../figures.ts";
import type { Kernels } from "../vector-check.ts";
import { type ExchangeTable, figure } from "./exchange-table.ts";
import { IN_PARTS, openInterestFigures } from "./open-interest.ts";

/** Options of an index trade all day; those of a share once in a while, hours before their future's close. */
const INDEX_FORWARD: Measure = { unit: "percent", allowed: 0.2 };
const SHARE_FORWARD: Measure = { unit: "percent", allowed: 1.5 };
/** A part of the forward, as prices near it are exact to. */
const RETURNS: Measure = { unit: "relative", allowed: 1e-12 };

/** The bhavcopy has no tick; NSE's and BSE's options have this one. */
const TICK = 0.05;
const FRESH_MS = 30_000;
const OLD_MS = 86_400_000;

interface Expiry {
  readonly exchange: "NFO" | "BFO";
  readonly symbol: string;
  readonly expiry: IsoDate;
  readonly onIndex: boolean;
  readonly spot: number;
  readonly strikes: readonly number[];
  readonly calls: ReadonlyMap<number, EodContract>;
  readonly puts: ReadonlyMap<number, EodContract>;
  readonly future: EodContract | null;
}

/** Expiries still to come at the close that have options, by name and date. */
function expiriesOf({ date, contracts }: EodDay): Expiry[] {
  const groups = new Map<string, EodContract[]>();
  for (const contract of contracts.values()) {
    if (contract.expiry <= date) continue;
    const key = `${contract.symbol} ${contract.expiry}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [contract]);
    else group.push(contract);
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, group]) => {
      const side = (type: string) =>
        new Map(group.filter((each) => each.type === type).map((each) => [each.strike, each]));
      const [calls, puts] = [side("CE"), side("PE")];
      const strikes = [...new Set([...calls.keys(), ...puts.keys()])].sort((a, b) => a - b);
      const { exchange, symbol, expiry, onIndex, underlyingClose: spot } = group[0]!;
      const future = group.find((each) => each.type === "FUT") ?? null;
      return strikes.length === 0
        ? []
        : [{ exchange, symbol, expiry, onIndex, spot, strikes, calls, puts, future }];
    });
}

/** The expiry as the solver sees it at the close: no book, closes for last trades, fresh where something traded. */
function columnsOf({ strikes, calls, puts }: Expiry, at: number): ChainColumns {
  const chain = createChainColumns(strikes.length);
  chain.count = strikes.length;
  strikes.forEach((strike, i) => {
    chain.strikes[i] = strike;
    for (const [side, option] of [
      [chain.call, calls.get(strike)] as const,
      [chain.put, puts.get(strike)] as const,
    ]) {
      if (option === undefined) continue;
      side.ltp[i] = option.close;
      side.oi[i] = option.oi;
      side.volume[i] = option.volume;
      side.lastTradeTime[i] = at - (option.volume > 0 ? FRESH_MS : OLD_MS);
    }
  });
  return chain;
}

/** The price that each strike's own IV gives back, beside the one it was solved from: the nearer of its two sides. */
function returned(of: string, { strikes }: Expiry, got: ChainSolution): CheckedFigure[] {
  return strikes.flatMap((strike, i) => {
    if ((got.callFlags[i]! & IV_REASON_MASK) !== 0) return [];
    const isCall = strike >= got.forward;
    const own = (isCall ? got.callUsable : got.putUsable)[i]!;
    const twin =
      (isCall ? got.putUsable : got.callUsable)[i]! - got.discount * Math.abs(got.forward - strike);
    const type = isCall ? "CE" : "PE";
    const price = got.discount * blackPrice(type, got.forward, strike, got.years, got.iv[i]!, 0);
    const from = Number.isNaN(own) || Math.abs(price - twin) < Math.abs(price - own) ? twin : own;
    return [figure(`${of} ${strike} ${type}`, "price", price, from, (price - from) / got.forward, RETURNS)];
  });
}

export function checkEndOfDay(day: EodDay, { pricing }: Kernels): ExchangeTable[] {
  const solve = createLoneChainSolver(pricing);
  const index: CheckedFigure[] = [];
  const shares: CheckedFigure[] = [];
  const returns: CheckedFigure[] = [];
  const interest: CheckedFigure[] = [];
  for (const each of expiriesOf(day)) {
    const { exchange, symbol, expiry, onIndex, spot, strikes, calls, puts, future } = each;
    const at = sessionClose(exchange, day.date);
    const of = `${symbol} ${expiry}`;
    const got = solve(columnsOf(each, at), {
      now: at,
      expiryInstant: expiryInstant(exchange, expiry),
      sessionClose: at,
      spot,
      future: null,
      isCommodity: false,
      previousForward: Number.NaN,
      near: null,
      fallbackAtmIv: Number.NaN,
      rate: Number.NaN,
      tickSize: TICK,
      roundStep: 0,
      strikeStep: 0,
    });
    if (future !== null && future.volume > 0 && got.forwardSource === FORWARD_SYNTHETIC) {
      const error = 100 * (got.forward / future.close - 1);
      const measure = onIndex ? INDEX_FORWARD : SHARE_FORWARD;
      (onIndex ? index : shares).push(figure(of, "forward", got.forward, future.close, error, measure));
    }
    returns.push(...returned(of, each, got));
    const rows = strikes.map((strike) => ({
      strike,
      callOi: calls.get(strike)?.oi ?? 0,
      putOi: puts.get(strike)?.oi ?? 0,
    }));
    interest.push(...openInterestFigures(of, rows, got.forward));
  }
  const tables: ExchangeTable[] = [
    { id: "forward-index", measure: INDEX_FORWARD, usesKernel: false, figures: index },
    { id: "forward-share", measure: SHARE_FORWARD, usesKernel: false, figures: shares },
    { id: "iv-returns", measure: RETURNS, usesKernel: true, figures: returns },
    { id: "open-interest", measure: IN_PARTS, usesKernel: false, figures: interest },
  ];
  return tables.filter(({ figures }) => figures.length > 0);
}
