import type { Exchange } from "#domain/calendar/exchange.ts";
import type { ExpiryType } from "#domain/calendar/expiries.ts";
import { listedTypes } from "#domain/instruments/expiry-types.ts";
import { contractSpec, exchangeMultiplier } from "#domain/instruments/specs.ts";
import type { Instrument, UnderlyingSpec } from "#domain/instruments/types.ts";
import { REFERENCE_INDICES, UNDERLYINGS, underlyingBySymbol } from "#domain/instruments/underlyings.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import { stepNear } from "../import/join.ts";
import { INDEX_NAMES } from "../import/spots.ts";
import type { LeftOut } from "../left-out.ts";

/** A share or an index of a broker's list. */
export interface ListedSpot {
  readonly token: number;
  /** "RELIANCE", "NIFTY 50" */
  readonly tradingsymbol: string;
  readonly name: string;
  readonly exchange: "NSE" | "BSE";
  readonly isIndex: boolean;
  /** Rupees, 0 unknown. */
  readonly tickSize: number;
  /** What the broker calls it on its stream; Kite: empty, the token says it. */
  readonly key: string;
}

/** A contract of a broker's list. */
export interface ListedContract {
  readonly token: number;
  readonly tradingsymbol: string;
  /** Symbol of the underlying, "NIFTY". */
  readonly underlying: string;
  readonly exchange: Exchange;
  readonly expiry: IsoDate;
  /** Rupees, 0 for a future. */
  readonly strike: number;
  readonly type: "CE" | "PE" | "FUT";
  readonly lotSize: number;
  /** Rupees. */
  readonly tickSize: number;
  readonly key: string;
}

/** What a broker's file held, rows that made no sense left out and counted. */
export interface ListedRows {
  readonly spots: readonly ListedSpot[];
  readonly contracts: readonly ListedContract[];
  readonly faults: number;
  /** the first of them in one line, null none */
  readonly firstFault: string | null;
  /** rows of exchanges and indices that are not carried */
  readonly leftOut: LeftOut;
}

/** Everything of one trading day that the feed carries. */
export interface Listing {
  readonly date: IsoDate;
  readonly underlyings: readonly UnderlyingSpec[];
  readonly contracts: readonly Instrument[];
  /** tokens the broker quotes; references of ours (currency, commodities) are not among them */
  readonly keys: ReadonlyMap<number, string>;
  readonly faults: number;
  readonly firstFault: string | null;
  /** symbols whose contracts are left out because nothing tells what they derive from */
  readonly unknown: readonly string[];
  /** expiries taken for their month's own though the calendar has another day: "NIFTY 2026-09-28" */
  readonly unforeseen: readonly string[];
  /** "left out: 5 of NCO (SILVERM), …": what is listed and not carried; null nothing */
  readonly leftOut: string | null;
}

/** Segments that are carried whole; of currency and commodities only what `UNDERLYINGS` knows the terms of. */
const WHOLE: ReadonlySet<Exchange> = new Set(["NFO", "BFO"]);
const INDEX_TICK = 0.05;
const SHARE_TICK = 0.05;

function isCarried(exchange: Exchange, underlying: string): boolean {
  if (WHOLE.has(exchange)) return true;
  return underlyingBySymbol(underlying)?.derivativeExchange === exchange;
}

function spotOf(
  symbol: string,
  exchange: Exchange,
  spots: ReadonlyMap<string, ListedSpot>,
): ListedSpot | null {
  const cash = exchange === "BFO" ? "BSE" : "NSE";
  const known = underlyingBySymbol(symbol);
  const names = [known?.kind === "index" ? known.name : (INDEX_NAMES[symbol] ?? symbol), symbol];
  for (const name of names) {
    const spot = spots.get(`${cash} ${name.toUpperCase()}`);
    if (spot !== undefined) return spot;
  }
  return null;
}

/** @returns null when nothing tells what the contracts derive from: without a spot there is no chain */
function specOf(
  symbol: string,
  contracts: readonly ListedContract[],
  spots: ReadonlyMap<string, ListedSpot>,
): UnderlyingSpec | null {
  const { exchange } = contracts[0]!;
  const known = underlyingBySymbol(symbol);
  const mine = known?.derivativeExchange === exchange ? known : undefined;
  if (mine !== undefined && (mine.kind === "commodity" || mine.kind === "currency")) return mine;
  const spot = spotOf(symbol, exchange, spots);
  // Then the nearest future stands for it, as it does for commodities.
  if (spot === null) return mine ?? null;
  const strikes = [...new Set(contracts.filter((each) => each.type !== "FUT").map((each) => each.strike))];
  strikes.sort((a, b) => a - b);
  const middle = strikes[strikes.length >> 1] ?? 0;
  return {
    basePrice: 0,
    annualVolatility: 0,
    beta: 0,
    niftyWeightPct: 0,
    sectors: [],
    strikeStep: strikes.length === 0 ? 0 : stepNear(strikes, middle),
    name: spot.isIndex ? spot.tradingsymbol : spot.name || symbol,
    ...mine,
    symbol,
    token: spot.token,
    kind: spot.isIndex ? "index" : "stock",
    exchange: spot.exchange,
    derivativeExchange: exchange,
    isNonFno: false,
    spotTickSize: spot.tickSize || mine?.spotTickSize || (spot.isIndex ? INDEX_TICK : SHARE_TICK),
  };
}

