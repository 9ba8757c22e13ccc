import { PAGE_PATHS } from "#domain/access/page-paths.ts";

/** Address of an underlying's chain. */
export const chainOf = (symbol: string): string =>
  `${PAGE_PATHS["option-chain"]}?tradingsymbol=${encodeURIComponent(symbol)}`;
