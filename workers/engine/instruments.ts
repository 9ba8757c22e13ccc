import type { Exchange } from "#domain/calendar/exchange.ts";
import type { ExpiryType } from "#domain/calendar/expiries.ts";
import { fromCompactDate } from "#domain/calendar/ist.ts";
import { futureSymbol, optionSymbol, parseSymbol } from "#domain/instruments/symbol.ts";
import type { Instrument, UnderlyingKind } from "#domain/instruments/types.ts";
import { SEGMENT } from "#domain/units/segments.ts";
import { decodeTokens, type MetacacheBody } from "#protocol/http/metacache.ts";
import type { UnderlyingSummary } from "./api.ts";

/**
 * Lookups over the columnar metacache. Objects are built when somebody asks: underlyings once, the index of 40,000
 * contract tokens only at the first question for a contract.
 */
export interface Instruments {
  /** Those with derivatives, in the market's order. */
  underlyings(): readonly UnderlyingSummary[];
  underlying(symbol: string): UnderlyingSummary | null;
  underlyingByToken(token: number): UnderlyingSummary | null;
  /** Money per unit of price and quantity; NaN for a token that is no underlying. */
  multiplierOf(underlyingToken: number): number;
  byToken(token: number): Instrument | null;
  bySymbol(tradingsymbol: string): Instrument | null;
  readonly vixToken: number;
  readonly simulated: boolean;
}

const KIND_OPTION = 0;
const KIND_FUTURE = 1;
/** A contract's place as one number: kind, block position, strike row, put. */
const ROWS = 8_192;

