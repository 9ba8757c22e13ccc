import type { Exchange } from "../calendar/exchange.ts";
import { SEGMENT, tokenOf } from "../units/segments.ts";
import { STOCK_ROWS } from "./stock-table.ts";
import type { UnderlyingKind, UnderlyingSpec } from "./types.ts";

interface Market {
  readonly kind: UnderlyingKind;
  readonly exchange: Exchange;
  readonly derivativeExchange: Exchange;
  readonly segment: number;
}

const NSE_INDEX: Market = {
  kind: "index",
  exchange: "NSE",
  derivativeExchange: "NFO",
  segment: SEGMENT.INDICES,
};
const BSE_INDEX: Market = { ...NSE_INDEX, exchange: "BSE", derivativeExchange: "BFO" };
const NSE_STOCK: Market = {
  kind: "stock",
  exchange: "NSE",
  derivativeExchange: "NFO",
  segment: SEGMENT.NSE,
};
const NSE_CURRENCY: Market = {
  kind: "currency",
  exchange: "CDS",
  derivativeExchange: "CDS",
  segment: SEGMENT.CDS,
};
const MCX_COMMODITY: Market = {
  kind: "commodity",
  exchange: "MCX",
  derivativeExchange: "MCX",
  segment: SEGMENT.MCX,
};

function underlying(
  market: Market,
  symbol: string,
  name: string,
  exchangeToken: number,
  spotTickSize: number,
  strikeStep: number,
  basePrice: number,
  annualVolatility: number,
  beta: number,
  sectors: readonly string[] = [],
  niftyWeightPct = 0,
): UnderlyingSpec {
  const { segment, ...place } = market;
  return {
    token: tokenOf(exchangeToken, segment),
    symbol,
    name,
    ...place,
    isNonFno: strikeStep === 0,
    sectors,
    spotTickSize,
    strikeStep,
    basePrice,
    annualVolatility,
    beta,
    niftyWeightPct,
  };
}

/*
 * Indices. Tokens: Kite's NSE dump of 30 Jul 2026 (segment INDICES); SENSEX 265 and BANKEX 274441 as Kite issues them
 * (exchange tokens 1 and 1072 in the same segment). Prices: NSE's F&O end of day of 19 Aug 2026; BSE's by the ratio to
 * NIFTY and BANKNIFTY of 9 Apr 2026. Volatilities: at-the-money implied, 19 Aug 2026, as for stocks; BSE's as NSE's twins.
 */
const INDICES: readonly UnderlyingSpec[] = [
  underlying(NSE_INDEX, "NIFTY", "NIFTY 50", 1001, 0.05, 50, 24_078.3, 0.1015, 1),
  underlying(NSE_INDEX, "BANKNIFTY", "NIFTY BANK", 1016, 0.05, 100, 57_239.75, 0.115, 1.02),
  underlying(NSE_INDEX, "FINNIFTY", "NIFTY FIN SERVICE", 1007, 0.05, 50, 26_013, 0.124, 1.04),
  underlying(NSE_INDEX, "MIDCPNIFTY", "NIFTY MID SELECT", 1125, 0.05, 25, 14_867.9, 0.122, 1.05),
  underlying(NSE_INDEX, "NIFTYNXT50", "NIFTY NEXT 50", 1058, 0.05, 100, 73_900.65, 0.164, 1.2),
  underlying(BSE_INDEX, "SENSEX", "SENSEX", 1, 0.05, 100, 77_617, 0.1015, 0.99),
  underlying(BSE_INDEX, "BANKEX", "BANKEX", 1072, 0.05, 100, 64_438, 0.116, 1.02),
];

/*
 * Currency and commodities have no spot instrument: the token is a reference of ours in the contracts' own segment, where
 * the exchanges number from 1001 (NSE currency, Aug 2026) and 466583 (MCX, Jul 2026), so 1 to 4 meet nothing.
 * Prices: USDINR's Aug 2026 future (Upstox, Aug 2026); MCX's near future, middle of its price band of 30 Jul 2026
 * (ICICI Breeze master). Volatilities and betas are round figures for the products.
 */
const OTHERS: readonly UnderlyingSpec[] = [
  underlying(NSE_CURRENCY, "USDINR", "US Dollar – Rupee", 1, 0.0025, 0.25, 95.6, 0.04, -0.12),
  underlying(MCX_COMMODITY, "GOLD", "Gold", 1, 1, 100, 142_918, 0.17, -0.05),
  underlying(MCX_COMMODITY, "SILVER", "Silver", 2, 1, 250, 215_840, 0.31, 0.1),
  underlying(MCX_COMMODITY, "CRUDEOIL", "Crude Oil", 3, 1, 50, 7449, 0.38, -0.15),
  underlying(MCX_COMMODITY, "NATURALGAS", "Natural Gas", 4, 0.1, 5, 266.4, 0.55, 0),
];

const STOCKS: readonly UnderlyingSpec[] = STOCK_ROWS.map((row) =>
  underlying(
    NSE_STOCK,
    row.symbol,
    row.name,
    row.exchangeToken,
    row.spotTickSize,
    row.strikeStep,
    row.basePrice,
    row.annualVolatility,
    row.beta,
    row.sectors,
    row.niftyWeightPct,
  ),
);

/** Everything with listed derivatives: indices, currency, commodities, then stocks. */
export const UNDERLYINGS: readonly UnderlyingSpec[] = [...INDICES, ...OTHERS, ...STOCKS];

/** Quoted, without derivatives. INDIA VIX: level of early Aug 2026 (Upstox), volatility of an index of volatility. */
export const REFERENCE_INDICES: readonly UnderlyingSpec[] = [
  underlying(NSE_INDEX, "INDIA VIX", "INDIA VIX", 1035, 0.0025, 0, 11.76, 0.85, -4),
];

const BY_SYMBOL = new Map<string, UnderlyingSpec>(
  [...UNDERLYINGS, ...REFERENCE_INDICES].map((each) => [each.symbol, each]),
);

/** The underlying of a symbol ("NIFTY"), those without derivatives included; undefined when unknown. */
export function underlyingBySymbol(symbol: string): UnderlyingSpec | undefined {
  return BY_SYMBOL.get(symbol);
}
