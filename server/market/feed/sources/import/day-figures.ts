import type { CashClose, EodContract } from "#analysis/market-files/files.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { DayFigures, ExpirySums } from "./imported-market.ts";

/** Futures whose volume and open interest stand for the underlying, as in packet 5. */
const FUTURES_COUNTED = 3;

function sumsOf(contracts: readonly EodContract[]): ExpirySums[] {
  const sums = new Map<IsoDate, { -readonly [K in keyof ExpirySums]: ExpirySums[K] }>();
  for (const { type, expiry, oi, volume, lotSize } of contracts) {
    if (type === "FUT") continue;
    const own = sums.get(expiry) ?? { expiry, callOi: 0, putOi: 0, callVolume: 0, putVolume: 0 };
    sums.set(expiry, own);
    if (type === "CE") {
      own.callOi += oi;
      own.callVolume += volume * lotSize;
    } else {
      own.putOi += oi;
      own.putVolume += volume * lotSize;
    }
  }
  return [...sums.values()].sort((a, b) => (a.expiry < b.expiry ? -1 : 1));
}

/**
 * What the files of one session say of an underlying's day.
 * @param contracts  all of its own, those that expire with the session included
 * @param share  its session in the cash market; left out for an index, of which no file here has a day's range
 */
export function dayFigures(contracts: readonly EodContract[], share: CashClose | undefined): DayFigures {
  const futures = contracts
    .filter(({ type }) => type === "FUT")
    .sort((a, b) => (a.expiry < b.expiry ? -1 : 1))
    .slice(0, FUTURES_COUNTED);
  const ofFutures = (figure: (each: EodContract) => number): number =>
    futures.length === 0 ? Number.NaN : futures.reduce((sum, each) => sum + figure(each), 0);
  const isShare = contracts[0]?.onIndex === false;
  return {
    open: share?.open ?? Number.NaN,
    high: share?.high ?? Number.NaN,
    low: share?.low ?? Number.NaN,
    volume: isShare ? (share?.volume ?? Number.NaN) : ofFutures(({ volume, lotSize }) => volume * lotSize),
    futuresOi: ofFutures(({ oi }) => oi),
    expiries: sumsOf(contracts),
  };
}