export function createInstruments(body: MetacacheBody): Instruments {
  const { underlyers, chains, futures } = body;
  let summaries: readonly UnderlyingSummary[] | null = null;
  let places: Map<number, number> | null = null;
  let tokensOfSymbols: Map<string, number> | null = null;
  const positions = new Map(underlyers.symbol.map((symbol, u) => [symbol, u]));
  const positionsByToken = new Map(underlyers.token.map((token, u) => [token, u]));

  function chainsOf(u: number): number[] {
    const found: number[] = [];
    chains.underlyer.forEach((owner, c) => {
      if (owner === u) found.push(c);
    });
    return found.sort((a, b) => chains.expiry[a]! - chains.expiry[b]!);
  }

  function summary(u: number): UnderlyingSummary {
    return {
      token: underlyers.token[u]!,
      symbol: underlyers.symbol[u]!,
      name: underlyers.name[u]!,
      kind: underlyers.kind[u] as UnderlyingKind,
      exchange: underlyers.exchange[u] as Exchange,
      derivativeExchange: underlyers.derivativeExchange[u] as Exchange,
      isNonFno: underlyers.isNonFno[u]!,
      sectors: underlyers.sectors[u]!,
      spotTickSize: underlyers.spotTickSize[u]!,
      strikeStep: underlyers.strikeStep[u]!,
      lotSize: underlyers.lotSize[u]!,
      expiries: chainsOf(u).map((c) => ({
        expiry: fromCompactDate(chains.expiry[c]!),
        type: chains.type[c] as ExpiryType,
        expiryInstant: chains.expiryInstant[c]!,
        lotSize: chains.lotSize[c]!,
        strikes: chains.strikes[c]!.length,
      })),
    };
  }

  function all(): readonly UnderlyingSummary[] {
    summaries ??= underlyers.symbol.map((_, u) => summary(u));
    return summaries;
  }

  function segmentOfChain(c: number): number {
    const exchange = underlyers.derivativeExchange[chains.underlyer[c]!] as keyof typeof SEGMENT;
    return SEGMENT[exchange] ?? 0;
  }

  function index(): Map<number, number> {
    if (places !== null) return places;
    places = new Map();
    for (let c = 0; c < chains.underlyer.length; c++) {
      const segment = segmentOfChain(c);
      for (const [side, deltas] of [
        [0, chains.callTokens[c]!],
        [1, chains.putTokens[c]!],
      ] as const) {
        const tokens = decodeTokens(deltas, segment);
        for (let i = 0; i < tokens.length; i++) {
          if (tokens[i] !== 0) places.set(tokens[i]!, ((c * ROWS + i) * 2 + side) * 2 + KIND_OPTION);
        }
      }
    }
    futures.token.forEach((token, f) => {
      places?.set(token, f * 2 + KIND_FUTURE);
    });
    return places;
  }

  function spot(u: number): Instrument {
    const isIndex = underlyers.kind[u] === "index";
    const exchange = underlyers.exchange[u] as Exchange;
    return {
      token: underlyers.token[u]!,
      tradingsymbol: isIndex ? underlyers.name[u]! : underlyers.symbol[u]!,
      name: underlyers.name[u]!,
      exchange,
      segment: isIndex ? "INDICES" : exchange,
      type: isIndex ? "INDEX" : "EQ",
      underlying: underlyers.symbol[u]!,
      strike: 0,
      expiry: null,
      expiryType: null,
      lotSize: 1,
      multiplier: 1,
      tickSize: underlyers.spotTickSize[u]!,
    };
  }

  function option(token: number, c: number, i: number, type: "CE" | "PE"): Instrument {
    const u = chains.underlyer[c]!;
    const underlying = underlyers.symbol[u]!;
    const exchange = underlyers.derivativeExchange[u] as Exchange;
    const expiry = fromCompactDate(chains.expiry[c]!);
    const expiryType = chains.type[c] as ExpiryType;
    const strike = chains.strikes[c]![i]!;
    return {
      token,
      tradingsymbol: body.symbols[token] ?? optionSymbol(underlying, expiry, expiryType, strike, type),
      name: underlying,
      exchange,
      segment: `${exchange}-OPT`,
      type,
      underlying,
      strike,
      expiry,
      expiryType,
      lotSize: chains.lotSize[c]!,
      multiplier: underlyers.multiplier[u]!,
      tickSize: chains.tickSize[c]!,
    };
  }

  function future(token: number, f: number): Instrument {
    const u = futures.underlyer[f]!;
    const underlying = underlyers.symbol[u]!;
    const exchange = underlyers.derivativeExchange[u] as Exchange;
    const expiry = fromCompactDate(futures.expiry[f]!);
    return {
      token,
      tradingsymbol: body.symbols[token] ?? futureSymbol(underlying, expiry),
      name: underlying,
      exchange,
      segment: `${exchange}-FUT`,
      type: "FUT",
      underlying,
      strike: 0,
      expiry,
      expiryType: null,
      lotSize: futures.lotSize[f]!,
      multiplier: underlyers.multiplier[u]!,
      tickSize: futures.tickSize[f]!,
    };
  }

  function byToken(token: number): Instrument | null {
    const u = positionsByToken.get(token);
    if (u !== undefined) return spot(u);
    const place = index().get(token);
    if (place === undefined) return null;
    if (place % 2 === KIND_FUTURE) return future(token, (place - KIND_FUTURE) / 2);
    const cell = (place - KIND_OPTION) / 2;
    const row = Math.floor(cell / 2);
    return option(token, Math.floor(row / ROWS), row % ROWS, cell % 2 === 0 ? "CE" : "PE");
  }

  /** Contracts whose symbol is not what the rule says; the rule's own symbols never need this map. */
  function exceptions(): Map<string, number> {
    tokensOfSymbols ??= new Map(
      Object.entries(body.symbols).map(([token, symbol]) => [symbol, Number(token)]),
    );
    return tokensOfSymbols;
  }

  function contractBySymbol(text: string): Instrument | null {
    const parsed = parseSymbol(text);
    const u = parsed === null ? undefined : positions.get(parsed.underlying);
    if (parsed === null || u === undefined) return null;
    if (parsed.type === "FUT") {
      for (let f = 0; f < futures.token.length; f++) {
        if (futures.underlyer[f] !== u) continue;
        const found = future(futures.token[f]!, f);
        if (found.tradingsymbol === text) return found;
      }
      return null;
    }
    for (const c of chainsOf(u)) {
      const i = chains.strikes[c]!.indexOf(parsed.strike);
      if (i < 0) continue;
      const deltas = parsed.type === "CE" ? chains.callTokens[c]! : chains.putTokens[c]!;
      const token = decodeTokens(deltas, segmentOfChain(c))[i] ?? 0;
      if (token === 0) continue;
      const found = option(token, c, i, parsed.type);
      if (found.tradingsymbol === text) return found;
    }
    return null;
  }

  return {
    underlyings: () => all().filter((u) => !u.isNonFno && u.expiries.length > 0),
    underlying: (symbol) => all()[positions.get(symbol) ?? -1] ?? null,
    underlyingByToken: (token) => all()[positionsByToken.get(token) ?? -1] ?? null,
    multiplierOf: (token) => underlyers.multiplier[positionsByToken.get(token) ?? -1] ?? Number.NaN,
    byToken,
    bySymbol(text) {
      const known = exceptions().get(text);
      if (known !== undefined) return byToken(known);
      const u = positions.get(text) ?? underlyers.name.indexOf(text);
      if (u >= 0) return spot(u);
      return contractBySymbol(text);
    },
    vixToken: body.vixToken,
    simulated: body.simulated,
  };
}
