/** What to change so that a strategy has less delta, or needs less margin, for the least that is lost (rules STRAT-41, STRAT-42). */

import type { HeldPosition } from "../../margin/combine.ts";
import { contractRisk } from "../../margin/contract-risk.ts";
import { type MarginBook, marginBook } from "../../margin/margin.ts";
import { positionKey, productOf } from "../../margin/net-positions.ts";
import { createRunningMargin } from "../../margin/questions.ts";
import type { Leg } from "../model.ts";
import { adjusted } from "./adjustment.ts";
import { type Candidate, candidatesFor, type SuggestionKind } from "./candidates.ts";
import { type AdjustCost, costBetween } from "./cost.ts";
import { type AdjustFigures, adjustFigures, deltaOf } from "./figures.ts";
import { type AdjustWorld, isAlive, quotedLegs } from "./world.ts";

/** What there is to be less of. */
export const ADJUST_GOALS = ["delta", "margin"] as const;
export type AdjustGoal = (typeof ADJUST_GOALS)[number];

export interface Suggestion extends Candidate {
  readonly after: AdjustFigures;
  readonly cost: AdjustCost;
  /** By how much it lowers what was asked for, above 0: units of the underlying, or rupees of margin. */
  readonly cut: number;
}

export type Suggestions =
  /** the best first */
  | { readonly kind: "found"; readonly all: readonly Suggestion[] }
  /** there is nothing to cut */
  | { readonly kind: "little" }
  | { readonly kind: "none" }
  /** what is to be cut is not known */
  | { readonly kind: "unknown" };

const MOST = 6;
const MOST_OF_A_KIND = 2;
/** What cuts less than this part of it is not worth an order. */
const LEAST_CUT = 0.05;
/** Less delta for so much more margin is no bargain: a hedge that is taken off, mostly. */
const MOST_MARGIN_MORE = 0.1;
/** Deltas below this are nothing to cut: a thousandth of a unit. */
const NOTHING = 1e-3;
/** Sums of margins differ in their last digits. */
const ROUNDING = 1e-9;

interface Measured {
  readonly candidate: Candidate;
  readonly after: readonly Leg[];
  readonly cost: AdjustCost;
  readonly cut: number;
}

const sizeOf = ({ delta, margin }: Pick<AdjustFigures, AdjustGoal>, goal: AdjustGoal): number =>
  goal === "delta" ? Math.abs(delta) : margin;

/** Delta and margin of some legs more or less, without a second look at the others. */
function createMeter(legs: readonly Leg[], { context, positions }: MarginBook, world: AdjustWorld) {
  const margin = createRunningMargin(context);
  const known = new Map<string, Omit<HeldPosition, "quantity">>();
  for (const position of positions) {
    margin.deal(position, position.quantity);
    known.set(position.key, position);
  }
  const deltas = new Map(legs.map((leg) => [leg, deltaOf(leg, world)]));
  const whole = [...deltas.values()].reduce((sum, each) => sum + each, 0);

  /** Null for what cannot be valued. */
  function positionOf(leg: Leg): Omit<HeldPosition, "quantity"> | null {
    const key = positionKey(leg);
    const held = known.get(key);
    if (held !== undefined) return held;
    const risk = contractRisk(leg, context);
    if (typeof risk === "string") return null;
    const position = { key, product: productOf(leg), risk };
    known.set(key, position);
    return position;
  }

  /** What is dealt in: signed units of what is margined. */
  function dealsOf(some: readonly Leg[], sign: 1 | -1) {
    const counted = some.filter((leg) => leg.type !== "EQ" && isAlive(leg, world.market.now));
    return counted.map((leg) => ({ position: positionOf(leg), quantity: sign * leg.quantity }));
  }

  /** Null for what cannot be valued. */
  return (after: readonly Leg[]): { delta: number; margin: number } | null => {
    const [before, then] = [new Set(legs), new Set(after)];
    const gone = legs.filter((leg) => !then.has(leg));
    const come = after.filter((leg) => !before.has(leg));
    const deals = [...dealsOf(gone, -1), ...dealsOf(come, 1)];
    if (deals.some(({ position }) => position === null)) return null;
    for (const { position, quantity } of deals) margin.deal(position!, quantity);
    const required = margin.required();
    for (const { position, quantity } of deals) margin.deal(position!, -quantity);
    const lost = gone.reduce((sum, leg) => sum + deltas.get(leg)!, 0);
    const gained = come.reduce((sum, leg) => sum + deltaOf(leg, world), 0);
    return { delta: whole - lost + gained, margin: required };
  };
}

