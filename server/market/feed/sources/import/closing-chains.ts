import type { EodContract } from "#analysis/market-files/files.ts";
import { expiryInstant } from "#domain/calendar/expiries.ts";
import { sessionClose } from "#domain/calendar/market-sessions.ts";
import { constantMaturityIv } from "#domain/chain/iv-statistics.ts";
import type { DiscountCurve } from "#domain/pricing/discount-curve.ts";
import { deepestLender, discountRole } from "#domain/pricing/discount-lending.ts";
import { yearsToExpiry } from "#domain/pricing/time.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import { closingCurve, refitClosing } from "./closing-discounts.ts";
import type { ClosingChain } from "./closing-prints.ts";
import { type ChainVolatility, closingVolatilities } from "./closing-volatility.ts";

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

/** An underlying at a close. */
export interface ClosingUnderlying {
  /** All of its contracts. */
  readonly contracts: readonly EodContract[];
  readonly date: IsoDate;
  /** Close of the underlying, rupees. */
  readonly spot: number;
  readonly tickSize: number;
  /** Strikes that need a volatility though the end of day does not have them, by expiry. */
  readonly listed: ReadonlyMap<IsoDate, readonly number[]>;
}

interface ClosingExpiries {
  readonly expiries: readonly IsoDate[];
  readonly chains: readonly ClosingChain[];
  readonly rows: readonly ReadonlyMap<number, number>[];
}

/** All expiries that are alive after the date, nearest first. */
function expiriesOf({ contracts, date, tickSize, listed }: ClosingUnderlying): ClosingExpiries {
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
  return { expiries, chains, rows };
}

/** The index whose curve the others hear at a close. */
export interface ClosingLender {
  readonly exchange: string;
  readonly symbol: string;
  readonly curve: DiscountCurve;
}

/** Option OI in rupees of the underlying. */
function depthOf({ contracts, date, spot }: ClosingUnderlying): number {
  let depth = 0;
  for (const { type, expiry, oi } of contracts)
    if (type !== "FUT" && expiry > date && oi > 0) depth += oi * spot;
  return depth;
}

function roleOf({ symbol, onIndex, exchange }: EodContract): ReturnType<typeof discountRole> {
  return discountRole(symbol, onIndex ? "index" : "stock", exchange);
}

/** @returns null where no index's pairs tell */
export function closingLender(underlyings: Iterable<ClosingUnderlying>): ClosingLender | null {
  const lenders = [];
  for (const each of underlyings) {
    const [sample] = each.contracts;
    if (sample === undefined || !roleOf(sample).lends) continue;
    const { chains } = expiriesOf(each);
    const { exchange, symbol } = sample;
    lenders.push({ exchange, symbol, chains, depth: depthOf(each), curve: closingCurve(chains, each.spot) });
  }
  return deepestLender(
    lenders,
    ({ depth }) => depth,
    ({ curve, chains }) => refitClosing(curve, chains, null),
  );
}

/** Fits all expiries of an underlying that are alive after the date. */
export function closingSurface(underlying: ClosingUnderlying, lender: ClosingLender | null): ClosingSurface {
  const { expiries, chains, rows } = expiriesOf(underlying);
  const [sample] = underlying.contracts;
  const isLender = sample?.symbol === lender?.symbol && sample?.exchange === lender?.exchange;
  const borrows = sample !== undefined && !isLender && roleOf(sample).borrows;
  const curve = closingCurve(chains, underlying.spot);
  refitClosing(curve, chains, borrows ? (lender?.curve ?? null) : null);
  const fits = closingVolatilities(
    chains,
    underlying.spot,
    chains.map((_, place) => curve.at(place).rate),
  );
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
