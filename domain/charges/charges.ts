/** What a trade costs beside its price (quant.md §11). Rupees, unrounded: contract notes round some of it, each in their way. */

import type { TradeAction } from "../strategy/model.ts";
import { type BrokeragePlan, brokerage } from "./brokerage.ts";
import type { ChargeMarket } from "./market.ts";
import type { ChargeRates } from "./rates.ts";

export interface Charges {
  readonly brokerage: number;
  /** STT on securities, CTT on commodities. */
  readonly transactionTax: number;
  /** The exchange's transaction charge. */
  readonly exchange: number;
  readonly sebi: number;
  readonly stampDuty: number;
  readonly gst: number;
  readonly total: number;
}

export const NO_CHARGES: Charges = {
  brokerage: 0,
  transactionTax: 0,
  exchange: 0,
  sebi: 0,
  stampDuty: 0,
  gst: 0,
  total: 0,
};

/** One side of one trade. */
export interface ChargedTrade {
  readonly market: ChargeMarket;
  readonly action: TradeAction;
  /** Units, above 0. */
  readonly quantity: number;
  /** Money = price × quantity × multiplier. */
  readonly multiplier: number;
  /** Rupees; NaN = not known, and so are the charges. */
  readonly price: number;
  /** Rupees; 0 for futures and shares. */
  readonly strike: number;
  /** Executed orders it takes: brokers charge each, and the freeze quantity makes several of one. */
  readonly orders: number;
}

/** The rules of one day at one broker. */
export interface ChargeTerms {
  readonly rates: ChargeRates;
  readonly plan: BrokeragePlan;
}

/** The total of parts with the GST that is due on three of them. */
export function withGst(
  { brokerage, transactionTax, exchange, sebi, stampDuty }: Omit<Charges, "gst" | "total">,
  gstPct: number,
): Charges {
  const gst = (gstPct / 100) * (brokerage + exchange + sebi);
  const total = brokerage + transactionTax + exchange + sebi + stampDuty + gst;
  return { brokerage, transactionTax, exchange, sebi, stampDuty, gst, total };
}

const PARTS = Object.keys(NO_CHARGES) as (keyof Charges)[];

export function sumCharges(all: readonly Charges[]): Charges {
  const sum = { ...NO_CHARGES };
  for (const each of all) for (const part of PARTS) sum[part] += each[part];
  return sum;
}

/**
 * Charges of one trade.
 * @throws RangeError when the segment is not traded at the venue, which `chargeMarket` never says
 */
export function tradeCharges(trade: ChargedTrade, { rates, plan }: ChargeTerms): Charges {
  const { segment, venue, isAgricultural } = trade.market;
  const { taxOnBuyPct, taxOnSellPct, transactionPct, stampPct } = rates.segments[segment];
  const transaction = transactionPct[venue];
  if (transaction === null) throw new RangeError(`no ${segment} at ${venue}`);
  const units = trade.quantity * trade.multiplier;
  const turnover = trade.price * units;
  const rule = plan.segments[segment];
  const isBuy = trade.action === "BUY";
  const taxPct = isAgricultural ? 0 : isBuy ? taxOnBuyPct : taxOnSellPct;
  const sebiPct = isAgricultural ? rates.sebiAgriculturalPct : rates.sebiPct;
  return withGst(
    {
      brokerage: brokerage(rule, rule.withStrike ? turnover + trade.strike * units : turnover, trade.orders),
      transactionTax: turnover * (taxPct / 100),
      exchange: turnover * (transaction / 100),
      sebi: turnover * (sebiPct / 100),
      stampDuty: isBuy ? turnover * (stampPct / 100) : 0,
    },
    rates.gstPct,
  );
}
