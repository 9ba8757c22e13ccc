// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { createApi, type SlowCall } from "#src/api/create-api.ts";
import type { EndReason } from "#src/api/session-end.ts";
import { json } from "../session/profiles.ts";

const HEADERS = { "x-session-reference": "ref", "x-device-id": "device-1" };

function world(answer: (request: Request) => Response | Promise<Response>, took = 10) {
  const slow: SlowCall[] = [];
  const ended: EndReason[] = [];
  const requests: Request[] = [];
  let time = 0;
  const api = createApi({
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
  return { api, slow, ended, requests };
}

const ok = (value: unknown): true | null => ((value as { ok?: boolean } | null)?.ok === true ? true : null);
const unauthorized = (reason?: string): Response =>
  json(
    { error: { code: "auth.expired", message: "Log in again.", details: { reason: reason ?? null } } },
    401,
  );

test("[SES-11] every call carries both id headers and credentials; only a body is called JSON", async () => {
  const { api, requests } = world(() => json({ ok: true }));
  await api.call("GET", "/v1/x", ok, { query: { a: "1 & 2", b: null, c: undefined } });
  await api.call("POST", "/v1/y", ok, { body: { a: 1 } });
  const [get, post] = requests;
  expect(new URL(get?.url ?? "").search).toBe("?a=1+%26+2");
  for (const request of requests) {
    expect(request.headers.get("x-session-reference")).toBe("ref");
    expect(request.headers.get("x-device-id")).toBe("device-1");
    expect(request.credentials).toBe("same-origin");
  }
  expect(get?.headers.get("content-type")).toBeNull();
  expect(post?.headers.get("content-type")).toBe("application/json");
  expect(await post?.text()).toBe('{"a":1}');
});

test("calls above 1,000 ms are reported, failed ones too; others are not", async () => {
  const quick = world(() => json({ ok: true }), 1_000);
  await quick.api.call("GET", "/v1/x", ok);
  expect(quick.slow).toEqual([]);
  const late = world(() => json({ ok: true }), 1_001);
  await late.api.call("GET", "/v1/x", ok, { query: { secret: "s" } });
  expect(late.slow).toEqual([{ method: "GET", path: "/v1/x", ms: 1_001, status: 200 }]);
  const dead = world(() => Promise.reject(new TypeError("net")), 5_000);
  await expect(dead.api.call("DELETE", "/v1/x", ok)).rejects.toThrow("The server was not available");
  expect(dead.slow).toEqual([{ method: "DELETE", path: "/v1/x", ms: 5_000, status: null }]);
});

test("[SES-6] a 401 ends the session here with the server's reason; one of a login does not", async () => {
  const { api, ended } = world(() => unauthorized("elsewhere"));
  await expect(api.call("GET", "/v1/x", ok)).rejects.toMatchObject({ code: "auth.expired", status: 401 });
  expect(ended).toEqual(["elsewhere"]);
  await expect(api.call("POST", "/v1/login", ok, { isLogin: true })).rejects.toThrow("Log in again.");
  expect(ended).toHaveLength(1);
  const odd = world(() => unauthorized("<script>"));
  await expect(odd.api.call("GET", "/v1/x", ok)).rejects.toThrow();
  expect(odd.ended).toEqual(["expired"]);
});

test("an answer of another shape is an error that people can read, and so is one that is no JSON", async () => {
  await expect(world(() => json({ ok: 1 })).api.call("GET", "/v1/x", ok)).rejects.toThrow(
    "Something went wrong",
  );
  const html = () => new Response("<html>", { status: 404, statusText: "Not Found" });
  await expect(world(html).api.call("GET", "/v1/x", ok)).rejects.toThrow("Error 404 Not Found");
  const bare = () => new Response("", { status: 500 });
  await expect(world(bare).api.call("GET", "/v1/x", ok)).rejects.toThrow("Unknown server error");
});

test("a request that could not be made says so and never leaves", async () => {
  const { api, requests } = world(() => json({ ok: true }));
  const round: Record<string, unknown> = {};
  round.self = round;
  await expect(api.call("POST", "/v1/x", ok, { body: round })).rejects.toThrow(
    "The client did not make a proper request",
  );
  expect(requests).toEqual([]);
});

test("the wait that a busy server asks for is kept", async () => {
  const busy = (after: string) => () =>
    json({ error: { code: "request.rate_limited", message: "Wait.", details: {} } }, 429, {
      "retry-after": after,
    });
  await expect(world(busy("7")).api.call("GET", "/v1/x", ok)).rejects.toMatchObject({ retryAfter: 7 });
  await expect(world(busy("Fri")).api.call("GET", "/v1/x", ok)).rejects.toMatchObject({ retryAfter: null });
});

test("a caller that went away gets its own abort back, not an error to show", async () => {
  const gone = new AbortController();
  const { api } = world(() => {
    gone.abort();
    return Promise.reject(new DOMException("gone", "AbortError"));
  });
  await expect(api.call("GET", "/v1/x", ok, { signal: gone.signal })).rejects.toMatchObject({
    name: "AbortError",
  });
});
