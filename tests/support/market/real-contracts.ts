import type { Exchange } from "#domain/calendar/exchange.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";

/** A contract as an exchange lists it and Kite names it. */
export interface RealContract {
  readonly exchange: Exchange;
  readonly underlying: string;
  readonly type: "CE" | "PE" | "FUT";
  readonly expiry: IsoDate;
  /** Rupees; 0 for a future. */
  readonly strike: number;
  readonly tradingsymbol: string;
}

function contract(exchange: Exchange, terms: string, tradingsymbol: string): RealContract {
  const [underlying = "", expiry = "", strike = "", right = ""] = terms.split(" ");
  const type = right === "" ? "FUT" : (right as "CE" | "PE");
  return { exchange, underlying, type, expiry, strike: type === "FUT" ? 0 : Number(strike), tradingsymbol };
}

/** Rows of Kite's dump of NFO and BFO of 18 Aug 2026. */
export const KITE_20260818: readonly RealContract[] = [
  contract("NFO", "NIFTY 2026-08-18 24200 CE", "NIFTY2681824200CE"),
  contract("NFO", "NIFTY 2026-08-25 24200 CE", "NIFTY26AUG24200CE"),
  contract("NFO", "NIFTY 2026-08-25", "NIFTY26AUGFUT"),
  contract("NFO", "NIFTY 2026-09-01 24200 PE", "NIFTY2690124200PE"),
  contract("NFO", "NIFTY 2026-09-29 24200 PE", "NIFTY26SEP24200PE"),
  contract("NFO", "NIFTY 2026-12-29 24000 CE", "NIFTY26DEC24000CE"),
  contract("NFO", "NIFTY 2029-12-24 24000 CE", "NIFTY29DEC24000CE"),
  contract("NFO", "BANKNIFTY 2026-10-27", "BANKNIFTY26OCTFUT"),
  contract("NFO", "RELIANCE 2026-08-25", "RELIANCE26AUGFUT"),
  contract("BFO", "SENSEX 2026-08-20 78000 CE", "SENSEX2682078000CE"),
  contract("BFO", "SENSEX 2026-08-27 78000 CE", "SENSEX26AUG78000CE"),
  contract("BFO", "SENSEX 2026-10-01 78000 CE", "SENSEX26O0178000CE"),
  contract("BFO", "SENSEX 2026-10-29 78000 CE", "SENSEX26OCT78000CE"),
  contract("BFO", "SENSEX50 2026-08-27", "SENSEX5026AUGFUT"),
  contract("BFO", "FOCIT 2026-08-27", "FOCIT26AUGFUT"),
];

/** Rows of Upstox's list of NSE's currency derivatives of the first days of August 2026; currencies there have Kite's names. */
export const CURRENCY_20260804: readonly RealContract[] = [
  contract("CDS", "USDINR 2026-08-07", "USDINR26807FUT"),
  contract("CDS", "USDINR 2026-08-21 95.25 CE", "USDINR2682195.25CE"),
  contract("CDS", "USDINR 2026-08-27", "USDINR26AUGFUT"),
  contract("CDS", "USDINR 2026-08-27 95.5 CE", "USDINR26AUG95.5CE"),
  contract("CDS", "USDINR 2026-08-28", "USDINR26828FUT"),
  contract("CDS", "USDINR 2026-08-28 95.5 CE", "USDINR2682895.5CE"),
  contract("CDS", "USDINR 2026-09-25", "USDINR26925FUT"),
  contract("CDS", "USDINR 2026-09-28", "USDINR26SEPFUT"),
  contract("CDS", "USDINR 2026-10-01", "USDINR26O01FUT"),
  contract("CDS", "USDINR 2026-12-29 95 PE", "USDINR26DEC95PE"),
  contract("CDS", "USDINR 2027-07-28", "USDINR27JULFUT"),
  contract("CDS", "JPYINR 2026-08-27 62 PE", "JPYINR26AUG62PE"),
  contract("CDS", "JPYINR 2026-08-28 61 PE", "JPYINR2682861PE"),
  contract("CDS", "EURINR 2026-10-28 105 CE", "EURINR26OCT105CE"),
];

/** Rows of a public copy of Kite's dump of all exchanges, July 2026. */
export const KITE_202607: readonly RealContract[] = [
  contract("CDS", "USDINR 2026-07-17 93.875 PE", "USDINR2671793.875PE"),
  contract("CDS", "USDINR 2026-07-24 95.875 CE", "USDINR2672495.875CE"),
  contract("CDS", "USDINR 2026-07-29 99.75 CE", "USDINR26JUL99.75CE"),
  contract("MCX", "CRUDEOIL 2026-08-19", "CRUDEOIL26AUGFUT"),
  contract("MCX", "CRUDEOILM 2026-08-19", "CRUDEOILM26AUGFUT"),
  contract("MCX", "CRUDEOILM 2026-08-17 7900 PE", "CRUDEOILM26AUG7900PE"),
  contract("MCX", "GOLD 2026-08-05", "GOLD26AUGFUT"),
  contract("MCX", "GOLD 2026-10-05", "GOLD26OCTFUT"),
  contract("MCX", "GOLD 2026-08-31 188000 PE", "GOLD26AUG188000PE"),
  contract("MCX", "SILVER 2026-07-03", "SILVER26JULFUT"),
  contract("MCX", "SILVER100 2026-07-31", "SILVER10026JULFUT"),
  contract("MCX", "SILVERM 2026-08-31", "SILVERM26AUGFUT"),
  contract("MCX", "COPPER 2026-07-24 1145 CE", "COPPER26JUL1145CE"),
];
