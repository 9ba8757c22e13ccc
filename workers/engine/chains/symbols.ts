import { AppError } from "#domain/errors.ts";
import type { Outcome, UnderlyingSummary } from "../api.ts";
import type { Metacache } from "./kept-metacache.ts";

/** Questions about underlyings, answered from the metacache with the catalogue's texts. */
export interface Symbols {
  underlyings(): Promise<Outcome<readonly UnderlyingSummary[]>>;
  underlying(symbol: string): Promise<Outcome<UnderlyingSummary>>;
}

const ok = <T>(value: T): Outcome<T> => ({ ok: true, value });
const failed = (error: AppError): Outcome<never> => ({ ok: false, code: error.code, message: error.message });
const noMetacache = (message: string): Outcome<never> => failed(new AppError("metacache.failed", message));

export function createSymbols(metacache: Metacache): Symbols {
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
  };
}
