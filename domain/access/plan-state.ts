import { type PlanId, type PlanType, planTypeOf, rankOf } from "./plans.ts";

const DAY_MS = 86_400_000;

/** A plan that an account holds, held or will hold; instants are epoch ms. */
export interface HeldPlan {
  readonly planId: PlanId;
  readonly activatedAt: number;
  /** null for plans without an end */
  readonly validTill: number | null;
}

/** Plans of an account as they stand at an instant. */
export interface PlanState<Held extends HeldPlan> {
  readonly plan: PlanType;
  readonly current: Held | null;
  readonly upcoming: Held | null;
  /** those that are over or were outranked, newest first */
  readonly history: readonly Held[];
}

const isBegun = (held: HeldPlan, at: number): boolean => held.activatedAt <= at;
const isOver = (held: HeldPlan, at: number): boolean => held.validTill !== null && held.validTill <= at;
const rank = (held: HeldPlan): number => rankOf(planTypeOf(held.planId));
const end = (held: HeldPlan): number => held.validTill ?? Number.POSITIVE_INFINITY;

/** Of plans that run at once the highest counts; of equals the one that runs longest, then the newest. */
function better<Held extends HeldPlan>(a: Held, b: Held): Held {
  if (rank(a) !== rank(b)) return rank(a) > rank(b) ? a : b;
  if (end(a) !== end(b)) return end(a) > end(b) ? a : b;
  return a;
}

/**
 * What an account holds now; the wall clock decides, not a job that could be late.
 * @param plans newest first
 * @param at epoch ms
 */
export function planStateOf<Held extends HeldPlan>(plans: readonly Held[], at: number): PlanState<Held> {
  const running = plans.filter((held) => isBegun(held, at) && !isOver(held, at));
  const current = running.reduce<Held | null>(
    (best, held) => (best === null ? held : better(best, held)),
    null,
  );
  const ahead = plans.filter((held) => !isBegun(held, at) && !isOver(held, at));
  const upcoming = ahead.reduce<Held | null>(
    (first, held) => (first === null || held.activatedAt < first.activatedAt ? held : first),
    null,
  );
  return {
    plan: current === null ? "no_plan" : planTypeOf(current.planId),
    current,
    upcoming,
    history: plans.filter((held) => held !== current && !ahead.includes(held)),
  };
}

/** Days until a plan ends, a part of one counting whole; null without an end. */
export function daysLeft(held: HeldPlan | null, at: number): number | null {
  if (held === null || held.validTill === null) return null;
  return Math.max(0, Math.ceil((held.validTill - at) / DAY_MS));
}

/** When the plan may next change by itself; Infinity when it does not. */
export function nextPlanChange(plans: readonly HeldPlan[], at: number): number {
  const instants = plans.flatMap((held) => [held.activatedAt, end(held)]).filter((instant) => instant > at);
  return Math.min(Number.POSITIVE_INFINITY, ...instants);
}
