// @vitest-environment happy-dom
import { expect, expectTypeOf, test } from "vitest";
import * as account from "#protocol/generated/http/account.ts";
import * as preferences from "#protocol/generated/http/preferences.ts";
import * as prices from "#protocol/generated/http/prices.ts";
import * as signIn from "#protocol/generated/http/sign-in.ts";
import * as subscriptions from "#protocol/generated/http/subscriptions.ts";
import type { Profile } from "#protocol/http/account.ts";
import { linkTo } from "#src/api/address.ts";
import { type Client, createClient, type SlowCall } from "#src/api/client.ts";
import type { EndReason } from "#src/api/session-end.ts";
import { json, loginResult, profile } from "../../support/http/sample-answers.ts";

const HEADERS = { "x-session-reference": "ref", "x-device-id": "device-1" };
const ME = { data: profile() };

function world(answer: (request: Request) => Response | Promise<Response>, took = 10) {
  const slow: SlowCall[] = [];
  const ended: EndReason[] = [];
  const requests: Request[] = [];
  let time = 0;
  const client = createClient({
    async fetch(request) {
      requests.push(request as Request);
      time += took;
      return answer(request as Request);
    },
    now: () => time,
    headers: () => HEADERS,
    onSlow: (call) => slow.push(call),
    onSessionEnded: (reason) => ended.push(reason),
  });
  return { client, slow, ended, requests };
}

const unauthorized = (reason?: string): Response =>
  json(
    { error: { code: "auth.expired", message: "Log in again.", details: { reason: reason ?? null } } },
    401,
  );

test("a call goes where its row says, with what its row asks for", async () => {
  const { client, requests } = world(() => json({ success: true }));
  await client.call(account.revokeDevice, { params: { id: "a/b c" } });
  await client.call(preferences.keep, { body: { theme: "dark" } });
  await client.call(signIn.proveApp, { headers: { "x-app-token": "t" } }).catch(() => {});
  await client.call(prices.quotes, { query: { i: ["NIFTY", "A&B"] } }).catch(() => {});
  const said = requests.map(({ method, url }) => `${method} ${url.slice(location.origin.length)}`);
  expect(said).toEqual([
    "DELETE /v1/sessions/a%2Fb%20c",
    "POST /user/preferences",
    "POST /v1/app_session",
    "GET /v1/compute/cache/quotes_v2?i=NIFTY&i=A%26B",
  ]);
  expect(await requests[1]!.text()).toBe('{"theme":"dark"}');
  expect(requests.map(({ headers }) => headers.get("content-type"))).toEqual([
    null,
    "application/json",
    null,
    null,
  ]);
  expect(requests[2]!.headers.get("x-app-token")).toBe("t");
});

test("[SES-11] every call carries both id headers and credentials", async () => {
  const { client, requests } = world(() => json(ME));
  await client.call(account.me, { query: { source: "1 & 2" } });
  const [request] = requests;
  expect(new URL(request!.url).search).toBe("?source=1+%26+2");
  expect(request!.headers.get("x-session-reference")).toBe("ref");
  expect(request!.headers.get("x-device-id")).toBe("device-1");
  expect(request!.credentials).toBe("same-origin");
});

test("the types of a call are those of its row", async () => {
  const check = (client: Client) => {
    expectTypeOf(client.call(account.me)).resolves.toEqualTypeOf<{ data: Profile }>();
    expectTypeOf(client.call(signIn.beginKite)).resolves.toEqualTypeOf<null>();
    void client.call(subscriptions.startTrial, { body: {} });
    // @ts-expect-error: the row has a parameter
    void client.call(account.revokeDevice);
    // @ts-expect-error: the row has another one
    void client.call(account.revokeDevice, { params: { device: "a" } });
    // @ts-expect-error: the row has a body
    void client.call(subscriptions.choose, {});
    // @ts-expect-error: the row has no body
    void client.call(account.me, { body: {} });
  };
  expect(check).toBeTypeOf("function");
});

