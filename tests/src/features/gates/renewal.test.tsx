// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ANGEL } from "#domain/access/brokers.ts";
import { pageOf } from "#domain/access/pages.ts";
import { session } from "#src/session/session-state.ts";
import { profile } from "../../../support/http/sample-answers.ts";

vi.mock("@tanstack/react-router", () => ({
  useRouter: () => ({ navigate() {} }),
  useRouterState: () => false,
}));
const { Renewal } = await import("#src/features/gates/Renewal.tsx");

let root: Root;
let host: HTMLElement;
beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  host = document.createElement("div");
  root = createRoot(host);
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

test("[PLAN-10] the renewal wall says what the page needs, and that the plan at hand is not it", async () => {
  const is = profile();
  Object.assign(session, {
    phase: "signed_in",
    profile: {
      ...is,
      broker_details: { ...is.broker_details, broker_id: ANGEL },
      subscription_plan: { ...is.subscription_plan, billing_plan_type: "lite", days_left: 3 },
    },
  });
  await act(async () => root.render(<Renewal page={pageOf("builder")} />));
  expect(host.textContent).toContain("Your Lite plan ends in 3 days");
  expect(host.textContent).toContain("Strategy Builder is part of Pro. Your Lite plan does not open it");
});
