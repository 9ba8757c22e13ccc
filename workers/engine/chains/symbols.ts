import { AppError } from "#domain/errors.ts";
import { parseSymbol } from "#domain/instruments/symbol.ts";
import type { Instrument } from "#domain/instruments/types.ts";
import type { Outcome, UnderlyingSummary } from "../api.ts";
import type { FetchLike } from "../edges.ts";
import type { Metacache } from "./metacache.ts";

/** Questions about instruments, answered from the metacache with the catalogue's texts (spec 2 §8). */
export interface Symbols {
  underlyings(): Promise<Outcome<readonly UnderlyingSummary[]>>;
  underlying(symbol: string): Promise<Outcome<UnderlyingSummary>>;
  instrument(token: number): Promise<Outcome<Instrument>>;
  instrumentBySymbol(tradingsymbol: string): Promise<Outcome<Instrument>>;
}

const ok = <T>(value: T): Outcome<T> => ({ ok: true, value });
const failed = (error: AppError): Outcome<never> => ({ ok: false, code: error.code, message: error.message });
const noMetacache = (message: string): Outcome<never> => failed(new AppError("metacache.failed", message));

export function createSymbols(edges: {
  readonly metacache: Metacache;
  readonly fetch: FetchLike;
  /** Where trading symbols are resolved to tokens. */
  readonly lookupUrl: string;
  log(message: string): void;
}): Symbols {
  const { metacache } = edges;

  /** Token of a symbol that the metacache does not know; a failed lookup is only logged. */
  async function resolve(symbol: string): Promise<number | null> {
    try {
      const response = await edges.fetch(edges.lookupUrl, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ trading_symbols: [symbol] }),
      });
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      const body = (await response.json()) as {
        payload?: Record<string, { instrument_token?: unknown }>;
      } | null;
      const token = body?.payload?.[symbol]?.instrument_token;
      return typeof token === "number" ? token : null;
    } catch (reason) {
      edges.log(`No token for the symbol ${symbol} (${String(reason)})`);
      return null;
    }
  }

  return {
    async underlyings() {
      const found = await metacache.ready();
      return found === null ? noMetacache("Instrument metacache failed") : ok(found.underlyings());
    },
    async underlying(symbol) {
      const first = await metacache.ready();
      if (first === null) return noMetacache(`Failed to get metacache for underlying with symbol ${symbol}`);
      const found = first.underlying(symbol) ?? (await metacache.settled())?.underlying(symbol) ?? null;
      if (found !== null) return ok(found);
      return failed(
        new AppError("underlying.not_found", `Could not find underlying with symbol ${symbol}`, { symbol }),
      );
    },
    async instrument(token) {
      const first = await metacache.ready();
      if (first === null) return noMetacache("Instrument metacache failed");
      const found = first.byToken(token) ?? (await metacache.settled())?.byToken(token) ?? null;
      if (found !== null) return ok(found);
      return failed(new AppError("instrument.not_found", "Instrument is not found", { token }));
    },
    async instrumentBySymbol(tradingsymbol) {
      const first = await metacache.ready();
      if (first === null) return noMetacache("Instrument metacache failed");
      const known =
        first.bySymbol(tradingsymbol) ?? (await metacache.settled())?.bySymbol(tradingsymbol) ?? null;
      if (known !== null) return ok(known);
      const token = await resolve(tradingsymbol);
      const resolved = token === null ? null : (metacache.current?.byToken(token) ?? null);
      if (resolved !== null) return ok(resolved);
      const isContract = parseSymbol(tradingsymbol) !== null;
      return failed(
        isContract
          ? new AppError("derivative.not_found", `Derivative not found with symbol ${tradingsymbol}`)
          : new AppError("instrument.not_found", "Instrument is not found"),
      );
    },
  };
}
