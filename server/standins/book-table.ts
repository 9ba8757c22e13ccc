export type OrderStatus = "COMPLETE" | "OPEN" | "TRIGGER PENDING" | "CANCELLED" | "REJECTED";

export interface Leg {
  readonly symbol: string;
  readonly type: "CE" | "PE" | "FUT";
  /** which living expiry, 0 the nearest */
  readonly expiry: number;
  /** strikes from the money, up positive; nothing to a future */
  readonly steps: number;
  /** negative for a short */
  readonly lots: number;
  /** average price over the last one: below 1 a long gains, above 1 a short does */
  readonly paid: number;
  readonly product?: "NRML" | "MIS";
}

export interface OrderNote {
  /** row of the legs */
  readonly leg: number;
  readonly does: "open" | "close";
  readonly status: OrderStatus;
  readonly minutesAgo: number;
  readonly message?: string;
}

export interface BookRow {
  readonly legs: readonly Leg[];
  readonly orders: readonly OrderNote[];
  /** rupees */
  readonly cash: number;
  /** rupees, pledged shares */
  readonly collateral: number;
}

/** What the accounts of the sandbox hold: seeds of a builder's, a positions page's and an order book's every case. */
export const BOOKS = {
  condor: {
    legs: [
      { symbol: "NIFTY", type: "PE", expiry: 0, steps: -8, lots: 4, paid: 1.2 },
      { symbol: "NIFTY", type: "PE", expiry: 0, steps: -4, lots: -4, paid: 1.35 },
      { symbol: "NIFTY", type: "CE", expiry: 0, steps: 4, lots: -4, paid: 1.3 },
      { symbol: "NIFTY", type: "CE", expiry: 0, steps: 8, lots: 4, paid: 1.15 },
    ],
    orders: [
      { leg: 0, does: "open", status: "COMPLETE", minutesAgo: 182 },
      { leg: 3, does: "open", status: "COMPLETE", minutesAgo: 182 },
      { leg: 1, does: "open", status: "COMPLETE", minutesAgo: 181 },
      { leg: 2, does: "open", status: "COMPLETE", minutesAgo: 181 },
      { leg: 1, does: "close", status: "TRIGGER PENDING", minutesAgo: 40 },
    ],
    cash: 950_000,
    collateral: 250_000,
  },
  directional: {
    legs: [
      { symbol: "BANKNIFTY", type: "CE", expiry: 0, steps: 2, lots: 3, paid: 1.4 },
      { symbol: "RELIANCE", type: "FUT", expiry: 0, steps: 0, lots: 1, paid: 1.018 },
    ],
    orders: [
      { leg: 0, does: "open", status: "COMPLETE", minutesAgo: 95 },
      { leg: 1, does: "close", status: "OPEN", minutesAgo: 12 },
    ],
    cash: 248_000,
    collateral: 0,
  },
  busy: {
    legs: [
      { symbol: "NIFTY", type: "CE", expiry: 0, steps: 1, lots: -2, paid: 1.1 },
      { symbol: "NIFTY", type: "CE", expiry: 2, steps: 1, lots: 2, paid: 0.96 },
      { symbol: "SENSEX", type: "PE", expiry: 0, steps: -3, lots: -5, paid: 0.9, product: "MIS" },
      { symbol: "SENSEX", type: "PE", expiry: 0, steps: -8, lots: 5, paid: 1.05, product: "MIS" },
      { symbol: "HDFCBANK", type: "PE", expiry: 0, steps: -2, lots: -1, paid: 1.25 },
      { symbol: "CRUDEOIL", type: "FUT", expiry: 0, steps: 0, lots: 1, paid: 0.994 },
    ],
    orders: [
      { leg: 0, does: "open", status: "COMPLETE", minutesAgo: 240 },
      { leg: 1, does: "open", status: "COMPLETE", minutesAgo: 240 },
      { leg: 2, does: "open", status: "COMPLETE", minutesAgo: 75 },
      { leg: 3, does: "open", status: "COMPLETE", minutesAgo: 76 },
      { leg: 4, does: "close", status: "CANCELLED", minutesAgo: 30 },
      { leg: 2, does: "close", status: "OPEN", minutesAgo: 22 },
      {
        leg: 4,
        does: "open",
        status: "REJECTED",
        minutesAgo: 8,
        message: "Insufficient funds. Check the order book for open orders.",
      },
    ],
    cash: 1_480_000,
    collateral: 620_000,
  },
  empty: { legs: [], orders: [], cash: 500_000, collateral: 0 },
} as const satisfies Record<string, BookRow>;

export type BookKind = keyof typeof BOOKS;
