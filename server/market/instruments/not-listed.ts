import { AppError } from "#domain/errors.ts";
import { parseSymbol } from "#domain/instruments/symbol.ts";

export function noUnderlying(symbol: string | number): AppError {
  const text = `Could not find underlying with symbol ${symbol}`;
  return new AppError("underlying.not_found", text, { symbol });
}

/**
 * Why a symbol is not there: what reads like a contract is a derivative that is not listed.
 * @param advice follows the reason
 */
export function noInstrument(symbol: string, advice = ""): AppError {
  if (parseSymbol(symbol.toUpperCase().replace(/^[A-Z]+:/, "")) === null) {
    return new AppError("instrument.not_found", `Instrument is not found${advice}`, { symbol });
  }
  const text = `Derivative not found with symbol ${symbol}${advice}`;
  return new AppError("derivative.not_found", text, { symbol });
}
