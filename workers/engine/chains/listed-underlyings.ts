import type { Exchange } from "#domain/calendar/exchange.ts";
import type { ExpiryType } from "#domain/calendar/expiries.ts";
import { fromCompactDate } from "#domain/calendar/ist.ts";
import type { UnderlyingKind } from "#domain/instruments/types.ts";
import type { MetacacheBody } from "#protocol/http/metacache.ts";
import type { UnderlyingSummary } from "../api.ts";

/** Underlyings of the columnar metacache. Objects are built once, when a tab first asks. */
export interface Instruments {
  /** Those with derivatives, in the market's order. */
  underlyings(): readonly UnderlyingSummary[];
  underlying(symbol: string): UnderlyingSummary | null;
  /** Money per unit of price and quantity; NaN for a token that is no underlying. */
  multiplierOf(underlyingToken: number): number;
  readonly marketAhead: number;
  readonly simulated: boolean;
  /** the columns that this was made of */
  readonly body: MetacacheBody;
}

/** @param marketAhead as an underlying's summary has it */
export function createInstruments(body: MetacacheBody, marketAhead: number = Number.NaN): Instruments {
  const { underlyers, chains } = body;
  let summaries: readonly UnderlyingSummary[] | null = null;
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
      marketAhead,
      vixToken: body.vixToken,
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
        lastTrade: chains.lastTrade[c]!,
        lotSize: chains.lotSize[c]!,
        strikes: chains.strikes[c]!.length,
      })),
    };
  }

  function all(): readonly UnderlyingSummary[] {
    summaries ??= underlyers.symbol.map((_, u) => summary(u));
    return summaries;
  }

  return {
    underlyings: () => all().filter((u) => !u.isNonFno && u.expiries.length > 0),
    underlying: (symbol) => all()[positions.get(symbol) ?? -1] ?? null,
    multiplierOf: (token) => underlyers.multiplier[positionsByToken.get(token) ?? -1] ?? Number.NaN,
    marketAhead,
    simulated: body.simulated,
    body,
  };
}
