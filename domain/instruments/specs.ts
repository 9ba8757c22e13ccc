import type { Exchange } from "../calendar/exchange.ts";
import type { ExpiryRule } from "../calendar/expiries.ts";
import type { IsoDate } from "../units/iso-date.ts";
import { STOCK_ROWS } from "./stock-table.ts";
import type { UnderlyingKind } from "./types.ts";
import { underlyingBySymbol } from "./underlyings.ts";

/** What every contract of an underlying shares on a day. Defaults of the simulated market; a listed instrument wins. */
export interface ContractSpec {
  readonly symbol: string;
  readonly kind: UnderlyingKind;
  readonly derivativeExchange: Exchange;
  readonly expiryRule: ExpiryRule;
  /** Weekly options are listed. */
  readonly weekly: boolean;
  /** Units. */
  readonly lotSize: number;
  /** Units; the largest single order the exchange takes. */
  readonly freezeQty: number;
  /** Money = price × quantity × multiplier. */
  readonly multiplier: number;
  /** Rupees between strikes near the money. */
  readonly strikeStep: number;
  /** Option tick, rupees. */
  readonly tickSize: number;
  readonly futureTickSize: number;
}

interface Product {
  readonly expiryRule: ExpiryRule;
  readonly weekly: boolean;
  readonly multiplier: number;
  readonly tickSize: number;
  readonly futureTickSize: number;
  /** [valid from, lot, freeze quantity], ascending; the first also serves earlier days. */
  readonly sizes: readonly (readonly [from: IsoDate, lotSize: number, freezeQty: number])[];
}

const EQUITY = { weekly: false, multiplier: 1, tickSize: 0.05 } as const;

/*
 * Sizes. Index lots: NSE F&O bhavcopies of 24 Feb 2025 and 11 Sep 2025 and Kite's dump of 18 Aug 2026; the changes date
 * from the day after the last expiry of the old size. Freeze quantities: NSE's monthly notices effective 1 Sep 2025,
 * 1 Dec 2025 and 1 Feb 2026 (steps of the index level: 17,251–27,500 has 1,800, 40,001–55,000 has 900, above 600);
 * BSE's since 1 Feb 2026. Ticks: the same dump. MCX and currency quantities are lots, as at Kite: GOLD 1 kg quoted per
 * 10 g, SILVER 30 kg, CRUDEOIL 100 bbl, NATURALGAS 1,250 mmBtu, USDINR 1,000 dollars; MCX ticks from the ICICI Breeze
 * master of 30 Jul 2026, its largest orders (10 kg, 600 kg, 10,000 bbl, 60,000 mmBtu) from the MCX contract
 * specifications, currency's 10,000 lots from NSE's.
 */
const PRODUCTS: Readonly<Record<string, Product>> = {
  NIFTY: {
    ...EQUITY,
    expiryRule: "NIFTY",
    weekly: true,
    futureTickSize: 0.1,
    sizes: [
      ["2024-11-20", 75, 1800],
      ["2025-12-31", 65, 1800],
    ],
  },
  BANKNIFTY: {
    ...EQUITY,
    expiryRule: "BANKNIFTY",
    futureTickSize: 0.2,
    sizes: [
      ["2024-11-20", 30, 900],
      ["2025-06-27", 35, 600],
      ["2025-09-01", 35, 900],
      ["2025-12-01", 35, 600],
      ["2025-12-31", 30, 600],
    ],
  },
  FINNIFTY: {
    ...EQUITY,
    expiryRule: "FINNIFTY",
    futureTickSize: 0.1,
    sizes: [
      ["2024-11-20", 65, 1800],
      ["2025-12-01", 65, 1200],
      ["2025-12-31", 60, 1200],
      ["2026-02-01", 60, 1800],
    ],
  },
  MIDCPNIFTY: {
    ...EQUITY,
    expiryRule: "MIDCPNIFTY",
    futureTickSize: 0.05,
    sizes: [
      ["2024-11-20", 120, 2800],
      ["2025-06-27", 140, 2800],
      ["2025-12-31", 120, 2800],
    ],
  },
  NIFTYNXT50: {
    ...EQUITY,
    expiryRule: "NIFTYNXT50",
    futureTickSize: 0.2,
    sizes: [["2024-11-20", 25, 600]],
  },
  SENSEX: {
    ...EQUITY,
    expiryRule: "SENSEX",
    weekly: true,
    futureTickSize: 0.05,
    sizes: [["2024-11-20", 20, 1000]],
  },
  BANKEX: { ...EQUITY, expiryRule: "BANKEX", futureTickSize: 0.05, sizes: [["2024-11-20", 30, 900]] },
  USDINR: {
    expiryRule: "USDINR",
    weekly: true,
    multiplier: 1000,
    tickSize: 0.0025,
    futureTickSize: 0.0025,
    sizes: [["2024-01-01", 1, 10_000]],
  },
  GOLD: {
    expiryRule: "MCX_GOLD",
    weekly: false,
    multiplier: 100,
    tickSize: 0.5,
    futureTickSize: 1,
    sizes: [["2024-01-01", 1, 10]],
  },
  SILVER: {
    expiryRule: "MCX_SILVER",
    weekly: false,
    multiplier: 30,
    tickSize: 0.5,
    futureTickSize: 1,
    sizes: [["2024-01-01", 1, 20]],
  },
  CRUDEOIL: {
    expiryRule: "MCX_CRUDEOIL",
    weekly: false,
    multiplier: 100,
    tickSize: 0.1,
    futureTickSize: 1,
    sizes: [["2024-01-01", 1, 100]],
  },
  NATURALGAS: {
    expiryRule: "MCX_NATURALGAS",
    weekly: false,
    multiplier: 1250,
    tickSize: 0.05,
    futureTickSize: 0.1,
    sizes: [["2024-01-01", 1, 48]],
  },
};

