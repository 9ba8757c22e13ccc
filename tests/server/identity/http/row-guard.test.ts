import { type FastifyInstance, fastify } from "fastify";
import { Type } from "typebox";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ZERODHA } from "#domain/access/brokers.ts";
import { type Endpoint, endpoint } from "#protocol/http/contract.ts";
import type { Caller } from "#server/identity/http/caller.ts";
import { createGuards } from "#server/identity/http/guards.ts";
import { createRowRegistrar } from "#server/identity/http/register-row.ts";
import { createRowGuard } from "#server/identity/http/row-guard.ts";
import { ANONYMOUS_IDENTITY, type Identity } from "#server/identity/identity.ts";
import { handleError } from "#server/platform/http/error-answers.ts";
import { type ApiHarness, startApi } from "../../../support/http/api-server.ts";

const NOBODY: Caller = { live: null, via: null, failure: null, dead: null, deviceId: null };

const base = {
  method: "POST",
  class: "write",
  cost: 1,
  ms: 1,
  tags: ["x"],
  summary: "x",
  query: Type.Object({ a: Type.Literal("1") }),
  body: Type.Object({ a: Type.Literal(1) }),
  answers: { 200: Type.Object({ ok: Type.Boolean() }) },
  errors: {},
} as const;

const ROWS: readonly Endpoint[] = [
  endpoint({ ...base, paths: ["/all"], access: "app_initialized" }),
  endpoint({ ...base, paths: ["/account"], access: "authenticated" }),
  endpoint({ ...base, paths: ["/admin"], access: "privileged" }),
  endpoint({ ...base, paths: ["/feature"], access: "app_initialized", feature: "builder" }),
  endpoint({ ...base, paths: ["/compute"], access: "app_initialized", feature: "builder", class: "compute" }),
  endpoint({ ...base, paths: ["/orders"], access: "authenticated", feature: "orders" }),
];

let api: ApiHarness;
let app: FastifyInstance;
let who: { identity: Identity; caller: Caller } = { identity: ANONYMOUS_IDENTITY, caller: NOBODY };

beforeAll(async () => {
  api = await startApi();
  app = fastify();
  app.setErrorHandler(handleError);
  app.decorateRequest("identity");
  app.decorateRequest("caller");
  app.addHook("onRequest", async (request) => void Object.assign(request, who));
  const registrar = createRowRegistrar(app, {
    guard: createRowGuard(createGuards(api.auth)),
    brokenAnswer: "refuse",
  });
  for (const row of ROWS) registrar.row(row, async (_request, reply) => reply.send({ ok: true }));
});
afterAll(async () => {
  await app.close();
  await api.stop();
});

async function codes(url: string, payload: object): Promise<Record<string, string | number>> {
  const answers = ROWS.map(async ({ paths: [path] }) => {
    const answer = await app.inject({ method: "POST", url: path + url, payload });
    return [path.slice(1), answer.statusCode === 200 ? 200 : answer.json().error.code] as const;
  });
  return Object.fromEntries(await Promise.all(answers));
}

it("strangers get in where the row lets everybody in", async () => {
  who = { identity: ANONYMOUS_IDENTITY, caller: NOBODY };
  expect(await codes("?a=1", { a: 1 })).toEqual({
    all: 200,
    account: "auth.required",
    admin: "request.not_found",
    feature: "auth.required",
    compute: "auth.required",
    orders: "auth.required",
  });
});

it("compute and admins' calls look at who asks before they look at what; the others after", async () => {
  who = { identity: ANONYMOUS_IDENTITY, caller: NOBODY };
  expect(await codes("?a=2", { a: 2 })).toEqual({
    all: "request.invalid",
    account: "request.invalid",
    admin: "request.not_found",
    feature: "request.invalid",
    compute: "auth.required",
    orders: "request.invalid",
  });
});

it("an account gets in where its broker and plan reach the feature, and is no admin", async () => {
  const identity: Identity = { ...ANONYMOUS_IDENTITY, accountId: "a", broker: ZERODHA, plan: "free" };
  const caller = { ...NOBODY, via: "cookie", live: { identity } } as Caller;
  who = { identity, caller };
  expect(await codes("?a=1", { a: 1 })).toEqual({
    all: 200,
    account: 200,
    admin: "request.not_found",
    feature: 200,
    compute: 200,
    orders: 200,
  });
});
