import type { BrokerId } from "#domain/access/brokers.ts";
import { BROKERS } from "#domain/access/brokers.ts";
import type { AccessLevel, PlanType } from "#domain/access/plans.ts";
import { TEXTS } from "./texts.ts";

const NAMES: Readonly<Record<PlanType, string>> = TEXTS.names;

/** A plan type as people read it; an unknown one is shown as it is written. */
export function planName(type: string): string {
  return Object.hasOwn(NAMES, type) ? NAMES[type as PlanType] : type;
}

export function levelName(level: AccessLevel): string {
  return level === "lite" || level === "pro" || level === "free" ? NAMES[level] : TEXTS.anotherPlan;
}

/** How long the one free trial of this broker's accounts is (rule PLAN-5). */
export function trialDays(broker: BrokerId): number {
  return BROKERS[broker].trialDays;
}
