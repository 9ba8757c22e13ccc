/**
 * Names that ICICI Direct gives what others call by the exchange's symbol, as its documentation's examples have them. Its whole
 * security master is not at hand: an underlying that is not here cannot be asked about.
 */
export const BREEZE_CODES: Readonly<Record<string, string>> = {
  NIFTY: "NIFTY",
  BANKNIFTY: "CNXBAN",
  SENSEX: "BSESEN",
  RELIANCE: "RELIND",
  HDFCBANK: "HDFBAN",
};

const SYMBOLS = new Map(Object.entries(BREEZE_CODES).map(([symbol, code]) => [code, symbol]));

/** The exchange's symbol of what ICICI Direct calls so; null for a code that is not known here. */
export const symbolOfBreezeCode = (code: string): string | null => SYMBOLS.get(code) ?? null;
