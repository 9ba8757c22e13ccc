import type { BrokerId } from "#domain/access/brokers.ts";
import { BROKERS } from "#domain/access/brokers.ts";
import type { AccessLevel, PlanType } from "#domain/access/plans.ts";

const NAMES: Readonly<Record<PlanType, string>> = {
  no_plan: "Free",
  free: "Free",
  trial: "Trial",
  mini_trial: "Trial",
  lite: "Lite",
  pro: "Pro",
};

/** A plan type as people read it; an unknown one is shown as it is written. */
export function planName(type: string): string {
  return Object.hasOwn(NAMES, type) ? NAMES[type as PlanType] : type;
}

export function levelName(level: AccessLevel): string {
  return level === "lite" || level === "pro" || level === "free" ? NAMES[level] : "another";
}

/** "7 days" or "1 day". */
export function daysText(days: number): string {
  return `${days} ${days === 1 ? "day" : "days"}`;
}

/** How long the one free trial of this broker's accounts is (rule PLAN-5). */
export function trialDays(broker: BrokerId): number {
  return BROKERS[broker].trialDays;
}
