/** What came of the legs that are over, and what the others stand at (rule ANZ-62). */

import type { BrokerId } from "../../access/brokers.ts";
import { brokeragePlan } from "../../charges/brokerage.ts";
import { type ChargeSituation, chargedLeg } from "../../charges/of-leg.ts";
import { chargeRates } from "../../charges/rates.ts";
import { legCharges } from "../../charges/round-trip.ts";
import type { SettlementOrigin } from "../../settlement/settlement.ts";
import type { IsoDate } from "../../units/iso-date.ts";
import type { AnalyzerLeg } from "../analyzer/model.ts";

/** What a contract settled at, rupees of one unit; null nothing is known. */
interface Settled {
  readonly price: number | null;
  readonly origin: SettlementOrigin | null;
  readonly isEstimated: boolean;
}

export interface ResultTerms {
  /** By token, of legs that are over. */
  readonly settlements: ReadonlyMap<number, Settled>;
  /** What a unit of a living leg fetches now, by token, rupees; NaN unknown. */
  readonly prices: ReadonlyMap<number, number>;
  readonly market: ChargeSituation["market"];
  readonly broker: BrokerId;
  /** The day on which the trades were entered, as far as it is known. */
  readonly enteredOn: IsoDate;
}

export interface SettledResult extends Settled {
  readonly leg: AnalyzerLeg;
  /** Rupees before charges; NaN where entry or settlement is not known. */
  readonly gross: number;
  /** Of entry and settlement, by the rates of their days; NaN where these are not kept. */
  readonly charges: number;
}

export interface StrategyResult {
  readonly settled: readonly SettledResult[];
  /** Of the legs that are over: rupees; NaN while one is not known. */
  readonly realised: number;
  readonly charges: number;
  /** Of those that are not, at the prices of now. */
  readonly open: number;
}

/** An option that ended worthless costs nothing whatever the underlying did: its strike stands for it. */
function underlyingAt({ type, strike }: AnalyzerLeg, value: number): number {
  if (type === "CE") return strike + value;
  return type === "PE" ? strike - value : value;
}

function chargesOf(leg: AnalyzerLeg, value: number, { market, broker, enteredOn }: ResultTerms): number {
  const expiry = leg.expiry ?? enteredOn;
  const entered = enteredOn < expiry ? enteredOn : expiry;
  const [entryRates, exitRates] = [chargeRates(entered), chargeRates(expiry)];
  if (entryRates === null || exitRates === null || !Number.isFinite(value)) return Number.NaN;
  const exit = { kind: "expiry", underlying: underlyingAt(leg, value) } as const;
  const days = { entered, left: expiry };
  const charged = chargedLeg(leg, { market, product: leg.product ?? "NRML", ...days, exit });
  return legCharges(
    charged,
    { rates: entryRates, plan: brokeragePlan(broker, entered) },
    { rates: exitRates, plan: brokeragePlan(broker, expiry) },
  ).total.total;
}

const UNKNOWN: Settled = { price: null, origin: null, isEstimated: true };
const sum = (figures: readonly number[]): number => figures.reduce((total, each) => total + each, 0);

/** Of the legs that are selected. */
export function resultOf(legs: readonly AnalyzerLeg[], terms: ResultTerms): StrategyResult {
  const counted = legs.filter(({ isSelected, quantity }) => isSelected && quantity !== 0);
  const settled = counted
    .filter(({ isExpired }) => isExpired)
    .map((leg): SettledResult => {
      const settlement = terms.settlements.get(leg.token) ?? UNKNOWN;
      const value = settlement.price ?? Number.NaN;
      const gross = (value - (leg.entryPrice ?? Number.NaN)) * leg.quantity * leg.multiplier;
      return { leg, ...settlement, gross, charges: chargesOf(leg, value, terms) };
    });
  const open = counted
    .filter(({ isExpired }) => !isExpired)
    .map((leg) => {
      const price = terms.prices.get(leg.token) ?? Number.NaN;
      // Without an entry price a trade is at the market's of now.
      return (price - (leg.entryPrice ?? price)) * leg.quantity * leg.multiplier;
    });
  return {
    settled,
    realised: sum(settled.map(({ gross }) => gross)),
    charges: sum(settled.map(({ charges }) => charges)),
    open: sum(open),
  };
}
