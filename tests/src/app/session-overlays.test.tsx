// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ANGEL, ZERODHA } from "#domain/access/brokers.ts";
import type { Profile } from "#protocol/http/account.ts";
import { profile } from "../../support/http/sample-answers.ts";

const place = vi.hoisted(() => ({ pathname: "/support", searchStr: "", pushed: [] as string[] }));
vi.mock("@tanstack/react-router", () => {
  const router = { history: { push: (path: string) => void place.pushed.push(path) }, navigate() {} };
  return {
    useRouter: () => router,
    useRouterState: ({ select }: { select(state: object): unknown }) => select({ location: place }),
  };
});
const { SessionOverlays } = await import("#src/app/SessionOverlays.tsx");
const { session } = await import("#src/session/session-state.ts");

let root: Root;
beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  localStorage.clear();
  place.pushed.length = 0;
  place.searchStr = "";
  const host = document.createElement("div");
  document.body.append(host);
  root = createRoot(host);
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

async function at(pathname: string, state: Partial<typeof session>): Promise<void> {
  Object.assign(session, { phase: "anonymous", profile: null, ended: null, failure: null }, state);
  place.pathname = pathname;
  await act(async () => root.render(<SessionOverlays />));
}
const signedIn = (change: Partial<Profile>): Partial<typeof session> => ({
  phase: "signed_in",
  profile: profile(change),
});
const dialog = (): string | null => document.querySelector('[role="dialog"] h2')?.textContent ?? null;
const banner = (): string | null => document.querySelector('[role="alert"]')?.textContent ?? null;

test("[SES-8] an Angel One user who logged in elsewhere is told in a dialog, and asked to log in again", async () => {
  await at("/profile", { ended: { broker: ANGEL, reason: "elsewhere", wasOpen: true } });
  expect(dialog()).toBe("Session time out");
  expect(document.body.textContent).toContain("because you logged in elsewhere");
  expect(place.pushed).toEqual([]);
});

test("[SES-7] a forced logout leads to the login page of that broker and back, once", async () => {
  place.searchStr = "?tab=plans";
  await at("/profile", { ended: { broker: ZERODHA, reason: "expired", wasOpen: true } });
  expect(place.pushed).toEqual(["/login?broker=zerodha&redirect=%2Fprofile%3Ftab%3Dplans"]);
  // A visitor who then goes elsewhere without logging in is not led back again.
  place.pathname = "/account-details";
  await act(async () => root.render(<SessionOverlays />));
  expect(place.pushed).toHaveLength(1);
});

test.each(["/option-chain", "/orders", "/positions", "/verified-pnl/following"])(
  "on the special page %s a forced logout is a banner, and never leads away",
  async (path) => {
    await at(path, { ended: { broker: ZERODHA, reason: "broker", wasOpen: true } });
    expect(banner()).toContain("Your broker ended this login");
    expect(place.pushed).toEqual([]);
  },
);

test("a session found dead when the page was loaded is told where one is, not by leading away", async () => {
  await at("/profile", { ended: { broker: ANGEL, reason: "expired", wasOpen: false } });
  expect(banner()).toContain("Your session is over");
  expect(place.pushed).toEqual([]);
});

test("in a broker's frame there is neither banner nor navigation of ours", async () => {
  await at("/widget/builder/app", { ended: { broker: ZERODHA, reason: "expired", wasOpen: true } });
  expect(banner()).toBeNull();
  expect(place.pushed).toEqual([]);
});

test("[PLAN-8] a first login is greeted, except on sales and broker-promo pages", async () => {
  await at("/support", signedIn({ is_first_time_login: true }));
  expect(dialog()).toBe("Welcome, Asha Rao");
  for (const path of ["/sales-page/summer_sale", "/broker-promo-page/x"]) {
    await at(path, signedIn({ is_first_time_login: true }));
    expect(dialog(), path).toBeNull();
  }
});

test("[PLAN-7] a trial that ended is told once a browser, and not where plans are being looked at", async () => {
  const ended = signedIn({ has_taken_trial: true });
  await at("/support", ended);
  expect(dialog()).toBe("Your trial has ended");
  await at("/pricing", ended);
  expect(dialog()).toBeNull();
  act(() => root.unmount());
  localStorage.setItem("is_trial_plan_ended_modal_dismissed", "true");
  root = createRoot(document.body.appendChild(document.createElement("div")));
  await at("/support", ended);
  expect(dialog()).toBeNull();
});

test("[PLAN-8] no greeting stands before a chain in use; it waits for the next page", async () => {
  const first = signedIn({ is_first_time_login: true, name: "Asha" });
  await at("/option-chain", first);
  expect(dialog()).toBeNull();
  await at("/home", first);
  expect(dialog()).toBe("Welcome, Asha");
});

test("[ACC-10] the banner of a session that ended says in whole sentences what is to do, and what prices are meanwhile", async () => {
  for (const reason of ["elsewhere", "expired", "revoked", "broker"] as const) {
    await at("/option-chain", { ended: { broker: ZERODHA, reason, wasOpen: true } });
    expect(banner(), reason).toMatch(/^[A-Z].*\. Until you log in again, prices come one minute late\./);
  }
});
