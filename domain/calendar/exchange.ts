export type Exchange = "NSE" | "BSE" | "NFO" | "BFO" | "CDS" | "BCD" | "MCX";

export const EXCHANGES: readonly Exchange[] = ["NSE", "BSE", "NFO", "BFO", "CDS", "BCD", "MCX"];

export const MARKET_GROUPS = ["equity", "currency", "commodity"] as const;
export type MarketGroup = (typeof MARKET_GROUPS)[number];

/** Exchanges share calendars: cash and equity derivatives, currency, commodities. */
export function marketGroup(exchange: Exchange): MarketGroup {
  if (exchange === "MCX") return "commodity";
  return exchange === "CDS" || exchange === "BCD" ? "currency" : "equity";
}
