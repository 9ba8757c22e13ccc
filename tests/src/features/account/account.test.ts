import { expect, test } from "vitest";
import { ANGEL, ANONYMOUS, GOOGLE, UPSTOX, ZERODHA } from "#domain/access/brokers.ts";
import { describeDevice, isHandheld } from "#src/browser/describe-device.ts";
import { clientIdText, dayText, planText, priceText } from "#src/features/account/facts/account-facts.ts";
import { hasTrialEnded, isTrialEndedDismissed } from "#src/features/account/notices/trial-ended.ts";
import { pagesOpenedBy, planCards } from "#src/features/account/plan-cards.ts";
import { profileAddress, tabAddress } from "#src/features/account/profile-tab.ts";
import { planName, trialDays } from "#src/shared/plans/plan-names.ts";
import { profile } from "../../../support/http/sample-answers.ts";

const plan = (billing_plan_type: string, days_left: number | null = null) => ({
  subscription_plan: { ...profile().subscription_plan, billing_plan_type, days_left },
});

test("[PLAN-15] tab=strikewise_plans is the plans tab, and the address is put right without losing the rest", () => {
  expect(profileAddress(new URLSearchParams("?tab=strikewise_plans&upgrade=true"))).toEqual({
    tab: "plans",
    isUpgrading: true,
    corrected: "/profile?tab=plans&upgrade=true",
  });
  expect(profileAddress(new URLSearchParams("?tab=plans"))).toEqual({
    tab: "plans",
    isUpgrading: false,
    corrected: null,
  });
});

test("upgrade=true alone is about plans; an unknown tab is the overview", () => {
  expect(profileAddress(new URLSearchParams("?upgrade=true"))).toMatchObject({
    tab: "plans",
    isUpgrading: true,
  });
  expect(profileAddress(new URLSearchParams("?upgrade=1"))).toMatchObject({
    tab: "overview",
    isUpgrading: false,
  });
  expect(profileAddress(new URLSearchParams("?tab=<b>"))).toMatchObject({ tab: "overview", corrected: null });
  for (const tab of ["overview", "plans", "devices", "preferences"] as const) {
    expect(profileAddress(new URL(tabAddress(tab), "https://own.example").searchParams).tab).toBe(tab);
  }
});

test("[PLAN-3] the shelf shows the four prices, with what is struck through and the percentage off", () => {
  const [lite1, pro1] = planCards(1);
  const [lite6, pro6] = planCards(6);
  expect(lite1).toMatchObject({ name: "Lite", price: { perMonth: 590, originalPerMonth: 800 } });
  expect(pro1).toMatchObject({ name: "Pro", price: { perMonth: 800, originalPerMonth: 1_300 } });
  expect(lite6).toMatchObject({ name: "Lite", total: 2_880, price: { perMonth: 480, percentOff: 40 } });
  expect(pro6).toMatchObject({ name: "Pro", total: 3_840, price: { perMonth: 640, percentOff: 51 } });
});

test("[PLAN-4] what a plan is said to open is what the matrix asks of that broker", () => {
  expect(pagesOpenedBy("lite", ZERODHA)).toEqual([]);
  expect(pagesOpenedBy("pro", ZERODHA)).toEqual([]);
  expect(pagesOpenedBy("lite", UPSTOX)).toContain("Positions");
  expect(pagesOpenedBy("pro", UPSTOX)).not.toContain("Positions");
  expect(pagesOpenedBy("pro", ANGEL)).toContain("Positions");
  expect(pagesOpenedBy("lite", ANGEL)).toEqual([]);
});

test("[PLAN-5] a trial is 2 days long for Google and 7 for all others", () => {
  expect(trialDays(GOOGLE)).toBe(2);
  for (const broker of [ZERODHA, ANGEL, UPSTOX, ANONYMOUS] as const) expect(trialDays(broker)).toBe(7);
});

test("[PLAN-7] the trial has ended for free and no_plan accounts that took one, and for no others", () => {
  expect(hasTrialEnded(profile({ has_taken_trial: true, ...plan("free") }))).toBe(true);
  expect(hasTrialEnded(profile({ has_taken_trial: true, ...plan("no_plan") }))).toBe(true);
  expect(hasTrialEnded(profile({ has_taken_trial: true, ...plan("trial") }))).toBe(false);
  expect(hasTrialEnded(profile({ has_taken_trial: true, ...plan("pro") }))).toBe(false);
  expect(hasTrialEnded(profile({ has_taken_trial: false, ...plan("free") }))).toBe(false);
});

test("[PLAN-7] the dismissal is kept under its stable name; where nothing can be kept the modal stays away", () => {
  const kept = { getItem: (key: string) => (key === "is_trial_plan_ended_modal_dismissed" ? "true" : null) };
  expect(isTrialEndedDismissed(() => kept)).toBe(true);
  expect(isTrialEndedDismissed(() => ({ getItem: () => null }))).toBe(false);
  const refused = () => {
    throw new DOMException("denied", "SecurityError");
  };
  expect(isTrialEndedDismissed(refused)).toBe(true);
});

test.each([
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36",
    "Chrome on Windows",
    false,
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36 Edg/156.0",
    "Edge on Windows",
    false,
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1",
    "Safari on iPhone",
    true,
  ],
  [
    "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/30.0 Chrome/140.0 Mobile Safari/537.36",
    "Samsung Internet on Android",
    true,
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0", "Firefox on Linux", false],
  ["curl/8.5", "Unknown device", false],
  ["", "Unknown device", false],
])("a device is called as people would call it: %s", (agent, name, handheld) => {
  expect(describeDevice(agent)).toBe(name);
  expect(isHandheld(agent)).toBe(handheld);
});

test("facts are said in words, and what is unknown is --", () => {
  expect(dayText("2026-11-20T20:00:00.000Z")).toBe("21 Nov 2026");
  expect(dayText(null)).toBe("--");
  expect(dayText("soon")).toBe("--");
  expect(planText(profile(plan("mini_trial", 0.4)))).toBe("Trial, 1 day left");
  expect(planText(profile(plan("pro", -2)))).toBe("Pro, 0 days left");
  expect(planText(profile(plan("no_plan")))).toBe("Free");
  expect(planName("constructor")).toBe("constructor");
  expect(priceText(profile({ delay_ms: 60_000 }))).toBe("1 minute late");
  expect(priceText(profile())).toBe("Real-time");
  expect(clientIdText(profile())).toBe("ZX0007");
  expect(clientIdText(profile({ external_user_id: "sandbox:SBX001" }))).toBe("SBX001 (sandbox)");
});
