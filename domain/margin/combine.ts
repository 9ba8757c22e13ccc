/** From the risks of legs to the margin of their underlying (quant.md §10). Rupees throughout. */

import { calendarSpreadCharge } from "./calendar-spread.ts";
import type { LegRisk, MarginMarket } from "./leg-risk.ts";
import { SCENARIO_COUNT } from "./scenarios.ts";

/** Legs scanned together. */
export interface ScanGroup {
  readonly kind: "running" | "expiring today";
  /** Loss under each scenario, weight counted; gains are below 0. */
  readonly losses: Float64Array;
  /** The worst of them, at least 0. */
  readonly scanRisk: number;
  /** Number of the scenario it comes from, 1 to 16; null when none loses. */
  readonly worst: number | null;
}

export interface MarginBreakdown {
  readonly span: number;
  readonly scanRisk: number;
  readonly calendarCharge: number;
  readonly shortOptionMinimum: number;
  readonly netOptionValue: number;
  readonly exposure: number;
  /** Deep out-of-the-money, expiry-day and delivery margins. */
  readonly additional: number;
  readonly deepOtm: number;
  readonly expiryDay: number;
  readonly delivery: number;
  /** SPAN, exposure and additional. */
  readonly marginRequired: number;
  /** Premiums of new trades and shares bought, paid above 0. */
  readonly outlay: number;
  readonly capitalRequired: number;
  readonly groups: readonly ScanGroup[];
}

function scanGroup(kind: ScanGroup["kind"], risks: readonly LegRisk[]): ScanGroup {
  const losses = new Float64Array(SCENARIO_COUNT);
  for (const { gains } of risks) for (let s = 0; s < SCENARIO_COUNT; s++) losses[s]! -= gains[s]!;
  let scanRisk = 0;
  let worst: number | null = null;
  for (let s = 0; s < SCENARIO_COUNT; s++) {
    if (losses[s]! > scanRisk) {
      scanRisk = losses[s]!;
      worst = s + 1;
    }
  }
  return { kind, losses, scanRisk, worst };
}

function sum(risks: readonly LegRisk[], figure: (risk: LegRisk) => number): number {
  let total = 0;
  for (const risk of risks) total += figure(risk);
  return total;
}

function spanOf(risks: readonly LegRisk[], { market, rates, ranges }: MarginMarket) {
  const isApart = (risk: LegRisk) => rates.splitsExpiryDay && risk.expiresToday;
  const running = risks.filter((risk) => !isApart(risk));
  const expiring = risks.filter(isApart);
  const groups = [
    ...(running.length > 0 || expiring.length === 0 ? [scanGroup("running", running)] : []),
    ...(expiring.length > 0 ? [scanGroup("expiring today", expiring)] : []),
  ];
  const scanRisk = groups.reduce((total, group) => total + group.scanRisk, 0);
  const spot = market.spot > 0 ? market.spot : (risks[0]?.forward ?? 0);
  const calendarCharge = calendarSpreadCharge(running, rates.calendar, ranges.price * spot);
  const shortOptionMinimum = sum(risks, (risk) => risk.shortOptionMinimum);
  const netOptionValue = sum(risks, (risk) => risk.optionValue);
  const span = Math.max(0, Math.max(scanRisk + calendarCharge, shortOptionMinimum) - netOptionValue);
  return { span, scanRisk, calendarCharge, shortOptionMinimum, netOptionValue, groups };
}

/** On a stock's expiry day its futures and sold options cost more than usual: what is asked for beyond the normal margin. */
function expiryDayDelivery(risks: readonly LegRisk[], context: MarginMarket): number {
  const { delivery } = context.rates;
  if (delivery === null) return 0;
  const today = risks.filter(({ expiresToday }) => expiresToday);
  const obligation = sum(today, (risk) => risk.obligation);
  if (obligation === 0) return 0;
  const normal = spanOf(today, context).span + sum(today, (risk) => risk.exposure);
  const asked = Math.min(delivery.expiryDayValue * obligation, delivery.expiryDayTimes * normal);
  return Math.max(0, asked - normal);
}

/** @param shares rupees paid for shares of the underlying, which are margined by nothing here */
export function combine(risks: readonly LegRisk[], context: MarginMarket, shares = 0): MarginBreakdown {
  const span = spanOf(risks, context);
  const exposure = sum(risks, (risk) => risk.exposure);
  const deepOtm = sum(risks, (risk) => risk.deepOtm);
  const expiryDay = sum(risks, (risk) => risk.expiryDay);
  const delivery = sum(risks, (risk) => risk.delivery) + expiryDayDelivery(risks, context);
  const additional = deepOtm + expiryDay + delivery;
  const marginRequired = span.span + exposure + additional;
  const outlay = sum(risks, (risk) => risk.outlay) + shares;
  return {
    ...span,
    exposure,
    additional,
    deepOtm,
    expiryDay,
    delivery,
    marginRequired,
    outlay,
    capitalRequired: Math.max(0, marginRequired + outlay),
  };
}
