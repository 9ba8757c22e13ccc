import { type PlanType, planTypeOf, rankOf } from "#domain/access/plans.ts";
import type { Subscription } from "../roles/storage/repositories.ts";

const DAY_MS = 86_400_000;

/** Subscriptions of an account as they stand at an instant. */
export interface PlanState {
  readonly plan: PlanType;
  readonly current: Subscription | null;
  readonly upcoming: Subscription | null;
  /** those that are over or were outranked, newest first */
  readonly history: readonly Subscription[];
}

const isBegun = (s: Subscription, at: number): boolean => s.activatedAt <= at;
const isOver = (s: Subscription, at: number): boolean => s.validTill !== null && s.validTill <= at;
const rank = (s: Subscription): number => rankOf(planTypeOf(s.planId));
const end = (s: Subscription): number => s.validTill ?? Number.POSITIVE_INFINITY;

/** Of plans that run at once the highest counts; of equals the one that runs longest, then the newest. */
function better(a: Subscription, b: Subscription): Subscription {
  if (rank(a) !== rank(b)) return rank(a) > rank(b) ? a : b;
  if (end(a) !== end(b)) return end(a) > end(b) ? a : b;
  return a;
}

/**
 * What somebody holds now; the wall clock decides, not a job that could be late.
 * @param subscriptions newest first
 * @param at epoch ms
 */
export function planStateOf(subscriptions: readonly Subscription[], at: number): PlanState {
  const running = subscriptions.filter((s) => isBegun(s, at) && !isOver(s, at));
  const current = running.reduce<Subscription | null>(
    (best, s) => (best === null ? s : better(best, s)),
    null,
  );
  const ahead = subscriptions.filter((s) => !isBegun(s, at) && !isOver(s, at));
  const upcoming = ahead.reduce<Subscription | null>(
    (first, s) => (first === null || s.activatedAt < first.activatedAt ? s : first),
    null,
  );
  return {
    plan: current === null ? "no_plan" : planTypeOf(current.planId),
    current,
    upcoming,
    history: subscriptions.filter((s) => s !== current && !ahead.includes(s)),
  };
}

/** Days until it ends, a part of one counting whole; null without an end. */
export function daysLeft(subscription: Subscription | null, at: number): number | null {
  if (subscription === null || subscription.validTill === null) return null;
  return Math.max(0, Math.ceil((subscription.validTill - at) / DAY_MS));
}

/** When the plan may next change by itself; Infinity when it does not. */
export function nextPlanChange(subscriptions: readonly Subscription[], at: number): number {
  const instants = subscriptions.flatMap((s) => [s.activatedAt, end(s)]).filter((instant) => instant > at);
  return Math.min(Number.POSITIVE_INFINITY, ...instants);
}