/** Contracts that are newly dealt in have to be liquid, and all that is dealt in has to have a price of its side. */
function isTradable({ orders, lost }: AdjustCost, legs: readonly Leg[]): boolean {
  const held = new Set(legs.map(({ token }) => token));
  return (
    orders.length > 0 &&
    Number.isFinite(lost) &&
    orders.every(({ isQuoted, isThin, contract }) => isQuoted && (!isThin || held.has(contract.token)))
  );
}

function measured(
  legs: readonly Leg[],
  before: AdjustFigures,
  goal: AdjustGoal,
  world: AdjustWorld,
): Measured[] {
  const { market, dailyVolatility, previousClose, kernel } = world;
  const book = marginBook({ legs, market, dailyVolatility, previousClose }, kernel);
  const measure = createMeter(legs, book, world);
  const size = sizeOf(before, goal);
  let names = 0;
  return candidatesFor(legs, world).flatMap((candidate): Measured[] => {
    const changed = adjusted(legs, candidate.adjustment, () => `new-${names++}`);
    if (changed === legs) return [];
    const after = quotedLegs(changed, legs, world);
    const figures = measure(after);
    const cut = figures === null ? Number.NaN : size - sizeOf(figures, goal);
    if (!(cut >= LEAST_CUT * size)) return [];
    const cost = costBetween(legs, after, world);
    return isTradable(cost, legs) ? [{ candidate, after, cost, cut }] : [];
  });
}

/** What is lost for each unit that is cut; of two as good the larger cut. */
function byWorth(a: Measured, b: Measured): number {
  return a.cost.lost / a.cut - b.cost.lost / b.cut || b.cut - a.cut;
}

/** It cuts what it says, ties up little more for it, and makes no loss endless that has an end. */
function keepsWord(before: AdjustFigures, after: AdjustFigures, goal: AdjustGoal): boolean {
  const size = sizeOf(before, goal);
  const isLess = sizeOf(after, goal) <= size * (1 - LEAST_CUT) * (1 + ROUNDING);
  const isDear = after.margin > before.margin * (1 + MOST_MARGIN_MORE);
  const becomesEndless =
    after.maxLoss === Number.NEGATIVE_INFINITY && before.maxLoss !== Number.NEGATIVE_INFINITY;
  return isLess && !isDear && !becomesEndless;
}

/** @param before `adjustFigures` of the legs */
export function suggestions(
  legs: readonly Leg[],
  before: AdjustFigures,
  goal: AdjustGoal,
  world: AdjustWorld,
): Suggestions {
  const size = sizeOf(before, goal);
  if (Number.isNaN(size)) return { kind: "unknown" };
  if (size < NOTHING) return { kind: "little" };
  const found: Suggestion[] = [];
  const kinds = new Map<SuggestionKind, number>();
  const seen = new Set<string>();
  for (const { candidate, after, cost } of measured(legs, before, goal, world).sort(byWorth)) {
    const { kind, legId, contract } = candidate;
    // One of a kind for each leg; a future and an option are two ways to hedge.
    const key = `${kind} ${legId ?? contract?.type}`;
    if (found.length === MOST) break;
    if (seen.has(key) || (kinds.get(kind) ?? 0) >= MOST_OF_A_KIND) continue;
    const figures = adjustFigures(after, world);
    if (!keepsWord(before, figures, goal)) continue;
    seen.add(key);
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    found.push({ ...candidate, after: figures, cost, cut: size - sizeOf(figures, goal) });
  }
  return found.length === 0 ? { kind: "none" } : { kind: "found", all: found };
}
