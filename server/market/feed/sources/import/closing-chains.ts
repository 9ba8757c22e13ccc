import type { EodContract } from "#analysis/market-files/files.ts";
import { expiryInstant } from "#domain/calendar/expiries.ts";
import { sessionClose } from "#domain/calendar/market-sessions.ts";
import { constantMaturityIv } from "#domain/chain/iv-statistics.ts";
import { yearsToExpiry } from "#domain/pricing/time.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import { type ChainVolatility, type ClosingChain, closingVolatilities } from "./closing-volatility.ts";

/** Volatilities of one underlying at one close. */
export interface ClosingSurface {
  /** Constant-maturity IV, fraction; NaN unknown. */
  readonly iv30: number;
  readonly expiries: ReadonlyMap<IsoDate, ClosingExpiry>;
}

interface ClosingExpiry {
  readonly years: number;
  readonly volatility: ChainVolatility;
  /** Position in `volatility.iv` by strike. */
  readonly rowOf: ReadonlyMap<number, number>;
}

function chainOf(options: readonly EodContract[], listed: readonly number[], tickSize: number) {
  const strikes = Float64Array.from(new Set([...options.map((each) => each.strike), ...listed])).sort();
  const rowOf = new Map<number, number>();
  for (const [row, strike] of strikes.entries()) rowOf.set(strike, row);
  const side = () => ({
    close: new Float64Array(strikes.length).fill(Number.NaN),
    volume: new Float64Array(strikes.length),
  });
  const chain = { strikes, call: side(), put: side(), tickSize };
  for (const { strike, type, close, volume } of options) {
    const columns = type === "CE" ? chain.call : chain.put;
    const row = rowOf.get(strike)!;
    columns.close[row] = close;
    // Without a close it has no print, whatever was traded.
    columns.volume[row] = Number.isNaN(close) ? 0 : volume;
  }
  return { chain, rowOf };
}

/**
 * Fits all expiries of an underlying that are alive after `date`.
 * @param contracts all of the underlying's
 * @param listed strikes that need a volatility though the end of day does not have them, by expiry
 * @param spot close of the underlying, rupees
 */
export function closingSurface(
  contracts: readonly EodContract[],
  date: IsoDate,
  spot: number,
  tickSize: number,
  listed: ReadonlyMap<IsoDate, readonly number[]>,
): ClosingSurface {
  const options = new Map<IsoDate, EodContract[]>();
  const futures = new Map<IsoDate, EodContract>();
  for (const expiry of listed.keys()) options.set(expiry, []);
  for (const each of contracts) {
    if (each.expiry <= date) continue;
    if (each.type === "FUT") futures.set(each.expiry, each);
    else {
      const list = options.get(each.expiry);
      if (list === undefined) options.set(each.expiry, [each]);
      else list.push(each);
    }
  }
  const exchange = contracts[0]?.exchange ?? "NFO";
  const now = sessionClose(exchange, date);
  const expiries = [...options.keys()].sort();
  const rows: ReadonlyMap<number, number>[] = [];
  const chains = expiries.map((expiry): ClosingChain => {
    const { chain, rowOf } = chainOf(options.get(expiry)!, listed.get(expiry) ?? [], tickSize);
    rows.push(rowOf);
    const future = futures.get(expiry);
    return {
      ...chain,
      futureClose: future !== undefined && future.volume > 0 ? future.close : null,
      years: yearsToExpiry(now, expiryInstant(exchange, expiry)),
    };
  });
  const fits = closingVolatilities(chains, spot);
  const years = chains.map((chain) => chain.years);
  return {
    iv30: constantMaturityIv(
      years,
      fits.map((fit) => fit.atmIv),
    ),
    expiries: new Map(
      expiries.map((expiry, i) => [expiry, { years: years[i]!, volatility: fits[i]!, rowOf: rows[i]! }]),
    ),
  };
}

/** Volatilities at `strikes`, NaN where the close has none. */
export function volatilitiesAt(closing: ClosingExpiry | undefined, strikes: Float64Array): Float64Array {
  return strikes.map((strike) => {
    const row = closing?.rowOf.get(strike);
    return row === undefined ? Number.NaN : closing!.volatility.iv[row]!;
  });
}
