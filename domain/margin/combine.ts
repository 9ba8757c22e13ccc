/** From net positions to the margin of their underlying (quant.md §10). Rupees throughout. */

import { calendarSpreadCharge, exposedValue } from "./calendar-spread.ts";
import type { ContractRisk } from "./contract-risk.ts";
import type { MarginMarket } from "./margin-market.ts";
import type { MarginProduct } from "./net-positions.ts";
import { SCENARIO_COUNT } from "./scenarios.ts";
import { addPosition, emptyTotals, type RiskTotals } from "./totals.ts";

/** Positions scanned together. */
interface ScanGroup {
  readonly product: MarginProduct;
  readonly kind: "running" | "expiring today" | "tender period";
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
  readonly groups: readonly ScanGroup[];
}

function scanGroup(product: MarginProduct, kind: ScanGroup["kind"], gains: Float64Array): ScanGroup {
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
  return { product, kind, losses, scanRisk, worst };
}

/** Sums of hundreds of positions differ in the thirteenth digit: what is left of a loss that the options' own value covers. */
const ROUNDING = 1e-12;

function spotOf({ deltas, apart }: RiskTotals, { market }: MarginMarket): number {
  const [nearest] = [...deltas.values(), ...apart.futures.values()];
  return market.spot > 0 ? market.spot : (nearest?.forward ?? 0);
}

function spanOf(totals: RiskTotals, product: MarginProduct, context: MarginMarket) {
  const { rates, ranges, futures } = context;
  const { running, apart, deltas, optionValue: netOptionValue, shortOptionMinimum } = totals;
  const kindApart = rates.apartFrom === 0 ? "expiring today" : "tender period";
  const groups = [
    ...(running.positions > 0 ? [scanGroup(product, "running", running.gains)] : []),
    ...(apart.positions > 0 ? [scanGroup(product, kindApart, apart.gains)] : []),
  ];
  const scanRisk = groups.reduce((total, group) => total + group.scanRisk, 0);
  const calendarCharge = calendarSpreadCharge(deltas.values(), {
    charge: rates.calendar,
    range: ranges.price * spotOf(totals, context),
    rankOf: (expiry) => futures.indexOf(expiry) + 1 || Number.POSITIVE_INFINITY,
  });
  const risk = Math.max(scanRisk + calendarCharge, shortOptionMinimum);
  const uncovered = risk - netOptionValue;
  const span = uncovered > ROUNDING * Math.max(risk, Math.abs(netOptionValue)) ? uncovered : 0;
  return { span, scanRisk, calendarCharge, shortOptionMinimum, netOptionValue, groups };
}

/** Of sold options one by one; of futures all together, for a calendar of them is exposed less than its legs are. */
function exposureOf(totals: RiskTotals, context: MarginMarket): number {
  const { exposure, calendarExposure } = context.rates;
  const spot = spotOf(totals, context);
  const running = exposedValue(totals.running.futures.values(), spot, calendarExposure);
  const apart = exposedValue(totals.apart.futures.values(), spot, null);
  return totals.exposure + exposure.future * (running + apart);
}

/** On a stock's expiry day its futures and sold options cost more than usual: what is asked for beyond the normal margin. */
function expiryDayDelivery(today: RiskTotals, product: MarginProduct, context: MarginMarket): number {
  const { delivery } = context.rates;
  if (delivery === null || today.obligation === 0) return 0;
  const normal = spanOf(today, product, context).span + exposureOf(today, context);
  const asked = Math.min(delivery.expiryDayValue * today.obligation, delivery.expiryDayTimes * normal);
  return Math.max(0, asked - normal);
}

/** A net position as it is margined. */
export interface HeldPosition {
  readonly key: string;
  readonly product: MarginProduct;
  /** Null where nothing is known that it could be valued by: its margin is not known while it is open. */
  readonly risk: ContractRisk | null;
  /** Signed units; 0: closed. */
  readonly quantity: number;
}

/** The margin of one product's positions: what is held in another hedges none of it. */
function marginOfProduct(
  product: MarginProduct,
  held: Iterable<HeldPosition>,
  context: MarginMarket,
): MarginBreakdown {
  const all = emptyTotals();
  /** What expires today, once more by itself. */
  const today = emptyTotals();
  let isKnown = true;
  for (const { product: own, risk, quantity } of held) {
    if (own !== product || quantity === 0) continue;
    if (risk === null) isKnown = false;
    else {
      addPosition(all, risk, quantity);
      if (risk.expiresToday) addPosition(today, risk, quantity);
    }
  }
  const span = spanOf(all, product, context);
  const exposure = exposureOf(all, context);
  const { deepOtm, expiryDay } = all;
  const delivery = all.delivery + expiryDayDelivery(today, product, context);
  const additional = deepOtm + expiryDay + delivery;
  const marginRequired = isKnown ? span.span + exposure + additional : Number.NaN;
  return { ...span, exposure, additional, deepOtm, expiryDay, delivery, marginRequired };
}

const NO_MARGIN: MarginBreakdown = {
  span: 0,
  scanRisk: 0,
  calendarCharge: 0,
  shortOptionMinimum: 0,
  netOptionValue: 0,
  exposure: 0,
  additional: 0,
  deepOtm: 0,
  expiryDay: 0,
  delivery: 0,
  marginRequired: 0,
  groups: [],
};

function sumOf(a: MarginBreakdown, b: MarginBreakdown): MarginBreakdown {
  return {
    span: a.span + b.span,
    scanRisk: a.scanRisk + b.scanRisk,
    calendarCharge: a.calendarCharge + b.calendarCharge,
    shortOptionMinimum: a.shortOptionMinimum + b.shortOptionMinimum,
    netOptionValue: a.netOptionValue + b.netOptionValue,
    exposure: a.exposure + b.exposure,
    additional: a.additional + b.additional,
    deepOtm: a.deepOtm + b.deepOtm,
    expiryDay: a.expiryDay + b.expiryDay,
    delivery: a.delivery + b.delivery,
    marginRequired: a.marginRequired + b.marginRequired,
    groups: [...a.groups, ...b.groups],
  };
}

/** The margin of some positions, product by product; all zero where nothing is open. */
export function combine(held: readonly HeldPosition[], context: MarginMarket): MarginBreakdown {
  const products = new Set(held.flatMap(({ product, quantity }) => (quantity === 0 ? [] : [product])));
  const [first, ...more] = [...products].map((product) => marginOfProduct(product, held, context));
  return more.reduce(sumOf, first ?? NO_MARGIN);
}