test("calls above 1,000 ms are reported without their query, failed ones too; others are not", async () => {
  const quick = world(() => json(ME), 1_000);
  await quick.client.call(account.me);
  expect(quick.slow).toEqual([]);
  const late = world(() => json(ME), 1_001);
  await late.client.call(account.me, { query: { source: "s" } });
  expect(late.slow).toEqual([{ method: "GET", path: "/v1/users/me", ms: 1_001, status: 200 }]);
  const dead = world(() => Promise.reject(new TypeError("net")), 5_000);
  await expect(dead.client.call(account.logOut)).rejects.toThrow("The server was not available");
  expect(dead.slow).toEqual([{ method: "DELETE", path: "/v1/logout", ms: 5_000, status: null }]);
});

test("[SES-6] a 401 ends the session here with the server's reason; one of a sign-in or sign-out does not", async () => {
  const { client, ended } = world(() => unauthorized("elsewhere"));
  await expect(client.call(account.devices)).rejects.toMatchObject({ code: "auth.expired", status: 401 });
  expect(ended).toEqual(["elsewhere"]);
  const query = { request_token: "t" };
  await expect(client.call(signIn.endKite, { query })).rejects.toThrow("Log in again.");
  await expect(client.call(account.logOut)).rejects.toThrow("Log in again.");
  expect(ended).toHaveLength(1);
  const odd = world(() => unauthorized("<script>"));
  await expect(odd.client.call(account.me)).rejects.toThrow();
  expect(odd.ended).toEqual(["expired"]);
});

test("an answer that is not what the row says is an error people can read, which keeps where it is wrong", async () => {
  const result = loginResult();
  const { broker_details, ...rest } = result.data;
  const data = { ...rest, broker_details: { ...broker_details, broker_id: "1" } };
  const { client } = world(() => json({ ...result, data }));
  const failure = client.call(signIn.endKite, { query: { request_token: "t" } });
  await expect(failure).rejects.toMatchObject({
    message: "Something went wrong",
    status: 200,
    cause: 'GET /v1/redirect_token answered something else at ".data.broker_details.broker_id"',
  });
  const html = () => new Response("<html>", { status: 404, statusText: "Not Found" });
  await expect(world(html).client.call(account.me)).rejects.toThrow("Error 404 Not Found");
  await expect(world(() => new Response("<html>")).client.call(account.me)).rejects.toThrow(
    "Something went wrong",
  );
  const bare = () => new Response("", { status: 500 });
  await expect(world(bare).client.call(account.me)).rejects.toThrow("Unknown server error");
});

test("a request that could not be made says so and never leaves", async () => {
  const { client, requests } = world(() => json({ success: true }));
  const round: Record<string, unknown> = {};
  round.self = round;
  await expect(client.call(preferences.keep, { body: round })).rejects.toThrow(
    "The client did not make a proper request",
  );
  expect(requests).toEqual([]);
});

test("the wait that a busy server asks for is kept", async () => {
  const busy = (after: string) => () =>
    json({ error: { code: "request.rate_limited", message: "Wait.", details: {} } }, 429, {
      "retry-after": after,
    });
  await expect(world(busy("7")).client.call(account.me)).rejects.toMatchObject({ retryAfter: 7 });
  await expect(world(busy("Fri")).client.call(account.me)).rejects.toMatchObject({ retryAfter: null });
});

test("a caller that went away gets its own abort back, not an error to show", async () => {
  const gone = new AbortController();
  const { client } = world(() => {
    gone.abort();
    return Promise.reject(new DOMException("gone", "AbortError"));
  });
  await expect(client.call(account.me, {}, { signal: gone.signal })).rejects.toMatchObject({
    name: "AbortError",
  });
});

test("a link is the row's address with what its query says", () => {
  const query = { sandbox_account: "new" as const, redirect_target: "/home" };
  expect(linkTo(signIn.beginKite, { query })).toBe(
    "/v1/kite_login?sandbox_account=new&redirect_target=%2Fhome",
  );
  expect(linkTo(account.devices)).toBe("/v1/sessions");
});
