// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import { devices } from "#protocol/generated/http/account.ts";
import type { Profile } from "#protocol/http/account.ts";
import { json, profile, subscription } from "../../support/http/sample-answers.ts";

const identities: string[] = [];
vi.mock("#src/live/engine-client.ts", () => ({
  engine: () => ({ identityChanged: (account: string) => identities.push(account) }),
}));

const { startSession } = await import("#src/app/start-session.ts");
const { onSessionEnd } = await import("#src/api/session-end.ts");
const { api } = await import("#src/api/site-api.ts");
const { chooseFree, logOut } = await import("#src/session/account-changes.ts");
const { keeper } = await import("#src/session/keeper.ts");
const { session } = await import("#src/session/session-state.ts");

let me: Profile = profile();
let answers: Record<string, () => Response> = {};
const asked: string[] = [];

vi.stubGlobal("fetch", async (request: Request | string) => {
  const { pathname } = new URL(typeof request === "string" ? request : request.url, location.origin);
  asked.push(pathname);
  return pathname === "/v1/users/me" ? json({ data: me }) : (answers[pathname]?.() ?? json({}, 500));
});
onSessionEnd(startSession());

beforeEach(() => {
  me = profile();
  answers = {};
  keeper.signedIn(me);
  asked.length = 0;
  identities.length = 0;
});

const over = (): Response => json({ error: { details: { reason: "elsewhere" } } }, 401);

test("a call that is told that the session is over ends it in this tab, and gives the engine another socket", async () => {
  answers["/v1/sessions"] = over;
  await expect(api.call(devices)).rejects.toMatchObject({ status: 401 });
  expect(session.phase).toBe("anonymous");
  expect(session.ended).toEqual({ broker: 1, reason: "elsewhere", wasOpen: true });
  expect(identities).toEqual([""]);
});

test("a call that fails otherwise leaves the session alone", async () => {
  await expect(api.call(devices)).rejects.toMatchObject({ status: 500 });
  expect(session.phase).toBe("signed_in");
  expect(identities).toEqual([]);
});

test("a change of the plan is seen at once: who this is, is asked again after it", async () => {
  answers["/v1/user_subscriptions"] = () =>
    json({ data: { subscription: subscription(), message: "Free it is", redirect_path: "/home" } });
  me = profile({ has_taken_trial: true });
  expect(await chooseFree()).toMatchObject({ redirect_path: "/home" });
  expect(asked).toEqual(["/v1/user_subscriptions", "/v1/users/me"]);
  expect(session.profile?.has_taken_trial).toBe(true);
});

test("a change of the plan that the server refuses asks nothing more", async () => {
  await expect(chooseFree()).rejects.toMatchObject({ status: 500 });
  expect(asked).toEqual(["/v1/user_subscriptions"]);
});

test("a logout leaves a visitor whose session did not 'end', also where it was over already; a server that fails leaves it", async () => {
  answers["/v1/logout"] = over;
  await logOut();
  expect(session).toMatchObject({ phase: "anonymous", ended: null });
  keeper.signedIn(me);
  answers = {};
  await expect(logOut()).rejects.toMatchObject({ status: 500 });
  expect(session.phase).toBe("signed_in");
});
