import { expect, test } from "vitest";
import { readLoginConfig } from "#src/api/login-offers.ts";
import {
  readDevices,
  readIciciPayload,
  readLoginResult,
  readSubscriptions,
  readSuccess,
  readTrial,
} from "#src/api/readers.ts";
import { loginResult } from "../session/profiles.ts";

const subscription = {
  id: "s1",
  billing_plan_id: "pro_1month",
  billing_plan_name: "Pro",
  billing_plan_type: "pro",
  activation_date: "2026-11-01T00:00:00Z",
  valid_till: null,
  auto_renew: true,
  payment_source: null,
  amount: 800,
  days_left: 10,
  meta_data: { reminder_acknowledged: false },
};
const config = {
  sandbox: { kite: true },
  can_try_sandbox: true,
  google: { client_id: "c", nonce: "n", script_url: "/s.js" },
  research_analyst_number: null,
  terms_url: null,
};
const device = { id: "1", is_current: true, user_agent: "x", created_at: "a", last_seen_at: "b" };
const payload = { login_url: "/x", AppKey: "k", time_stamp: "t", checksum: "c" };

/** A reader, what it takes, and the fields without which it takes nothing. */
const READERS: readonly (readonly [string, (answer: unknown) => unknown, object, readonly string[]])[] = [
  ["a login result", readLoginResult, loginResult(), ["data", "access_token", "redirect_path"]],
  ["the login panel's configuration", readLoginConfig, config, ["sandbox", "can_try_sandbox", "google"]],
  ["ICICI's form", readIciciPayload, payload, ["login_url", "AppKey", "time_stamp", "checksum"]],
];
for (const [name, read, answer, fields] of READERS) {
  test(`${name} is taken whole or not at all`, () => {
    expect(read(answer)).toEqual(answer);
    for (const field of fields) expect(read({ ...answer, [field]: 5 }), field).toBeNull();
    for (const odd of [null, undefined, 5, "x", [], [answer], {}, { data: null }])
      expect(read(odd)).toBeNull();
  });
}

test("subscriptions may be absent, and each that is there must be whole", () => {
  const none = { current_subscription: null, upcoming_subscription: null, subscription_history: [] };
  expect(readSubscriptions({ data: none })).toEqual(none);
  const some = { ...none, current_subscription: subscription, subscription_history: [subscription] };
  expect(readSubscriptions({ data: some })).toEqual(some);
  const broken = { ...subscription, amount: "800" };
  for (const place of ["current_subscription", "upcoming_subscription"]) {
    expect(readSubscriptions({ data: { ...none, [place]: broken } }), place).toBeNull();
  }
  expect(readSubscriptions({ data: { ...none, subscription_history: [subscription, broken] } })).toBeNull();
  expect(readSubscriptions({ data: { ...none, subscription_history: {} } })).toBeNull();
});

test("devices are a list of whole devices", () => {
  expect(readDevices({ data: [device] })).toEqual([device]);
  expect(readDevices({ data: [] })).toEqual([]);
  expect(readDevices({ data: [device, { ...device, is_current: "yes" }] })).toBeNull();
  expect(readDevices({ data: {} })).toBeNull();
});

test("success is the word true and nothing like it, wherever the call puts it", () => {
  expect(readSuccess({ data: { success: true } })).toBe(true);
  expect(readSuccess({ success: true })).toBe(true);
  for (const odd of [{ success: 1 }, { data: { success: "true" } }, { success: false }, null, "true", true]) {
    expect(readSuccess(odd)).toBeNull();
  }
});

test("a trial says how long it is", () => {
  expect(readTrial({ data: { trial_days: 7, message: "m" } })).toMatchObject({ trial_days: 7 });
  expect(readTrial({ data: { trial_days: "7", message: "m" } })).toBeNull();
});
