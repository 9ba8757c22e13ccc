/** Charges of one order at Zerodha from 1 Apr 2026 on, by the percentages of quant.md §11, typed once more. */

import type { ChargesBody } from "#protocol/http/charges.ts";
import type { AccountRow } from "./draw.ts";
import { TERMS } from "./terms.ts";

/** Per cent of turnover: tax of the seller, exchange, stamp duty of the buyer. */
type Percent = readonly [sold: number, exchange: number, stamp: number];

const FUTURES: Readonly<Record<string, Percent>> = {
  NFO: [0.05, 0.00183, 0.002],
  BFO: [0.05, 0, 0.002],
  CDS: [0, 0.00035, 0.0001],
  MCX: [0.01, 0.0021, 0.002],
};
const OPTIONS: Readonly<Record<string, Percent>> = {
  NFO: [0.15, 0.03553, 0.003],
  BFO: [0.15, 0.0325, 0.003],
  CDS: [0, 0.0311, 0.0001],
  MCX: [0.05, 0.0418, 0.003],
};

/** Orders that a row takes when none may pass the freeze quantity. */
export function ordersOf({ underlying, quantity, type }: AccountRow): number {
  if (type === "EQ") return 1;
  return Math.max(1, Math.ceil(Math.abs(quantity) / TERMS[underlying].largestOrder));
}

/** Flat, or a percentage of the turnover and at most as much, for each order. */
function brokerage(row: AccountRow, price: number, units: number): number {
  const { type, strike, underlying } = row;
  const orders = ordersOf(row);
  if (type === "EQ") return 0;
  const isOption = type === "CE" || type === "PE";
  if (isOption && TERMS[underlying].exchange !== "CDS") return 20 * orders;
  const turnover = (isOption ? price + strike : price) * units;
  return Math.min(20 * orders, 0.0003 * turnover);
}

/** @param quantity signed units: bought or sold; @param price rupees */
export function chargesByHand(row: AccountRow, quantity: number, price: number): ChargesBody {
  const { type, underlying, multiplier } = row;
  const { exchange } = TERMS[underlying];
  const [sold, taken, stamp]: Percent =
    type === "EQ" ? [0.1, 0.00307, 0.015] : (type === "FUT" ? FUTURES : OPTIONS)[exchange]!;
  const units = Math.abs(quantity) * multiplier;
  const turnover = price * units;
  const isBought = quantity > 0;
  // Shares that are delivered are taxed on both sides.
  const tax = isBought && type !== "EQ" ? 0 : (turnover * sold) / 100;
  const parts = {
    brokerage: brokerage(row, price, units),
    transaction_tax: tax,
    exchange_charge: (turnover * taken) / 100,
    sebi_charge: turnover / 1_000_000,
    stamp_duty: isBought ? (turnover * stamp) / 100 : 0,
  };
  const gst = 0.18 * (parts.brokerage + parts.exchange_charge + parts.sebi_charge);
  const total =
    parts.brokerage +
    parts.transaction_tax +
    parts.exchange_charge +
    parts.sebi_charge +
    parts.stamp_duty +
    gst;
  return { ...parts, gst, total };
}
