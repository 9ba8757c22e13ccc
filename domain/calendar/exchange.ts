export type Exchange = "NSE" | "BSE" | "NFO" | "BFO" | "CDS" | "BCD" | "MCX";

export const EXCHANGES: readonly Exchange[] = ["NSE", "BSE", "NFO", "BFO", "CDS", "BCD", "MCX"];

export type MarketGroup = "equity" | "currency" | "commodity";

/** Exchanges share calendars: cash and equity derivatives, currency, commodities. */
export function marketGroup(exchange: Exchange): MarketGroup {
  if (exchange === "MCX") return "commodity";
  return exchange === "CDS" || exchange === "BCD" ? "currency" : "equity";
}
