import { expect, test } from "vitest";
import { askProfile } from "#src/api/ask-profile.ts";
import { json, profile, visitor } from "../../support/http/sample-answers.ts";

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

test("[SES-1] the profile is asked with its source, and with X-Auth-Token only where there is one", async () => {
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
])("[SES-4] %s has its text", async (_, answer, text) => {
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

test("a profile is taken only whole: any field of another type refuses it", async () => {
  const read = async (data: unknown) => (await asked(() => json({ data }))).value;
  expect(await read(profile())).toEqual({ kind: "profile", profile: profile() });
  expect(await read(visitor())).toEqual({ kind: "profile", profile: visitor() });
  const unreadable = { kind: "failed", text: "Could not retrieve user info" };
  const fields = ["user_id", "id", "name", "is_anon_user", "has_taken_trial", "is_first_time_login"];
  for (const name of [...fields, "broker_details", "subscription_plan"]) {
    expect(await read({ ...profile(), [name]: undefined }), name).toEqual(unreadable);
  }
  const broker_details = { ...profile().broker_details, broker_id: "1" };
  expect(await read({ ...profile(), broker_details })).toEqual(unreadable);
  const subscription_plan = { ...profile().subscription_plan, days_left: "3" };
  expect(await read({ ...profile(), subscription_plan })).toEqual(unreadable);
});
