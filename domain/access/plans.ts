/** What an account holds; `disabled` and `hidden` are levels of a feature, never plans. */
export const PLAN_TYPES = ["no_plan", "free", "trial", "mini_trial", "lite", "pro"] as const;
export type PlanType = (typeof PLAN_TYPES)[number];

/** What a feature asks for. */
export type AccessLevel = "free" | "lite" | "pro" | "disabled" | "hidden";

/** Ranks of rule ACC-11: a feature is open when the plan's rank is at least the level's. */
const RANKS: Readonly<Record<PlanType | AccessLevel, number>> = {
  no_plan: 0,
  free: 0,
  lite: 1,
  pro: 2,
  trial: 2,
  mini_trial: 2,
  disabled: 10,
  hidden: 11,
};

export const PLAN_IDS = [
  "no_plan",
  "free",
  "trial",
  "mini_trial",
  "lite_1month",
  "lite_6month",
  "pro_free",
  "pro_1month",
  "pro_6month",
  "promo_pro_1month",
  "promo_pro_4month",
  "promo_pro_8month",
  "promo_pro_12month",
  "promo_pro_16month",
  "promo_pro_24month",
] as const;
export type PlanId = (typeof PLAN_IDS)[number];

export function rankOf(plan: PlanType | AccessLevel): number {
  return RANKS[plan];
}

export function isPlanType(value: string): value is PlanType {
  return PLAN_TYPES.some((type) => type === value);
}

export function isPlanId(value: string): value is PlanId {
  return PLAN_IDS.some((id) => id === value);
}

export function planTypeOf(id: PlanId): PlanType {
  if (id.startsWith("promo_pro") || id.startsWith("pro")) return "pro";
  if (id.startsWith("lite")) return "lite";
  return id as PlanType;
}

/** A plan that can be bought, in rupees a month before tax (rule PLAN-3). */
export interface PlanPrice {
  readonly id: PlanId;
  readonly months: number;
  readonly perMonth: number;
  /** what is struck through beside it; null where only the percentage off is stated */
  readonly originalPerMonth: number | null;
  readonly percentOff: number | null;
}

export const PLAN_PRICES: readonly PlanPrice[] = [
  { id: "lite_1month", months: 1, perMonth: 590, originalPerMonth: 800, percentOff: null },
  { id: "lite_6month", months: 6, perMonth: 480, originalPerMonth: null, percentOff: 40 },
  { id: "pro_1month", months: 1, perMonth: 800, originalPerMonth: 1_300, percentOff: null },
  { id: "pro_6month", months: 6, perMonth: 640, originalPerMonth: null, percentOff: 51 },
];

/** Days left at or below which the renewal reminder may show (rule PLAN-9). */
const RENEWAL_THRESHOLD_DAYS = 7;

interface RenewalFacts {
  readonly plan: PlanType;
  /** null when unknown */
  readonly daysLeft: number | null;
  readonly isAcknowledged: boolean;
  readonly hasUpcoming: boolean;
  /** the page is the plans tab, where the reminder would only be in the way */
  readonly isExcludedPage: boolean;
}

/** Whether the renewal reminder applies (rule PLAN-9). */
export function needsRenewalReminder(facts: RenewalFacts): boolean {
  if (facts.isExcludedPage || facts.isAcknowledged || facts.hasUpcoming) return false;
  if (facts.plan === "no_plan" || facts.plan === "free") return false;
  return facts.daysLeft === null || facts.daysLeft <= RENEWAL_THRESHOLD_DAYS;
}
