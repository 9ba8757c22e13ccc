import { ANGEL, ANONYMOUS, type BrokerId, GOOGLE, ICICI, UPSTOX, ZERODHA } from "../access/brokers.ts";
import type { IsoDate } from "../units/iso-date.ts";
import type { ChargeSegment } from "./market.ts";

/** What a broker takes for one executed order: a share of its turnover, at most so many rupees. */
interface BrokerageRule {
  /** Per cent of turnover; null = the flat amount whatever the turnover. */
  readonly pct: number | null;
  /** Turnover is that of strike and premium together, not of the premium alone: options only. */
  readonly withStrike: boolean;
  /** Rupees; infinite = no limit. */
  readonly most: number;
  /** Rupees, however small the order. */
  readonly least: number;
}

/** What no list says, so that our reading stands for it: fees, and how many orders a quantity takes. */
export const ASSUMED_FEES = ["exercise_fee", "delivery_fee", "devolvement_fee", "order_count"] as const;
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
  return { pct: null, withStrike: false, most, least: 0 };
}

function lower(pct: number, most: number): BrokerageRule {
  return { pct, withStrike: false, most, least: 0 };
}

function share(pct: number): BrokerageRule {
  return { pct, withStrike: false, most: Number.POSITIVE_INFINITY, least: 0 };
}

const NOTHING = flat(0);

const FLAT_OPTIONS = {
  EQUITY_OPTION: flat(20),
  CURRENCY_OPTION: flat(20),
  COMMODITY_OPTION: flat(20),
} as const;

/*
 * Sources: pages as stored copies had them, looked up on 27 Nov 2026, with the day that a page gives itself. What no page was found
 * for says so. Plans that a customer agreed on, offers of the first days, and what a negative balance adds are not in here.
 */

/**
 * Zerodha. Delivery free; intraday and futures 0.03 % or ₹20, the lower; options flat ₹20: zerodha.com/charges as quoted on 19 May
 * 2026, support.zerodha.com "What is the brokerage for Futures and Options?". Currency options 0.03 % or ₹20, the lower, of (strike +
 * premium) × lot: tradingqna.com/t/90361, the broker's answer on a contract note of 2021. MCX options flat ₹20 whatever the
 * premium: zerodha.com/brokerage-calculator (40 for ₹3,000 in and out); futures of MCX: no page of their own was found, as
 * futures. An option that ends in the money: ₹20 an order, by the freeze quantity (tradingqna.com/t/151973, 24 Aug 2023).
 * Shares delivered: 0.25 % (tradingqna.com/t/183349; 0.1 % where long and short net off, which is not told leg by leg).
 */
const ZERODHA_PLAN: BrokeragePlan = {
  validFrom: "2024-10-01",
  name: "Zerodha",
  segments: {
    ...FLAT_OPTIONS,
    CURRENCY_OPTION: { ...lower(0.03, 20), withStrike: true },
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

/** For visitors and Google accounts, who have no broker: the list of the largest discount broker stands for the usual one. */
const DISCOUNT: BrokeragePlan = { ...ZERODHA_PLAN, name: "Discount broker" };

/**
 * Upstox. Delivery ₹20; intraday ₹20 or 0.1 %, futures ₹20 or 0.05 %, the lower; options flat ₹20: upstox.com/brokerage-charges
 * (a copy with the rates of 1 Oct 2024). Its tables of currency and commodities were not found: they are read as those of
 * equity. Shares delivered: 0.25 % (community.upstox.com/t/8288, 24 Feb 2025, and help.upstox.com article 251859; 0.1 % where
 * netted off). Exercise: on no page, taken as an order of options.
 */
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
  physicalDelivery: share(0.25),
  assumed: ["exercise_fee"],
};

/**
 * Angel One. Intraday ₹20 or 0.03 %, the lower; futures and options ₹20 an order (angelone.in/exchange-transaction-charges), those of
 * currency and commodities alike (dematdive.com/angel-one-new-brokerage-charges). Delivery was free until 31 Oct 2024; that page
 * dates its price "from 1st November 2024", but the copy found lacks the rate: 0.1 %, at least ₹2, at most ₹20 are
 * as taken down before. Exercise and delivery of contracts: on no page, taken as orders of options and of shares.
 */
const ANGEL_PLAN: BrokeragePlan = {
  validFrom: "2024-11-01",
  name: "Angel One",
  segments: {
    ...FLAT_OPTIONS,
    EQUITY_DELIVERY: { pct: 0.1, withStrike: false, most: 20, least: 2 },
    EQUITY_INTRADAY: lower(0.03, 20),
    EQUITY_FUTURE: flat(20),
    CURRENCY_FUTURE: flat(20),
    COMMODITY_FUTURE: flat(20),
  },
  exercise: flat(20),
  physicalDelivery: { pct: 0.1, withStrike: false, most: 20, least: 2 },
  assumed: ["exercise_fee", "delivery_fee"],
};

const ANGEL_FREE_DELIVERY: BrokeragePlan = {
  ...ANGEL_PLAN,
  validFrom: "2024-10-01",
  segments: { ...ANGEL_PLAN.segments, EQUITY_DELIVERY: NOTHING },
  physicalDelivery: NOTHING,
};

/**
 * ICICI Direct's iValue plan: ₹20 an order of futures, options and intraday (icicidirect.com/brokerage/ivalue-plan); currency ₹20 an
 * order (/services/brokerage/currency-option), commodities ₹20 an order on every plan, shares delivered by contracts 0.15 % on
 * every plan (/services/brokerage/prime-plan). Delivery follows the plan beside it: 0.55 % (/services/brokerage/i-secure-plan).
 * Exercise: on no page, taken as an order.
 */
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
  [ANGEL]: [ANGEL_FREE_DELIVERY, ANGEL_PLAN],
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
 * @param turnover rupees, of all orders together; with the strike's where the rule says so
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
