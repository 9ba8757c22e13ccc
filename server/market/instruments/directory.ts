import type { Exchange } from "#domain/calendar/exchange.ts";
import { lastTradeInstant } from "#domain/calendar/expiries.ts";
import { fromCompactDate } from "#domain/calendar/ist.ts";
import type { MarketKind } from "#domain/chain/origin.ts";
import { defaultExpiry } from "#domain/instruments/default-expiry.ts";
import { createInstrumentColumns } from "#protocol/http/instrument-columns.ts";
import type { InstrumentDetails } from "#protocol/http/instruments.ts";
import type { MetacacheBody } from "#protocol/http/metacache.ts";

/** Lookups over one metacache. Symbols are matched without regard to case, with or without "EXCHANGE:" before them. */
export interface InstrumentDirectory {
  readonly etag: string;
  /** where its prices come from; null when an older feed only says that they are not simulated */
  readonly marketKind: MarketKind | null;
  bySymbol(symbol: string): InstrumentDetails | null;
  byToken(token: number): InstrumentDetails | null;
  /** @param strike rupees, of no matter for a future */
  byTerms(
    underlyer: number,
    type: "CE" | "PE" | "FUT",
    expiry: string,
    strike: number,
  ): InstrumentDetails | null;
  /** Position in `body.underlyers` of a symbol or a token, -1 for none. */
  underlyer(symbolOrToken: string | number): number;
  options(underlyer: number): InstrumentDetails[];
  futures(underlyer: number): InstrumentDetails[];
  /** YYYY-MM-DD, near to far */
  expiries(underlyer: number): string[];
  /** Of each of `expiries`, weekly, monthly or quarterly. */
  expiryTypes(underlyer: number): string[];
  spot(underlyer: number): InstrumentDetails;
  /** Symbols of the shares with derivatives. */
  readonly stocks: readonly string[];
  /** Of each underlyer where its contracts are traded. */
  readonly derivativeExchanges: readonly string[];
  /** The same body with only the named underlyers in it, in the body's order. */
  subset(underlyers: ReadonlySet<number>): MetacacheBody;
}

/** Where an instrument stands in the columns; the object is built when it is asked for. */
type Place =
  | { readonly kind: "spot"; readonly u: number }
  | { readonly kind: "future"; readonly at: number }
  | {
      readonly kind: "option";
      readonly at: number;
      readonly row: number;
      readonly type: "CE" | "PE";
      readonly token: number;
    };

function pick<T>(column: readonly T[], keep: readonly number[]): T[] {
  return keep.map((i) => column[i] as T);
}

/** Rows of each underlyer's chains and futures, near to far, and the tokens of a chain. */
interface Rows {
  readonly chainsOf: readonly (readonly number[])[];
  readonly futuresOf: readonly (readonly number[])[];
  tokens(at: number, type: "CE" | "PE"): Uint32Array;
}

/** The same body with only the wanted underlyers in it, in the body's order. */
function subsetOf(
  body: MetacacheBody,
  wanted: ReadonlySet<number>,
  { chainsOf, futuresOf, tokens }: Rows,
): MetacacheBody {
  const { underlyers, chains, futures } = body;
  const keep = [...underlyers.token.keys()].filter((u) => wanted.has(u));
  const renumbered = new Map(keep.map((u, i) => [u, i]));
  const keepChains = keep.flatMap((u) => chainsOf[u] ?? []);
  const keepFutures = keep.flatMap((u) => futuresOf[u] ?? []);
  const block = <B extends object>(columns: B, rows: readonly number[]): B =>
    Object.fromEntries(
      Object.entries(columns).map(([name, column]) => [name, pick(column as readonly unknown[], rows)]),
    ) as B;
  const point = (column: readonly number[], rows: readonly number[]) =>
    rows.map((at) => renumbered.get(column[at] as number) as number);
  const mine = new Set<number>([
    ...keep.map((u) => underlyers.token[u] as number),
    ...keepFutures.map((at) => futures.token[at] as number),
    ...keepChains.flatMap((at) => [...tokens(at, "CE"), ...tokens(at, "PE")]),
  ]);
  return {
    ...body,
    underlyers: block(underlyers, keep),
    chains: { ...block(chains, keepChains), underlyer: point(chains.underlyer, keepChains) },
    futures: { ...block(futures, keepFutures), underlyer: point(futures.underlyer, keepFutures) },
    symbols: Object.fromEntries(Object.entries(body.symbols).filter(([token]) => mine.has(Number(token)))),
  };
}

