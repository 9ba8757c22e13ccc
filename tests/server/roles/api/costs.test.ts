import { type FastifyInstance, fastify } from "fastify";
import { Type } from "typebox";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { AppError } from "#domain/errors.ts";
import { type Endpoint, endpoint } from "#protocol/http/contract.ts";
import { ANONYMOUS_IDENTITY } from "#server/identity/identity.ts";
import { handleError } from "#server/platform/http/error-answers.ts";
import { addRequestLimits } from "#server/roles/api/costs.ts";
import { openRows } from "../../../support/http/open-rows.ts";

const base = {
  method: "POST",
  access: "app_initialized",
  cost: 1,
  ms: 1,
  tags: ["x"],
  summary: "x",
  answers: { 200: Type.Object({ ok: Type.Boolean() }) },
  errors: {},
} as const;

const ROWS: readonly Endpoint[] = [
  endpoint({ ...base, paths: ["/write"], class: "write" }),
  endpoint({ ...base, paths: ["/dear"], class: "write", cost: 3 }),
  endpoint({ ...base, paths: ["/chart"], class: "chart" }),
  endpoint({ ...base, paths: ["/question"], class: "read", cost: 0 }),
  endpoint({ ...base, paths: ["/heavy"], class: "read", cost: 0, ms: 25 }),
  endpoint({ ...base, paths: ["/long"], class: "read", cost: 0, msPerKilobyte: 10 }),
  endpoint({ ...base, paths: ["/heaviest"], class: "read", cost: 0, ms: 101 }),
  endpoint({ ...base, paths: ["/probe"], class: "read", cost: 0, ms: 0 }),
  endpoint({ ...base, paths: ["/compute"], class: "compute" }),
  endpoint({ ...base, paths: ["/begin"], class: "login", step: "begin" }),
  endpoint({ ...base, paths: ["/end"], class: "login", step: "end" }),
  endpoint({ ...base, paths: ["/panel"], class: "login", step: "panel" }),
];

let app: FastifyInstance;
let accountId: string | null = null;
let fails = false;
beforeEach(async () => {
  accountId = null;
  fails = false;
  app = fastify();
  app.setErrorHandler(handleError);
  app.decorateRequest("identity");
  app.addHook("onRequest", async (request) => {
    request.identity = { ...ANONYMOUS_IDENTITY, accountId };
  });
  addRequestLimits(app, {
    loginsPerMinute: 12,
    writesPerMinute: 6,
    chartsPerMinute: 5,
    computesPerMinute: 4,
    threadMsPerMinute: 600,
  });
  for (const row of ROWS) {
    openRows(app).row(row, async (_request, reply) => {
      if (fails) throw new AppError("auth.bad_login", "not you");
      return reply.send({ ok: true });
    });
  }
  app.post("/sandbox/login", async () => "a stand-in's");
});
afterEach(async () => {
  vi.useRealTimers();
  await app.close();
});

interface Asked {
  readonly remoteAddress?: string;
  readonly payload?: string;
  readonly headers?: Record<string, string>;
}

const MOST = 130;

/** How many calls are answered before one is refused; `MOST` for a call that is not counted. */
async function allowed(url: string, { remoteAddress = "192.0.2.1", ...rest }: Asked = {}): Promise<number> {
  for (let n = 0; n < MOST; n++) {
    const { statusCode } = await app.inject({ method: "POST", url, remoteAddress, ...rest });
    if (statusCode === 429) return n;
  }
  return MOST;
}

it.each([
  ["/write", 6],
  ["/dear", 2],
  ["/chart", 5],
  ["/compute", 4],
  ["/begin", 12],
  ["/end", 12],
  ["/panel", 60],
  // What changes something where there is nothing, and what stands in for a provider.
  ["/nowhere", 6],
  ["/sandbox/login", MOST],
])("of %s a minute has %i", async (url, most) => {
  expect(await allowed(url)).toBe(most);
});

it("charts, writes, what is computed and what signs in have a minute each of their own", async () => {
  expect(await allowed("/chart")).toBe(5);
  expect(await allowed("/write")).toBe(6);
  expect(await allowed("/compute")).toBe(4);
  expect(await allowed("/begin")).toBe(12);
  expect(await allowed("/end")).toBe(12);
});

it.each([
  ["/write", 6],
  ["/chart", 5],
  ["/compute", 4],
  ["/heavy", 4],
])(
  "of %s an account has its own, wherever it is, and an address only what its strangers ask",
  async (url, most) => {
    accountId = "a";
    expect(await allowed(url)).toBe(most);
    expect(await allowed(url, { remoteAddress: "192.0.2.2" })).toBe(0);
    accountId = "b";
    expect(await allowed(url)).toBe(most);
    accountId = null;
    expect(await allowed(url)).toBe(most);
    expect(await allowed(url)).toBe(0);
  },
);

it("strangers of one IPv6 network of 64 bits are counted together", async () => {
  expect(await allowed("/compute", { remoteAddress: "2001:db8::1" })).toBe(4);
  expect(await allowed("/compute", { remoteAddress: "2001:db8::ffff:2" })).toBe(0);
  expect(await allowed("/compute", { remoteAddress: "2001:db8:0:1::1" })).toBe(4);
});

it("a failed sign-in counts as six that succeed", async () => {
  fails = true;
  expect(await allowed("/end")).toBe(2);
  fails = false;
  expect(await allowed("/end")).toBe(0);
});

it("sign-ins that succeed leave room for all but as many as they are", async () => {
  for (let n = 0; n < 6; n++)
    expect((await app.inject({ method: "POST", url: "/end" })).statusCode).toBe(200);
  fails = true;
  expect(await allowed("/end", { remoteAddress: "127.0.0.1" })).toBe(1);
});

it("milliseconds of the thread are counted over all calls, cheap ones too, in parts of a sixth of a minute", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  expect(await allowed("/heavy")).toBe(4);
  expect(await allowed("/question")).toBe(0);
  expect(await allowed("/probe")).toBe(MOST);
  vi.advanceTimersByTime(10_001);
  expect(await allowed("/question")).toBe(100);
});

it("a refusal says when there is room again", async () => {
  await allowed("/heavy");
  const { headers, json } = await app.inject({ method: "POST", url: "/heavy", remoteAddress: "192.0.2.1" });
  expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  expect(Number(headers["retry-after"])).toBeLessThanOrEqual(10);
  expect(json()).toMatchObject({ error: { code: "request.rate_limited" } });
});

it("a call that costs more than there ever is can be made once", async () => {
  expect(await allowed("/heaviest")).toBe(1);
});

it("what is asked with more costs more: by the size that is said, and the most there may be where none is", async () => {
  const payload = JSON.stringify("x".repeat(2_038));
  const headers = { "content-type": "application/json" };
  expect(await allowed("/long", { payload, headers })).toBe(4);
  expect(
    await allowed("/long", { remoteAddress: "192.0.2.2", headers: { "transfer-encoding": "chunked" } }),
  ).toBe(1);
});
