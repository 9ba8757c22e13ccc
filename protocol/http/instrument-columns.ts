import type { ExpiryType } from "#domain/calendar/expiries.ts";
import { fromCompactDate } from "#domain/calendar/ist.ts";
import { futureSymbol, optionSymbol } from "#domain/instruments/symbol.ts";
import { SEGMENT, segmentOf } from "#domain/units/segments.ts";
import type { InstrumentDetails } from "./instruments.ts";
import { decodeTokens, type MetacacheBody } from "./metacache.ts";

type SegmentKey = keyof typeof SEGMENT;

/** Reads instruments out of the columns of a metacache, one at a time. */
interface InstrumentColumns {
  /** @param byRule the symbol unless the body has another */
  symbolOf(token: number, byRule: string): string;
  /** YYYY-MM-DD of a chain's row */
  expiryOf(at: number): string;
  /** tokens of a chain by strike, 0 where nothing is listed */
  tokens(at: number, type: "CE" | "PE"): Uint32Array;
  optionText(at: number, row: number, type: "CE" | "PE", token: number): string;
  futureText(at: number): string;
  spot(underlyer: number): InstrumentDetails;
  future(at: number): InstrumentDetails;
  option(at: number, row: number, type: "CE" | "PE", token: number): InstrumentDetails;
}

/** @param nearestFuture row of the future of an underlyer that expires first of those that trade on */
export function createInstrumentColumns(
  body: MetacacheBody,
  nearestFuture: (underlyer: number) => number | undefined,
): InstrumentColumns {
  const { underlyers, chains, futures } = body;
  const symbolOf = (token: number, byRule: string) => body.symbols[token] ?? byRule;
  const derivativeSegment = (u: number) =>
    SEGMENT[underlyers.derivativeExchange[u] as SegmentKey] ?? SEGMENT.NFO;
  const expiryOf = (at: number) => fromCompactDate(chains.expiry[at] as number);
  const futureExpiry = (at: number) => fromCompactDate(futures.expiry[at] as number);

  function tokens(at: number, type: "CE" | "PE"): Uint32Array {
    const column = type === "CE" ? chains.callTokens : chains.putTokens;
    return decodeTokens(column[at] ?? [], derivativeSegment(chains.underlyer[at] as number));
  }

  function optionText(at: number, row: number, type: "CE" | "PE", token: number): string {
    const symbol = underlyers.symbol[chains.underlyer[at] as number] as string;
    const strike = chains.strikes[at]?.[row] ?? 0;
    return symbolOf(token, optionSymbol(symbol, expiryOf(at), chains.type[at] as ExpiryType, strike, type));
  }

  function futureText(at: number): string {
    const symbol = underlyers.symbol[futures.underlyer[at] as number] as string;
    return symbolOf(
      futures.token[at] as number,
      futureSymbol(symbol, futureExpiry(at), futures.type[at] as ExpiryType),
    );
  }

  function common(u: number) {
    const nearest = nearestFuture(u);
    return {
      multiplier: underlyers.multiplier[u] as number,
      underlying_instrument: underlyers.symbol[u] as string,
      is_non_fno: underlyers.isNonFno[u] as boolean,
      closest_future: nearest === undefined ? null : futureText(nearest),
      sectors: [...(underlyers.sectors[u] ?? [])],
    };
  }

  function spot(u: number): InstrumentDetails {
    const token = underlyers.token[u] as number;
    const isIndex = segmentOf(token) === SEGMENT.INDICES;
    const exchange = underlyers.exchange[u] as string;
    return {
      instrument_token: token,
      tradingsymbol: symbolOf(token, underlyers.symbol[u] as string),
      exchange,
      segment: isIndex ? "INDICES" : exchange,
      instrument_type: isIndex ? "INDEX" : "EQ",
      strike: 0,
      expiry: null,
      expiry_type: null,
      // Shares trade one by one; the lot is the contracts'.
      lot_size: 1,
      tick_size: underlyers.spotTickSize[u] as number,
      name: underlyers.name[u] as string,
      ...common(u),
    };
  }

  function future(at: number): InstrumentDetails {
    const u = futures.underlyer[at] as number;
    const exchange = underlyers.derivativeExchange[u] as string;
    return {
      instrument_token: futures.token[at] as number,
      tradingsymbol: futureText(at),
      exchange,
      segment: `${exchange}-FUT`,
      instrument_type: "FUT",
      strike: 0,
      expiry: futureExpiry(at),
      expiry_type: futures.type[at] as string,
      lot_size: futures.lotSize[at] as number,
      tick_size: futures.tickSize[at] as number,
      name: underlyers.symbol[u] as string,
      ...common(u),
    };
  }

  function option(at: number, row: number, type: "CE" | "PE", token: number): InstrumentDetails {
    const u = chains.underlyer[at] as number;
    const exchange = underlyers.derivativeExchange[u] as string;
    return {
      instrument_token: token,
      tradingsymbol: optionText(at, row, type, token),
      exchange,
      segment: `${exchange}-OPT`,
      instrument_type: type,
      strike: chains.strikes[at]?.[row] ?? 0,
      expiry: expiryOf(at),
      expiry_type: chains.type[at] as string,
      lot_size: chains.lotSize[at] as number,
      tick_size: chains.tickSize[at] as number,
      name: underlyers.symbol[u] as string,
      ...common(u),
    };
  }

  return { symbolOf, expiryOf, tokens, optionText, futureText, spot, future, option };
}
