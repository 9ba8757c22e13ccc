import { expect, test } from "vitest";
import { ANGEL, ANONYMOUS, ZERODHA } from "#domain/access/brokers.ts";
import { askProfile } from "#src/api/ask-profile.ts";
import { createClientIds } from "#src/api/client-ids.ts";
import { readProfile } from "#src/api/read-profile.ts";
import { keepRedirectPath, takeRedirectPath } from "#src/session/redirect-path.ts";
import { needsRenewal, subjectOf } from "#src/session/subject.ts";
import { json, profile, visitor } from "./profiles.ts";

function memory(entries: Record<string, string> = {}) {
  const map = new Map(Object.entries(entries));
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  };
}
const none = () => {
  throw new DOMException("denied", "SecurityError");
};

function asked(answer: () => Promise<Response> | Response, rest = {}) {
  const calls: [string, RequestInit | undefined][] = [];
  const result = askProfile({
    fetch: async (url, init) => {
      calls.push([String(url), init]);
      return answer();
    },
    headers: { "x-device-id": "d" },
    ...rest,
  });
  return result.then((value) => ({ value, calls }));
}

test("[1 §7] the profile is asked with its source, and with X-Auth-Token only where there is one", async () => {
  const plain = await asked(() => json({ data: profile() }));
  expect(plain.value).toMatchObject({ kind: "profile", profile: { id: "acc-7" } });
  expect(plain.calls[0]?.[0]).toBe("/v1/users/me");
  expect(plain.calls[0]?.[1]?.headers).toEqual({ "x-device-id": "d" });
  const framed = await asked(() => json({ data: profile() }), { source: "kite web", authToken: "t" });
  expect(framed.calls[0]?.[0]).toBe("/v1/users/me?source=kite+web");
  const long = await asked(() => json({ data: profile() }), { source: "x".repeat(500) });
  expect(long.calls[0]?.[0]).toBe(`/v1/users/me?source=${"x".repeat(64)}`);
  expect(framed.calls[0]?.[1]?.headers).toEqual({ "x-device-id": "d", "x-auth-token": "t" });
});

test.each([
  ["a dead network", () => Promise.reject(new TypeError("net")), "Profile fetch failed."],
  ["a 503", () => json({}, 503), "Profile fetch failed."],
  ["no JSON", () => new Response("<html>"), "Could not retrieve user info"],
  ["no profile", () => json({ data: { id: 5 } }), "Could not retrieve user info"],
])("[1 §8] %s has its text", async (_, answer, text) => {
  expect((await asked(answer)).value).toEqual({ kind: "failed", text });
});

test("a 401 says why the session is over; what it does not say is 'expired'", async () => {
  const because = (reason: unknown) => json({ error: { details: { reason } } }, 401);
  expect((await asked(() => because("elsewhere"))).value).toEqual({ kind: "ended", reason: "elsewhere" });
  expect((await asked(() => because("nonsense"))).value).toEqual({ kind: "ended", reason: "expired" });
  expect((await asked(() => new Response("", { status: 401 }))).value).toEqual({
    kind: "ended",
    reason: "expired",
  });
});

test("a profile is taken only whole: any field of another type refuses it", () => {
  expect(readProfile({ data: profile() })).toEqual(profile());
  expect(readProfile({ data: visitor() })).toEqual(visitor());
  const fields = ["user_id", "id", "name", "is_anon_user", "has_taken_trial", "is_first_time_login"];
  for (const name of [...fields, "broker_details", "subscription_plan"]) {
    expect(readProfile({ data: { ...profile(), [name]: undefined } }), name).toBeNull();
  }
  const broker_details = { ...profile().broker_details, broker_id: "1" };
  expect(readProfile({ data: { ...profile(), broker_details } })).toBeNull();
  const subscription_plan = { ...profile().subscription_plan, days_left: "3" };
  expect(readProfile({ data: { ...profile(), subscription_plan } })).toBeNull();
  for (const odd of [null, 7, "x", [], { data: [] }, { data: null }]) expect(readProfile(odd)).toBeNull();
});

test("the device id outlives runs of the app, the session reference does not", () => {
  let n = 0;
  const random = () => `random-id-${++n}`;
  const storage = memory();
  const first = createClientIds(() => storage, random);
  const second = createClientIds(() => storage, random);
  expect(first()).toEqual(first());
  expect(second()["x-device-id"]).toBe(first()["x-device-id"]);
  expect(second()["x-session-reference"]).not.toBe(first()["x-session-reference"]);
});

