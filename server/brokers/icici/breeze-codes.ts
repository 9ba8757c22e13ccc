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
