import type { BrokerId } from "#domain/access/brokers.ts";
import { requiredLevel } from "#domain/access/features.ts";
import { pageText } from "#domain/access/page-texts.ts";
import { PAGES } from "#domain/access/pages.ts";
import type { AccessLevel, PlanId } from "#domain/access/plans.ts";
import { PLAN_PRICES, type PlanPrice, planTypeOf } from "#domain/access/plans.ts";
import { planName } from "../../shared/plans/plan-names.ts";

export type Term = 1 | 6;
export const TERMS: readonly Term[] = [1, 6];

/** A plan on the shelf, for one term. */
export interface PlanCard {
  readonly id: PlanId;
  readonly level: "lite" | "pro";
  readonly name: string;
  readonly price: PlanPrice;
  /** rupees for the whole term, before tax */
  readonly total: number;
}

export function planCards(term: Term): readonly PlanCard[] {
  return PLAN_PRICES.filter(({ months }) => months === term).map((price) => {
    const level = planTypeOf(price.id) === "lite" ? "lite" : "pro";
    return { id: price.id, level, name: planName(level), price, total: price.perMonth * price.months };
  });
}

/** Whether accounts of this broker have every page in Free, those that are to come among them. */
export const isAllFree = (broker: BrokerId): boolean =>
  pagesOpenedBy("lite", broker).length + pagesOpenedBy("pro", broker).length === 0;

/** Titles of the pages that an account of this broker opens with exactly this level: the access matrix in words. */
export function pagesOpenedBy(level: AccessLevel, broker: BrokerId): readonly string[] {
  const titles = PAGES.filter(
    ({ feature, isWidget, access }) =>
      feature !== null && !isWidget && access !== "privileged" && requiredLevel(feature, broker) === level,
  ).map(({ name }) => pageText(name).title);
  return [...new Set(titles)];
}
