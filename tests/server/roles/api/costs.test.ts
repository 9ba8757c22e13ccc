import { type FastifyInstance, fastify } from "fastify";
import { Type } from "typebox";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Endpoint, endpoint } from "#protocol/http/contract.ts";
import { ANONYMOUS_IDENTITY } from "#server/identity/identity.ts";
import { handleError } from "#server/platform/http/error-answers.ts";
import { addRequestLimits } from "#server/roles/api/costs.ts";
import { openRows } from "../../../support/http/open-rows.ts";

const base = {
  method: "POST",
  access: "app_initialized",
  cost: 1,
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
  endpoint({ ...base, paths: ["/compute"], class: "compute" }),
  endpoint({ ...base, paths: ["/begin"], class: "login", step: "begin" }),
  endpoint({ ...base, paths: ["/end"], class: "login", step: "end" }),
  endpoint({ ...base, paths: ["/panel"], class: "login", step: "panel" }),
];

let app: FastifyInstance;
let accountId: string | null = null;
beforeEach(async () => {
  accountId = null;
  app = fastify();
  app.setErrorHandler(handleError);
  app.decorateRequest("identity");
  app.addHook("onRequest", async (request) => {
    request.identity = { ...ANONYMOUS_IDENTITY, accountId };
  });
  await addRequestLimits(app, { loginsPerMinute: 2, writesPerMinute: 6, computesPerMinute: 4 });
  for (const row of ROWS) openRows(app).row(row, async (_request, reply) => reply.send({ ok: true }));
  app.post("/sandbox/login", async () => "a stand-in's");
});
afterEach(() => app.close());

/** How many calls are answered before one is refused; 20 for a call that is not counted. */
async function allowed(url: string, remoteAddress = "192.0.2.1"): Promise<number> {
  for (let n = 0; n < 20; n++) {
    const { statusCode } = await app.inject({ method: "POST", url, remoteAddress });
    if (statusCode === 429) return n;
  }
  return 20;
}

it.each([
  ["/write", 6],
  ["/dear", 2],
  ["/chart", 6],
  ["/question", 20],
  ["/compute", 4],
  ["/begin", 2],
  ["/end", 2],
  ["/panel", 6],
  // What changes something where there is nothing, and what stands in for a provider.
  ["/nowhere", 6],
  ["/sandbox/login", 20],
])("of %s a minute has %i", async (url, most) => {
  expect(await allowed(url)).toBe(most);
});

it("writes and charts share a minute, which what is computed and signed in leaves alone", async () => {
  expect(await allowed("/write")).toBe(6);
  expect(await allowed("/chart")).toBe(0);
  expect(await allowed("/compute")).toBe(4);
  expect(await allowed("/begin")).toBe(2);
  expect(await allowed("/end")).toBe(2);
});

it("writes of an account are counted over all its addresses, what it computes over them alone", async () => {
  accountId = "a";
  expect(await allowed("/write")).toBe(6);
  expect(await allowed("/write", "192.0.2.2")).toBe(0);
  expect(await allowed("/compute")).toBe(4);
  expect(await allowed("/compute", "192.0.2.2")).toBe(0);
  accountId = null;
  expect(await allowed("/compute", "192.0.2.2")).toBe(4);
});
