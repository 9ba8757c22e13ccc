/** From the risks of legs to the margin of their underlying (quant.md §10). Rupees throughout. */

import { calendarSpreadCharge } from "./calendar-spread.ts";
import type { LegRisk } from "./leg-risk.ts";
import type { MarginMarket } from "./margin-market.ts";
import { SCENARIO_COUNT } from "./scenarios.ts";
import { addRisk, emptyTotals, type RiskTotals } from "./totals.ts";

/** Legs scanned together. */
interface ScanGroup {
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

function scanGroup(kind: ScanGroup["kind"], gains: Float64Array): ScanGroup {
  const losses = new Float64Array(SCENARIO_COUNT);
  let scanRisk = 0;
  let worst: number | null = null;
  for (let s = 0; s < SCENARIO_COUNT; s++) {
    // 0 - x, for -x of nothing is a negative nothing.
    losses[s] = 0 - gains[s]!;
    if (losses[s]! > scanRisk) {
      scanRisk = losses[s]!;
      worst = s + 1;
    }
  }
  return { kind, losses, scanRisk, worst };
}

/** Sums of hundreds of legs differ in the thirteenth digit: what is left of a loss that the options' own value covers. */
const ROUNDING = 1e-12;

function spanOf(totals: RiskTotals, { market, rates, ranges }: MarginMarket) {
  const { running, expiring, deltas, optionValue: netOptionValue, shortOptionMinimum } = totals;
  const groups = [
    ...(running.legs > 0 || expiring.legs === 0 ? [scanGroup("running", running.gains)] : []),
    ...(expiring.legs > 0 ? [scanGroup("expiring today", expiring.gains)] : []),
  ];
  const scanRisk = groups.reduce((total, group) => total + group.scanRisk, 0);
  const spot = market.spot > 0 ? market.spot : (deltas.values().next().value?.forward ?? 0);
  const calendarCharge = calendarSpreadCharge(deltas.values(), rates.calendar, ranges.price * spot);
  const risk = Math.max(scanRisk + calendarCharge, shortOptionMinimum);
  const uncovered = risk - netOptionValue;
  const span = uncovered > ROUNDING * Math.max(risk, Math.abs(netOptionValue)) ? uncovered : 0;
  return { span, scanRisk, calendarCharge, shortOptionMinimum, netOptionValue, groups };
}

/** On a stock's expiry day its futures and sold options cost more than usual: what is asked for beyond the normal margin. */
function expiryDayDelivery(today: RiskTotals, context: MarginMarket): number {
  const { delivery } = context.rates;
  if (delivery === null || today.obligation === 0) return 0;
  const normal = spanOf(today, context).span + today.exposure;
  const asked = Math.min(delivery.expiryDayValue * today.obligation, delivery.expiryDayTimes * normal);
  return Math.max(0, asked - normal);
}

/** The margin of legs that come and go; `breakdown` is of those that are there. */
interface RunningMargin {
  add(risk: LegRisk): void;
  remove(risk: LegRisk): void;
  breakdown(): MarginBreakdown;
}

/** @param shares rupees paid for shares of the underlying, which are margined by nothing here */
export function createRunningMargin(context: MarginMarket, shares: number): RunningMargin {
  const { splitsExpiryDay } = context.rates;
  const all = emptyTotals();
  /** Legs that expire today, once more by themselves. */
  const today = emptyTotals();

  function change(risk: LegRisk, sign: 1 | -1): void {
    addRisk(all, risk, splitsExpiryDay, sign);
    if (risk.expiresToday) addRisk(today, risk, splitsExpiryDay, sign);
  }

  return {
    add: (risk) => change(risk, 1),
    remove: (risk) => change(risk, -1),
    breakdown() {
      const span = spanOf(all, context);
      const { exposure, deepOtm, expiryDay } = all;
      const delivery = all.delivery + expiryDayDelivery(today, context);
      const additional = deepOtm + expiryDay + delivery;
      const marginRequired = span.span + exposure + additional;
      const outlay = all.outlay + shares;
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
    },
  };
}

/** The margin of some legs. */
export function combine(risks: readonly LegRisk[], context: MarginMarket, shares = 0): MarginBreakdown {
  const margin = createRunningMargin(context, shares);
  for (const risk of risks) margin.add(risk);
  return margin.breakdown();
}
