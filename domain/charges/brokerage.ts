import { ANGEL, ANONYMOUS, type BrokerId, GOOGLE, ICICI, UPSTOX, ZERODHA } from "../access/brokers.ts";
import type { IsoDate } from "../units/iso-date.ts";
import type { ChargeSegment } from "./market.ts";

/** What a broker takes for one executed order: a share of its turnover, at most so many rupees. */
interface BrokerageRule {
  /** Per cent of turnover; null = the flat amount whatever the turnover. */
  readonly pct: number | null;
  /** Rupees; infinite = no limit. */
  readonly most: number;
  /** Rupees, however small the order. */
  readonly least: number;
}

/** A fee that a broker's list does not name: what stands for it is our reading. */
export const ASSUMED_FEES = ["exercise_fee", "delivery_fee", "devolvement_fee"] as const;
export type AssumedFee = (typeof ASSUMED_FEES)[number];

/** A broker's price list. */
export interface BrokeragePlan {
  readonly validFrom: IsoDate;
  /** Which of its plans, where a broker has several. */
  readonly name: string;
  readonly segments: Readonly<Record<ChargeSegment, BrokerageRule>>;
  /** An option that ends in the money, exercised or assigned, counts as an order. */
  readonly exercise: BrokerageRule;
  /** Shares taken or given by a contract that settles physically, on their value. */
  readonly physicalDelivery: BrokerageRule;
  /** Those of the two that are not on the list. */
  readonly assumed: readonly AssumedFee[];
}

function flat(most: number): BrokerageRule {
  return { pct: null, most, least: 0 };
}

function lower(pct: number, most: number): BrokerageRule {
  return { pct, most, least: 0 };
}

function share(pct: number): BrokerageRule {
  return { pct, most: Number.POSITIVE_INFINITY, least: 0 };
}

const NOTHING = flat(0);

const FLAT_OPTIONS = {
  EQUITY_OPTION: flat(20),
  CURRENCY_OPTION: flat(20),
  COMMODITY_OPTION: flat(20),
} as const;

/** The usual price list of a discount broker, for visitors and Google accounts. */
const DISCOUNT: BrokeragePlan = {
  validFrom: "2024-10-01",
  name: "Discount broker",
  segments: {
    ...FLAT_OPTIONS,
    EQUITY_DELIVERY: NOTHING,
    EQUITY_INTRADAY: lower(0.03, 20),
    EQUITY_FUTURE: lower(0.03, 20),
    CURRENCY_FUTURE: lower(0.03, 20),
    COMMODITY_FUTURE: lower(0.03, 20),
  },
  exercise: flat(20),
  physicalDelivery: share(0.25),
  assumed: [],
};

/** Zerodha's list of charges; exercise and physical delivery: its policy on physical settlement. */
const ZERODHA_PLAN: BrokeragePlan = { ...DISCOUNT, name: "Zerodha" };

/** Upstox's list of brokerage charges. Exercise and delivery: not on the list, taken as orders of options and of shares. */
const UPSTOX_PLAN: BrokeragePlan = {
  validFrom: "2024-10-01",
  name: "Upstox",
  segments: {
    ...FLAT_OPTIONS,
    EQUITY_DELIVERY: flat(20),
    EQUITY_INTRADAY: lower(0.1, 20),
    EQUITY_FUTURE: lower(0.05, 20),
    CURRENCY_FUTURE: lower(0.05, 20),
    COMMODITY_FUTURE: lower(0.05, 20),
  },
  exercise: flat(20),
  physicalDelivery: flat(20),
  assumed: ["exercise_fee", "delivery_fee"],
};

/** Angel One's charges from 1 Nov 2024. Exercise and delivery: taken as orders of options and of shares. */
const ANGEL_PLAN: BrokeragePlan = {
  validFrom: "2024-11-01",
  name: "Angel One",
  segments: {
    ...FLAT_OPTIONS,
    EQUITY_DELIVERY: { pct: 0.1, most: 20, least: 2 },
    EQUITY_INTRADAY: lower(0.03, 20),
    EQUITY_FUTURE: flat(20),
    CURRENCY_FUTURE: flat(20),
    COMMODITY_FUTURE: flat(20),
  },
  exercise: flat(20),
  physicalDelivery: { pct: 0.1, most: 20, least: 2 },
  assumed: ["exercise_fee", "delivery_fee"],
};

/** ICICI Direct's iValue plan (₹20 an order) with the standard delivery rate; delivery of contracts: 0.15 % on every plan. */
const ICICI_PLAN: BrokeragePlan = {
  validFrom: "2024-10-01",
  name: "ICICI Direct iValue",
  segments: {
    ...FLAT_OPTIONS,
    EQUITY_DELIVERY: share(0.55),
    EQUITY_INTRADAY: flat(20),
    EQUITY_FUTURE: flat(20),
    CURRENCY_FUTURE: flat(20),
    COMMODITY_FUTURE: flat(20),
  },
  exercise: flat(20),
  physicalDelivery: share(0.15),
  assumed: ["exercise_fee"],
};

/** Newest last; the first also serves earlier days. */
const PLANS: Readonly<Record<BrokerId, readonly [BrokeragePlan, ...BrokeragePlan[]]>> = {
  [ANONYMOUS]: [DISCOUNT],
  [GOOGLE]: [DISCOUNT],
  [ZERODHA]: [ZERODHA_PLAN],
  [ANGEL]: [ANGEL_PLAN],
  [UPSTOX]: [UPSTOX_PLAN],
  [ICICI]: [ICICI_PLAN],
};

/** A broker's price list of a day. What one customer agreed on differently is not known here. */
export function brokeragePlan(broker: BrokerId, on: IsoDate): BrokeragePlan {
  const plans = PLANS[broker];
  return plans.findLast(({ validFrom }) => validFrom <= on) ?? plans[0];
}

/**
 * Brokerage in rupees.
 * @param turnover rupees, of all orders together
 * @param orders executed orders it was spread over evenly, at least 1
 */
export function brokerage({ pct, most, least }: BrokerageRule, turnover: number, orders: number): number {
  if (pct === null) return most * orders;
  const each = (turnover / orders) * (pct / 100);
  return Math.min(most, Math.max(least, each)) * orders;
}

/** Turnovers of all orders together at which brokerage begins to be, or stops being, a share of them; rupees, ascending. */
export function brokerageTurns({ pct, most, least }: BrokerageRule, orders: number): number[] {
  if (pct === null) return [];
  return [least, most]
    .filter((each) => each > 0 && each < Infinity)
    .map((each) => (each / (pct / 100)) * orders);
}
