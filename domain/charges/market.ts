import type { Exchange } from "../calendar/exchange.ts";
import type { LegType } from "../strategy/model.ts";

/** What a rate is set for. */
export type ChargeSegment =
  | "EQUITY_DELIVERY"
  | "EQUITY_INTRADAY"
  | "EQUITY_FUTURE"
  | "EQUITY_OPTION"
  | "CURRENCY_FUTURE"
  | "CURRENCY_OPTION"
  | "COMMODITY_FUTURE"
  | "COMMODITY_OPTION";

/** Whose transaction charge it is. */
export type ChargeVenue = "NSE" | "BSE" | "MCX";

/** Of an order: NRML carried forward, MIS squared off the same day, CNC delivery of shares. */
export type Product = "NRML" | "MIS" | "CNC";

/** Where a trade is charged. */
export interface ChargeMarket {
  readonly segment: ChargeSegment;
  readonly venue: ChargeVenue;
  /** SEBI takes a tenth on agricultural commodities, and no CTT is due on them. */
  readonly isAgricultural: boolean;
}

/**
 * Agricultural products of MCX, raw and processed, whether or not a contract is listed today (of the list of 30 Jul 2026:
 * COTTON); all others are bullion, metals, energy or indices of them. Source: MCX product list, "Agri commodities".
 */
const AGRICULTURAL: ReadonlySet<string> = new Set([
  "CARDAMOM",
  "CASTORSEED",
  "COTTON",
  "COTTONCNDY",
  "COTTONOIL",
  "CPO",
  "KAPAS",
  "MENTHAOIL",
  "RUBBER",
]);

const VENUES: Readonly<Record<Exchange, ChargeVenue>> = {
  NSE: "NSE",
  NFO: "NSE",
  CDS: "NSE",
  BSE: "BSE",
  BFO: "BSE",
  BCD: "BSE",
  MCX: "MCX",
};

function segmentOf(exchange: Exchange, type: LegType, product: Product): ChargeSegment | null {
  const isShare = exchange === "NSE" || exchange === "BSE";
  if (isShare !== (type === "EQ")) return null;
  if (isShare) return product === "MIS" ? "EQUITY_INTRADAY" : "EQUITY_DELIVERY";
  const isFuture = type === "FUT";
  if (exchange === "MCX") return isFuture ? "COMMODITY_FUTURE" : "COMMODITY_OPTION";
  if (exchange === "CDS" || exchange === "BCD") return isFuture ? "CURRENCY_FUTURE" : "CURRENCY_OPTION";
  return isFuture ? "EQUITY_FUTURE" : "EQUITY_OPTION";
}

/**
 * Where a trade of an instrument is charged.
 * @param underlying symbol, "NIFTY", "COTTON"
 * @param product counts for shares only: MIS is intraday, everything else delivery
 * @returns null when the exchange lists no such instrument (a future on NSE, a share on MCX)
 */
export function chargeMarket(
  exchange: Exchange,
  type: LegType,
  underlying: string,
  product: Product,
): ChargeMarket | null {
  const segment = segmentOf(exchange, type, product);
  if (segment === null) return null;
  return {
    segment,
    venue: VENUES[exchange],
    isAgricultural: exchange === "MCX" && AGRICULTURAL.has(underlying),
  };
}