test("a device id that somebody tampered with is made anew; without storage one still exists", () => {
  const bad = memory({ "strikewise.device_id": "a\r\nx-evil: 1" });
  expect(
    createClientIds(
      () => bad,
      () => "fresh-one",
    )()["x-device-id"],
  ).toBe("fresh-one");
  expect(createClientIds(none, () => "fresh-one")()["x-device-id"]).toBe("fresh-one");
});

test("[1 §4] a login ends at the server's path, at the kept one where the server knows none, else at the default", () => {
  const storage = memory();
  keepRedirectPath("/positions?a=1", storage, 0);
  expect(takeRedirectPath("/orders", storage, 1)).toBe("/orders");
  expect(takeRedirectPath("/home", storage, 1)).toBe("/home");
  keepRedirectPath("/positions?a=1", storage, 0);
  expect(takeRedirectPath("/home", storage, 599_999)).toBe("/positions?a=1");
  keepRedirectPath("/positions", storage, 0);
  expect(takeRedirectPath(null, storage, 600_000)).toBe("/home");
});

test.each(["//evil.example", "/\\evil", "https://evil.example", "/x/../..//evil", "/login", "/logout?x"])(
  "[1 §5] '%s' never becomes a way off this site, from the server or from storage",
  (path) => {
    const storage = memory();
    keepRedirectPath(path, storage, 0);
    for (const end of [takeRedirectPath(null, storage, 1), takeRedirectPath(path, memory(), 1)]) {
      expect(new URL(end, "https://own.example").origin).toBe("https://own.example");
      expect(end).not.toMatch(/^\/log(in|out)/);
    }
  },
);

test("damaged storage is no obstacle to a login", () => {
  for (const text of ["{", "null", '"x"', '{"path":5,"at":0}', "[]"]) {
    expect(takeRedirectPath(null, memory({ "strikewise.redirect_path": text }), 1)).toBe("/home");
  }
});

test("the access matrix is asked about nobody while loading, about a visitor, and about the account's broker and plan", () => {
  expect(subjectOf({ phase: "loading", profile: null })).toBeNull();
  const anyone = { broker: ANONYMOUS, plan: "no_plan", isMobileApp: false };
  expect(subjectOf({ phase: "anonymous", profile: null })).toEqual(anyone);
  expect(subjectOf({ phase: "anonymous", profile: visitor() })).toEqual(anyone);
  const of = (broker_id: number, billing_plan_type: string) =>
    subjectOf({
      phase: "signed_in",
      profile: profile({
        broker_details: { ...profile().broker_details, broker_id },
        subscription_plan: { ...profile().subscription_plan, billing_plan_type },
      }),
    });
  expect(of(1, "pro")).toEqual({ broker: ZERODHA, plan: "pro", isMobileApp: false });
  expect(of(2, "mini_trial")).toEqual({ broker: ANGEL, plan: "mini_trial", isMobileApp: false });
  expect(of(99, "emperor")).toEqual(anyone);
  // The server says of a request that it came out of the app, signed in or not.
  const inApp = { is_mobile_app: true };
  expect(subjectOf({ phase: "anonymous", profile: { ...visitor(), ...inApp } })).toEqual({
    ...anyone,
    isMobileApp: true,
  });
  expect(subjectOf({ phase: "signed_in", profile: profile(inApp) })).toMatchObject({ isMobileApp: true });
});

test("[1 §2.3] the renewal reminder applies when all of its conditions hold, and not when one of them fails", () => {
  const plan = { billing_plan_id: "pro_1month", billing_plan_type: "pro", reminder_acknowledged: false };
  const holder = (days_left: number | null, change = {}, own = {}) => ({
    phase: "signed_in" as const,
    profile: profile({ subscription_plan: { ...plan, days_left, ...change }, ...own }),
  });
  expect(needsRenewal(holder(7), false)).toBe(true);
  expect(needsRenewal(holder(null), false)).toBe(true);
  expect(needsRenewal(holder(8), false)).toBe(false);
  expect(needsRenewal(holder(7), true)).toBe(false);
  expect(needsRenewal(holder(7, { reminder_acknowledged: true }), false)).toBe(false);
  expect(needsRenewal(holder(7, { billing_plan_type: "free" }), false)).toBe(false);
  expect(needsRenewal(holder(7, {}, { has_upcoming_subscription: true }), false)).toBe(false);
  expect(needsRenewal({ phase: "anonymous", profile: visitor() }, false)).toBe(false);
});
