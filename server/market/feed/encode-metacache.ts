import { createHash } from "node:crypto";
import { lastTradeInstant } from "#domain/calendar/expiries.ts";
import { compactDate } from "#domain/calendar/ist.ts";
import { futureSymbol, optionSymbol } from "#domain/instruments/symbol.ts";
import type { Instrument } from "#domain/instruments/types.ts";
import { encodeTokens, type MetacacheBody } from "#protocol/http/metacache.ts";
import { MARKET_KIND_OF } from "../bus/feed-status.ts";
import type { MarketSource } from "./market-source.ts";
import type { ChainEntry, Universe } from "./market-table.ts";

type Columns<Block> = { [Name in keyof Block]: Block[Name] extends readonly (infer Item)[] ? Item[] : never };

/** The symbol that a reader of the columns works out by `domain/instruments/symbol.ts`, null for what it cannot. */
function ruleSymbol(instrument: Instrument): string | null {
  const { type, expiry, expiryType, underlying, strike } = instrument;
  if (expiry === null || expiryType === null) return null;
  if (type === "FUT") return futureSymbol(underlying, expiry, expiryType);
  return type === "CE" || type === "PE" ? optionSymbol(underlying, expiry, expiryType, strike, type) : null;
}

function exceptionalSymbols({ instruments, underlyings }: Universe): Record<string, string> {
  const ownSymbols = new Map(underlyings.map(({ underlying }) => [underlying.token, underlying.symbol]));
  const symbols: Record<string, string> = {};
  for (const instrument of instruments) {
    const { token, tradingsymbol } = instrument;
    // A share is listed among the underlyers by its own symbol; an index ("NIFTY 50") is not.
    const known = instrument.expiry === null ? ownSymbols.get(token) : ruleSymbol(instrument);
    if (known !== tradingsymbol) symbols[token] = tradingsymbol;
  }
  return symbols;
}

function tokensOf(rows: Int32Array, instruments: readonly Instrument[]): number[] {
  return encodeTokens(Array.from(rows, (row) => (row < 0 ? 0 : instruments[row]!.token)));
}

function byExpiry(a: ChainEntry, b: ChainEntry): number {
  return a.expiryInstant - b.expiryInstant;
}

/**
 * The instrument master of a universe as columns.
 * The etag is a hash of everything but `asOf`, so it stays while nothing listed changes.
 * @param asOf market time, epoch ms
 */
export function encodeMetacache(
  universe: Universe,
  { name, simulated }: Pick<MarketSource, "name" | "simulated">,
  asOf: number,
): MetacacheBody {
  const { instruments } = universe;
  const underlyers: Columns<MetacacheBody["underlyers"]> = {
    token: [],
    symbol: [],
    name: [],
    kind: [],
    exchange: [],
    derivativeExchange: [],
    lotSize: [],
    multiplier: [],
    spotTickSize: [],
    strikeStep: [],
    isNonFno: [],
    sectors: [],
  };
  const chains: Columns<MetacacheBody["chains"]> = {
    underlyer: [],
    expiry: [],
    type: [],
    expiryInstant: [],
    lastTrade: [],
    lotSize: [],
    tickSize: [],
    strikes: [],
    callTokens: [],
    putTokens: [],
  };
  const futures: Columns<MetacacheBody["futures"]> = {
    underlyer: [],
    expiry: [],
    type: [],
    token: [],
    lotSize: [],
    tickSize: [],
  };

  universe.underlyings.forEach((entry, number) => {
    const { underlying } = entry;
    underlyers.token.push(underlying.token);
    underlyers.symbol.push(underlying.symbol);
    underlyers.name.push(underlying.name);
    underlyers.kind.push(underlying.kind);
    underlyers.exchange.push(underlying.exchange);
    underlyers.derivativeExchange.push(underlying.derivativeExchange);
    underlyers.lotSize.push(entry.lotSize);
    underlyers.multiplier.push(entry.multiplier);
    underlyers.spotTickSize.push(underlying.spotTickSize);
    underlyers.strikeStep.push(underlying.strikeStep);
    underlyers.isNonFno.push(underlying.isNonFno);
    underlyers.sectors.push(underlying.sectors);
    for (const chain of [...entry.chains].sort(byExpiry)) {
      chains.underlyer.push(number);
      chains.expiry.push(compactDate(chain.expiry));
      chains.type.push(chain.expiryType);
      chains.expiryInstant.push(chain.expiryInstant);
      chains.lastTrade.push(lastTradeInstant(underlying.derivativeExchange, chain.expiry));
      chains.lotSize.push(chain.lotSize);
      chains.tickSize.push(chain.tickSize);
      chains.strikes.push([...chain.strikes]);
      chains.callTokens.push(tokensOf(chain.callIndex, instruments));
      chains.putTokens.push(tokensOf(chain.putIndex, instruments));
    }
    for (const future of [...entry.futures].sort((a, b) => a.expiryInstant - b.expiryInstant)) {
      const instrument = instruments[future.index]!;
      futures.underlyer.push(number);
      futures.expiry.push(compactDate(future.expiry));
      futures.type.push(instrument.expiryType!);
      futures.token.push(instrument.token);
      futures.lotSize.push(instrument.lotSize);
      futures.tickSize.push(instrument.tickSize);
    }
  });

  const content = {
    version: 1 as const,
    date: universe.date,
    simulated,
    marketKind: MARKET_KIND_OF[name],
    vixToken: universe.vixIndex < 0 ? 0 : instruments[universe.vixIndex]!.token,
    underlyers,
    chains,
    futures,
    symbols: exceptionalSymbols(universe),
  };
  const etag = createHash("sha256").update(JSON.stringify(content)).digest("base64url").slice(0, 22);
  return { ...content, etag, asOf };
}
