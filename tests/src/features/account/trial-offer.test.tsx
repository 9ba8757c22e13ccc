// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ANGEL, type BrokerId, GOOGLE, UPSTOX, ZERODHA } from "#domain/access/brokers.ts";
import { PAGE_NAMES, type PageName } from "#domain/access/page-paths.ts";
import { pageText } from "#domain/access/page-texts.ts";
import { pageOf } from "#domain/access/pages.ts";
import type { Profile } from "#protocol/http/account.ts";
import { pricingBroker } from "#src/features/account/pricing-broker.ts";
import { session } from "#src/session/session-state.ts";
import { trialOffer } from "#src/shared/plans/trial-offer.ts";
import { profile } from "../../../support/http/sample-answers.ts";

vi.mock("@tanstack/react-router", () => ({
  useRouter: () => ({ history: { push() {} }, navigate() {} }),
  useRouterState: () => "/",
}));
const { Upgrade } = await import("#src/features/gates/Upgrade.tsx");

function member(broker: BrokerId, plan: string, change: Partial<Profile> = {}) {
  const is = profile();
  return {
    phase: "signed_in",
    profile: {
      ...is,
      broker_details: { ...is.broker_details, broker_id: broker },
      subscription_plan: { ...is.subscription_plan, billing_plan_type: plan },
      ...change,
    },
  } as const;
}

let root: Root;
beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const host = document.createElement("div");
  document.body.append(host);
  root = createRoot(host);
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

test("[PLAN-6] a trial is offered to those who may start one and whom it opens something", () => {
  expect(trialOffer(member(ANGEL, "free"))).toBe(7);
  expect(trialOffer(member(GOOGLE, "no_plan"))).toBe(2);
  for (const plan of ["trial", "mini_trial", "lite", "pro"])
    expect(trialOffer(member(ANGEL, plan)), plan).toBeNull();
  expect(trialOffer(member(ANGEL, "free", { has_taken_trial: true }))).toBeNull();
  expect(trialOffer(member(ZERODHA, "free"))).toBeNull();
  expect(trialOffer({ phase: "anonymous", profile: null })).toBeNull();
});

async function wall(name: PageName, state: ReturnType<typeof member>): Promise<string> {
  Object.assign(session, { ended: null, failure: null }, state);
  await act(async () => root.render(<Upgrade page={pageOf(name)} />));
  return document.body.textContent ?? "";
}

test("[PLAN-6] no trial is offered in front of a page that is not built, nor to the holder of a plan", async () => {
  const isPaid = (name: PageName) => pageOf(name).feature !== null;
  const unbuilt = PAGE_NAMES.find((name) => isPaid(name) && pageText(name).soon !== undefined)!;
  const built = PAGE_NAMES.find((name) => isPaid(name) && pageText(name).soon === undefined)!;
  expect(await wall(built, member(UPSTOX, "free"))).toContain("7 days of free trial");
  expect(await wall(unbuilt, member(UPSTOX, "free"))).not.toMatch(/trial/i);
  expect(await wall(built, member(UPSTOX, "lite"))).not.toMatch(/trial/i);
});

test("[PLAN-4] pricing opens with the broker of the address, of the tab, of the last login, in this order", () => {
  expect(
    pricingBroker(
      "upstox",
      () => ZERODHA,
      () => ANGEL,
    ),
  ).toBe(UPSTOX);
  expect(
    pricingBroker(
      "nobody",
      () => GOOGLE,
      () => ZERODHA,
    ),
  ).toBe(GOOGLE);
  expect(
    pricingBroker(
      null,
      () => null,
      () => ZERODHA,
    ),
  ).toBe(ZERODHA);
  for (const kept of [0, 99, Number.NaN])
    expect(
      pricingBroker(
        null,
        () => null,
        () => kept,
      ),
    ).toBe(ANGEL);
});
