/**
 * Terms of contracts as exchanges publish them, typed here once more: what a test multiplies by must not be what the product
 * multiplies by.
 */

export const UNDERLYINGS = [
  "NIFTY",
  "BANKNIFTY",
  "SENSEX",
  "RELIANCE",
  "CRUDEOIL",
  "GOLD",
  "NATURALGAS",
  "USDINR",
] as const;
export type AccountUnderlying = (typeof UNDERLYINGS)[number];

interface Terms {
  readonly exchange: "NFO" | "BFO" | "MCX" | "CDS";
  /** Money = price × quantity × multiplier. */
  readonly multiplier: number;
  /** Units of a lot in Nov 2026. */
  readonly lot: number;
  /** Of a lot that positions of an earlier year were bought in. */
  readonly olderLot: number;
  /** Units of the largest order, whole lots. */
  readonly largestOrder: number;
}

export const TERMS: Readonly<Record<AccountUnderlying, Terms>> = {
  NIFTY: { exchange: "NFO", multiplier: 1, lot: 65, olderLot: 75, largestOrder: 1_755 },
  BANKNIFTY: { exchange: "NFO", multiplier: 1, lot: 30, olderLot: 35, largestOrder: 600 },
  SENSEX: { exchange: "BFO", multiplier: 1, lot: 20, olderLot: 20, largestOrder: 1_000 },
  RELIANCE: { exchange: "NFO", multiplier: 1, lot: 500, olderLot: 500, largestOrder: 19_000 },
  CRUDEOIL: { exchange: "MCX", multiplier: 100, lot: 1, olderLot: 1, largestOrder: 100 },
  GOLD: { exchange: "MCX", multiplier: 100, lot: 1, olderLot: 1, largestOrder: 10 },
  NATURALGAS: { exchange: "MCX", multiplier: 1_250, lot: 1, olderLot: 1, largestOrder: 48 },
  USDINR: { exchange: "CDS", multiplier: 1_000, lot: 1, olderLot: 1, largestOrder: 10_000 },
};

export interface PastContract {
  readonly underlying: AccountUnderlying;
  readonly tradingsymbol: string;
  readonly type: "CE" | "PE" | "FUT";
  readonly strike: number;
  /** Units of a lot on its expiry. */
  readonly lot: number;
}

const past = (
  underlying: AccountUnderlying,
  tradingsymbol: string,
  type: PastContract["type"],
  strike: number,
  lot: number,
): PastContract => ({ underlying, tradingsymbol, type, strike, lot });

/** Expired before Nov 18, 2026, of this year and of the one before, each with the lot of its own day. */
export const PAST: readonly PastContract[] = [
  past("NIFTY", "NIFTY25DEC24000CE", "CE", 24_000, 75),
  past("NIFTY", "NIFTY25D2326000PE", "PE", 26_000, 75),
  past("NIFTY", "NIFTY25DECFUT", "FUT", 0, 75),
  past("NIFTY", "NIFTY26JAN25000PE", "PE", 25_000, 65),
  past("NIFTY", "NIFTY26N1024100PE", "PE", 24_100, 65),
  past("BANKNIFTY", "BANKNIFTY25DEC57000CE", "CE", 57_000, 35),
  past("BANKNIFTY", "BANKNIFTY26OCTFUT", "FUT", 0, 30),
  past("SENSEX", "SENSEX26N1278000CE", "CE", 78_000, 20),
  past("RELIANCE", "RELIANCE26OCT1400CE", "CE", 1_400, 500),
  past("RELIANCE", "RELIANCE26OCTFUT", "FUT", 0, 500),
  past("CRUDEOIL", "CRUDEOIL26AUG8800CE", "CE", 8_800, 1),
  past("CRUDEOIL", "CRUDEOIL26OCTFUT", "FUT", 0, 1),
  past("GOLD", "GOLD26OCT143000PE", "PE", 143_000, 1),
  past("NATURALGAS", "NATURALGAS26OCT270CE", "CE", 270, 1),
  past("USDINR", "USDINR26OCT95.5CE", "CE", 95.5, 1),
  past("USDINR", "USDINR25DECFUT", "FUT", 0, 1),
];

/** Lots of shares of the past and those of long ago are kept nowhere: whoever holds one of these is told so. */
export const UNKNOWN_PAST: readonly PastContract[] = [
  past("RELIANCE", "RELIANCE26JUN1400CE", "CE", 1_400, 500),
  past("NIFTY", "NIFTY24JUN24000CE", "CE", 24_000, 50),
  past("BANKNIFTY", "BANKNIFTY24JUN51000PE", "PE", 51_000, 15),
];