interface Sizes {
  /** null: as listed */
  readonly lotSize: number | null;
  readonly multiplier: number;
}

/** Currency and commodities are ordered in lots here; brokers differ in what they list as one. */
function sizesOf({ symbol, derivativeExchange }: UnderlyingSpec, date: IsoDate): Sizes {
  const multiplier = exchangeMultiplier(derivativeExchange);
  return multiplier === null ? contractSpec(symbol, date) : { lotSize: null, multiplier };
}

function instrumentOf(each: ListedContract, expiryType: ExpiryType, sizes: Sizes): Instrument {
  const { token, tradingsymbol, underlying, exchange, expiry, strike, type, tickSize } = each;
  const segment = type === "FUT" ? `${exchange}-FUT` : `${exchange}-OPT`;
  return {
    token,
    tradingsymbol,
    name: underlying,
    exchange,
    segment,
    type,
    underlying,
    strike,
    expiry,
    expiryType,
    lotSize: sizes.lotSize ?? each.lotSize,
    multiplier: sizes.multiplier,
    tickSize,
  };
}

/** Indices and what the product's table knows first, in its order; then by symbol. */
function rankOf(symbol: string): number {
  const place = UNDERLYINGS.findIndex((each) => each.symbol === symbol);
  return place < 0 ? UNDERLYINGS.length : place;
}

/**
 * Joins a broker's rows into what the feed carries.
 * @param symbols underlyings to carry, null all
 */
export function createListing(date: IsoDate, rows: ListedRows, symbols: readonly string[] | null): Listing {
  const spots = new Map(
    rows.spots.map((spot) => [`${spot.exchange} ${spot.tradingsymbol.toUpperCase()}`, spot]),
  );
  const wanted = symbols === null ? null : new Set(symbols);
  const groups = new Map<string, ListedContract[]>();
  const seen = new Set<number>();
  const { leftOut } = rows;
  for (const each of rows.contracts) {
    if (wanted !== null && !wanted.has(each.underlying)) continue;
    if (seen.has(each.token)) continue;
    if (!isCarried(each.exchange, each.underlying)) {
      leftOut.add(each.exchange, each.underlying);
      continue;
    }
    seen.add(each.token);
    const group = groups.get(each.underlying);
    if (group === undefined) groups.set(each.underlying, [each]);
    // One symbol is one underlying: what another exchange lists under it is another thing and is left out.
    else if (group[0]!.exchange === each.exchange) group.push(each);
    else leftOut.add(each.exchange, each.underlying);
  }
  const underlyings: UnderlyingSpec[] = [];
  const unknown: string[] = [];
  const contracts: Instrument[] = [];
  const keys = new Map<number, string>();
  const types = listedTypes([...groups.values()].flat(), date);
  const order = [...groups.keys()].sort((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1));
  for (const symbol of order) {
    const group = groups.get(symbol)!;
    const spec = specOf(symbol, group, spots);
    if (spec === null) {
      unknown.push(symbol);
      continue;
    }
    underlyings.push(spec);
    const spot = spotOf(symbol, group[0]!.exchange, spots);
    if (spot !== null && spot.token === spec.token) keys.set(spot.token, spot.key);
    const sizes = sizesOf(spec, date);
    for (const each of group) {
      contracts.push(instrumentOf(each, types.typeOf(each), sizes));
      keys.set(each.token, each.key);
    }
  }
  for (const index of REFERENCE_INDICES) {
    const spot = spots.get(`${index.exchange} ${index.name.toUpperCase()}`);
    if (spot?.token === index.token) keys.set(spot.token, spot.key);
  }
  const { faults, firstFault } = rows;
  const { unforeseen } = types;
  return {
    date,
    underlyings,
    contracts,
    keys,
    faults,
    firstFault,
    unknown,
    unforeseen,
    leftOut: leftOut.text(),
  };
}