/** @param marketTime epoch ms, by which a future is over; null while it is not known */
export function createInstrumentDirectory(
  body: MetacacheBody,
  marketTime: () => number | null = () => null,
): InstrumentDirectory {
  const { underlyers, chains, futures } = body;
  let index: { readonly bySymbol: Map<string, Place>; readonly byToken: Map<number, Place> } | null = null;
  const underlyerByKey = new Map<string | number, number>();
  const chainsOf = underlyers.token.map((): number[] => []);
  const futuresOf = underlyers.token.map((): number[] => []);

  for (const [at, u] of chains.underlyer.entries()) chainsOf[u]?.push(at);
  for (const [at, u] of futures.underlyer.entries()) futuresOf[u]?.push(at);
  for (const of of chainsOf) of.sort((a, b) => (chains.expiry[a] as number) - (chains.expiry[b] as number));
  for (const of of futuresOf)
    of.sort((a, b) => (futures.expiry[a] as number) - (futures.expiry[b] as number));

  const runningOf = new Map<number, { readonly at: number; readonly lastTrade: number }[]>();
  /** The first future whose last trade is to come; it is asked for with every contract of an underlyer. */
  function nearestFuture(u: number): number | undefined {
    const exchange = underlyers.derivativeExchange[u] as Exchange;
    const running =
      runningOf.get(u) ??
      (futuresOf[u] ?? []).map((at) => ({
        at,
        lastTrade: lastTradeInstant(exchange, fromCompactDate(futures.expiry[at] as number)),
      }));
    runningOf.set(u, running);
    return defaultExpiry(running, marketTime() ?? Number.NEGATIVE_INFINITY)?.at;
  }

  const { symbolOf, expiryOf, tokens, optionText, futureText, spot, future, option } =
    createInstrumentColumns(body, nearestFuture);

  for (const [u, token] of underlyers.token.entries()) {
    const symbol = underlyers.symbol[u] as string;
    underlyerByKey.set(token, u);
    underlyerByKey.set(symbol.toUpperCase(), u);
    underlyerByKey.set(symbolOf(token, symbol).toUpperCase(), u);
  }

  /** Built at the first question for a symbol: forty thousand texts take a noticeable moment. */
  function lookups(): NonNullable<typeof index> {
    if (index !== null) return index;
    const bySymbol = new Map<string, Place>();
    const byToken = new Map<number, Place>();
    const add = (exchange: string, symbol: string, token: number, place: Place) => {
      const key = symbol.toUpperCase();
      // The first to come keeps a bare name; the exchange tells the rest apart.
      if (!bySymbol.has(key)) bySymbol.set(key, place);
      bySymbol.set(`${exchange}:${key}`, place);
      byToken.set(token, place);
    };
    for (const [u, token] of underlyers.token.entries()) {
      const exchange = underlyers.exchange[u] as string;
      const symbol = underlyers.symbol[u] as string;
      add(exchange, symbolOf(token, symbol), token, { kind: "spot", u });
      add(exchange, symbol, token, { kind: "spot", u });
    }
    for (const [at, u] of futures.underlyer.entries()) {
      const exchange = underlyers.derivativeExchange[u] as string;
      add(exchange, futureText(at), futures.token[at] as number, { kind: "future", at });
    }
    for (const [at, u] of chains.underlyer.entries()) {
      const exchange = underlyers.derivativeExchange[u] as string;
      for (const type of ["CE", "PE"] as const) {
        for (const [row, token] of tokens(at, type).entries()) {
          if (token === 0) continue;
          add(exchange, optionText(at, row, type, token), token, { kind: "option", at, row, type, token });
        }
      }
    }
    index = { bySymbol, byToken };
    return index;
  }

  function details(place: Place | undefined): InstrumentDetails | null {
    if (place === undefined) return null;
    if (place.kind === "spot") return spot(place.u);
    return place.kind === "future" ? future(place.at) : option(place.at, place.row, place.type, place.token);
  }

  function options(u: number): InstrumentDetails[] {
    const found: InstrumentDetails[] = [];
    for (const at of chainsOf[u] ?? []) {
      const calls = tokens(at, "CE");
      const puts = tokens(at, "PE");
      for (const row of (chains.strikes[at] ?? []).keys()) {
        if (calls[row]) found.push(option(at, row, "CE", calls[row]));
        if (puts[row]) found.push(option(at, row, "PE", puts[row]));
      }
    }
    return found;
  }

  function byTerms(
    u: number,
    type: "CE" | "PE" | "FUT",
    expiry: string,
    strike: number,
  ): InstrumentDetails | null {
    if (type === "FUT") {
      const at = futuresOf[u]?.find((row) => fromCompactDate(futures.expiry[row] as number) === expiry);
      return at === undefined ? null : future(at);
    }
    const at = chainsOf[u]?.find((row) => expiryOf(row) === expiry);
    if (at === undefined) return null;
    const row = (chains.strikes[at] ?? []).indexOf(strike);
    const token = tokens(at, type)[row] ?? 0;
    return token === 0 ? null : option(at, row, type, token);
  }

  return {
    etag: body.etag,
    marketKind: body.marketKind ?? (body.simulated ? "simulated" : null),
    stocks: underlyers.symbol.filter((_, u) => underlyers.kind[u] === "stock" && !underlyers.isNonFno[u]),
    bySymbol: (symbol) => details(lookups().bySymbol.get(symbol.trim().toUpperCase())),
    byToken: (token) => details(lookups().byToken.get(token)),
    byTerms,
    underlyer(key) {
      return underlyerByKey.get(typeof key === "string" ? key.trim().toUpperCase() : key) ?? -1;
    },
    options,
    futures: (u) => (futuresOf[u] ?? []).map(future),
    expiries: (u) => (chainsOf[u] ?? []).map(expiryOf),
    expiryTypes: (u) => (chainsOf[u] ?? []).map((at) => chains.type[at] as string),
    spot,
    derivativeExchanges: underlyers.derivativeExchange,
    subset: (wanted) => subsetOf(body, wanted, { chainsOf, futuresOf, tokens }),
  };
}