/**
 * NSE freezes a stock order beyond 1 % of the market-wide position limit or ₹2.5 crore of notional, whichever is lower
 * (circular of 31 Jul 2021); the limits are not at hand here, the notional is the tighter for liquid stocks.
 */
const STOCK_FREEZE_NOTIONAL = 25_000_000;

/** Lots of Aug 2026 serve every day: earlier stock lots are not kept here. */
const STOCK_PRODUCTS: ReadonlyMap<string, Product> = new Map(
  STOCK_ROWS.map((row) => [
    row.symbol,
    {
      expiryRule: "NSE_STOCK",
      weekly: false,
      multiplier: 1,
      tickSize: row.optionTickSize,
      futureTickSize: row.futureTickSize,
      sizes: [
        [
          "2026-08-01",
          row.lotSize,
          Math.max(1, Math.floor(STOCK_FREEZE_NOTIONAL / row.basePrice / row.lotSize)) * row.lotSize,
        ],
      ],
    },
  ]),
);

/**
 * Contract terms of an underlying as traded on a day.
 * @throws RangeError when the symbol has no derivatives (see `underlyingBySymbol` to ask first)
 */
export function contractSpec(symbol: string, on: IsoDate): ContractSpec {
  const underlying = underlyingBySymbol(symbol);
  const product = Object.hasOwn(PRODUCTS, symbol) ? PRODUCTS[symbol] : STOCK_PRODUCTS.get(symbol);
  if (underlying === undefined || product === undefined) throw new RangeError(`no derivatives on ${symbol}`);
  const { sizes, ...terms } = product;
  const [, lotSize, freezeQty] = sizes.findLast(([from]) => from <= on) ?? sizes[0]!;
  return {
    symbol,
    kind: underlying.kind,
    derivativeExchange: underlying.derivativeExchange,
    strikeStep: underlying.strikeStep,
    ...terms,
    lotSize,
    freezeQty,
  };
}

/** What makes money of a price: money = price × quantity × multiplier. */
export interface ContractSize {
  /** Units. */
  readonly lotSize: number;
  readonly multiplier: number;
}

/** Exchanges of shares and of what is derived from them count in units: prices there are of one. */
const BY_UNITS: ReadonlySet<string> = new Set(["NSE", "BSE", "NFO", "BFO"]);

/** Of every contract of an exchange alike; null where each underlying has its own. */
export const exchangeMultiplier = (exchange: string): 1 | null => (BY_UNITS.has(exchange) ? 1 : null);

/**
 * The size of the contracts of an underlying that expire on a day, from the rows that are kept here and nothing else: no earlier
 * day's lot is taken from a later row.
 * @returns null for an underlying that is not known; a lot of null where none of that day is kept
 */
export function sizeOn(
  symbol: string,
  expiry: IsoDate,
): { readonly lotSize: number | null; readonly multiplier: number } | null {
  const product = Object.hasOwn(PRODUCTS, symbol) ? PRODUCTS[symbol] : STOCK_PRODUCTS.get(symbol);
  if (product === undefined) return null;
  const row = product.sizes.findLast(([from]) => from <= expiry);
  return { lotSize: row === undefined ? null : row[1], multiplier: product.multiplier };
}

/** Units of the largest order that is whole lots and within the freeze quantity; larger ones are sliced by it. */
export function largestOrder(spec: ContractSpec): number {
  return Math.floor(spec.freezeQty / spec.lotSize) * spec.lotSize;
}
