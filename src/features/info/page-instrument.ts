import { PAGE_PATHS } from "#domain/access/page-paths.ts";

/** What these pages show where their address names no instrument. */
const DEFAULT_SYMBOL = "NIFTY";
const WITH_DEFAULT: readonly string[] = [PAGE_PATHS["option-chain"], PAGE_PATHS.builder];

/** Symbol of the instrument that a page is about; null: of none, or of several. */
export function pageInstrument(pathname: string, search: string): string | null {
  const params = new URLSearchParams(search);
  const named = params.get("tradingsymbol") ?? params.get("instrument_symbol");
  if (named !== null && named !== "") return named.toUpperCase();
  return WITH_DEFAULT.includes(pathname) ? DEFAULT_SYMBOL : null;
}

/** Pages of virtual trading. */
export const isVirtual = (pathname: string): boolean =>
  pathname === PAGE_PATHS["virtual-trading"] || pathname === PAGE_PATHS["virtual-portfolios"];
