import type { IsoDate } from "#domain/units/iso-date.ts";

/** "NFO NIFTY 2026-08-25 24200 CE": what joins a contract of one file to the same one of another. */
export type ContractKey = string;

/** What names a contract, and its lot. */
export interface ContractTerms {
  readonly exchange: "NFO" | "BFO";
  /** The underlying's, "NIFTY". */
  readonly symbol: string;
  readonly expiry: IsoDate;
  /** Rupees; 0 for a future. */
  readonly strike: number;
  readonly type: "CE" | "PE" | "FUT";
  /** Units. */
  readonly lotSize: number;
}

export function contractKey(terms: ContractTerms): ContractKey {
  return `${terms.exchange} ${terms.symbol} ${terms.expiry} ${terms.strike} ${terms.type}`;
}

/** For messages: "NIFTY 2026-08-25 24200 CE". */
export function contractName(terms: ContractTerms): string {
  const { symbol, expiry, strike, type } = terms;
  return type === "FUT" ? `${symbol} ${expiry} FUT` : `${symbol} ${expiry} ${strike} ${type}`;
}

/** A contract at the end of a session. Prices in rupees, OI in units, volume in lots. */
export interface EodContract extends ContractTerms {
  /** Of an index rather than a share. */
  readonly onIndex: boolean;
  /** Kite's form where the file carries exchange tokens, else 0. */
  readonly token: number;
  /** Kite's form where the file carries names, else empty. */
  readonly tradingsymbol: string;
  /** Stale when `volume` is 0; NaN where the file gives another price in its place. */
  readonly close: number;
  readonly previousClose: number;
  readonly underlyingClose: number;
  readonly oi: number;
  readonly previousOi: number;
  readonly volume: number;
  readonly file: string;
  readonly line: number;
}

/** One end-of-day file of a derivatives segment. */
export interface EodDay {
  readonly file: string;
  readonly date: IsoDate;
  readonly contracts: ReadonlyMap<ContractKey, EodContract>;
  /** Closes that were no price of their option, and left out. */
  readonly falseCloses: FalseCloses;
}

export interface FalseCloses {
  readonly count: number;
  readonly first: EodContract | null;
}

/** A share's session in the cash market, rupees. */
export interface CashClose {
  readonly close: number;
  readonly previousClose: number;
  /** NaN where the file does not have them, as is `volume`. */
  readonly open: number;
  readonly high: number;
  readonly low: number;
  /** Units. */
  readonly volume: number;
  readonly line: number;
}

export interface CashDay {
  readonly file: string;
  readonly date: IsoDate;
  /** by NSE symbol */
  readonly closes: ReadonlyMap<string, CashClose>;
}
