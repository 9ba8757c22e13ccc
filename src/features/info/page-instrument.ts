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

/** The same of a page that may show several chains: each, in the order of the address. */
export function pageInstruments(pathname: string, search: string): readonly string[] {
  const first = pageInstrument(pathname, search);
  if (first === null) return [];
  const beside = new URLSearchParams(search).get("beside");
  return [first, ...(beside?.split("*") ?? []).map((chain) => chain.split("_")[0]!.toUpperCase())];
}

/** Pages of virtual trading. */
export const isVirtual = (pathname: string): boolean =>
  pathname === PAGE_PATHS["virtual-trading"] || pathname === PAGE_PATHS["virtual-portfolios"];
