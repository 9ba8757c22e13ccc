import swagger from "@fastify/swagger";
import { fastify } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Endpoint } from "#protocol/http/contract.ts";
import { ENDPOINTS } from "#protocol/http/endpoints.ts";
import { type Budget, budgetOf } from "#server/identity/http/budget.ts";
import { createRowRegistrar } from "#server/identity/http/register-row.ts";
import { httpAnswer } from "#server/platform/http/http-errors.ts";
import { type ApiHarness, startApi } from "../../support/http/api-server.ts";

const GROUPS = Object.entries(ENDPOINTS) as readonly (readonly [
  string,
  Readonly<Record<string, Endpoint>>,
])[];
const ROWS = GROUPS.flatMap(([file, rows]) =>
  Object.entries(rows).map(([name, row]) => ({ id: `${file}.${name}`, row })),
);

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: unknown;
}

let api: ApiHarness;
let served: Document;
let written: Document;

beforeAll(async () => {
  api = await startApi();
  served = (await api.call("/docs/json")).json<Document>();
  const app = fastify();
  await app.register(swagger, { openapi: { openapi: "3.1.0" } });
  const register = createRowRegistrar(app, { guard: () => ({}), brokenAnswer: "refuse" });
  for (const { row } of ROWS) register.bytes(row, async (_request, reply) => reply.send());
  await app.ready();
  written = JSON.parse(JSON.stringify(app.swagger())) as Document;
  await app.close();
});
afterAll(() => api.stop());

describe("the rows", () => {
  it("document what the server documents, address by address", () => {
    expect(Object.keys(written.paths).sort()).toEqual(Object.keys(served.paths).sort());
    for (const [path, methods] of Object.entries(served.paths))
      expect(written.paths[path], path).toEqual(methods);
    expect(written.components).toEqual(served.components);
  });

  it("say of an error the status by which its code is answered", () => {
    for (const { id, row } of ROWS) {
      for (const [status, codes] of Object.entries(row.errors)) {
        expect(codes.length, id).toBeGreaterThan(0);
        for (const code of codes) {
          // A body of another type is refused by the framework, by our code for a request that is not valid.
          const known = status === "415" ? 415 : httpAnswer(code).status;
          expect(`${id} ${code} ${status}`).toBe(`${id} ${code} ${known}`);
        }
      }
    }
  });

  it("name each address once, and each parameter of it", () => {
    const addresses = ROWS.flatMap(({ row }) => row.paths.map((path) => `${row.method} ${path}`));
    expect(new Set(addresses).size).toBe(addresses.length);
    for (const { id, row } of ROWS) {
      const params = Object.keys(
        (row.params as { properties?: object } | undefined)?.properties ?? {},
      ).sort();
      for (const path of row.paths) {
        const named = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name).sort();
        expect(`${id} ${named}`).toBe(`${id} ${params}`);
      }
    }
  });

  it("count each call where its address had it counted before there were rows", () => {
    for (const { id, row } of ROWS) {
      for (const path of row.paths)
        expect(`${id} ${budgetOf(row)}`).toBe(`${id} ${byAddress(row.method, path)}`);
    }
  });

  it("know who asks where the address said so before there were rows", () => {
    for (const { id, row } of ROWS) {
      for (const path of row.paths) {
        const isPersonal = /^\/(?:v1|user|user_subscriptions|payment|admin)(?:\/|$)/.test(path);
        expect(`${id} ${row.access !== "public"}`).toBe(`${id} ${isPersonal}`);
      }
    }
  });

  it("have a step in a sign-in where they belong to one, and nowhere else", () => {
    for (const { id, row } of ROWS)
      expect(`${id} ${row.class === "login"}`).toBe(`${id} ${row.step !== undefined}`);
  });
});

/** How calls were told apart by method and address. */
function byAddress(method: string, path: string): Budget | null {
  if (/^\/v1\/(?:kite_login|upstox_login|angel_broking_login|icici_login_payload)$/.test(path))
    return "begins";
  if (path === "/v1/login_config") return "panels";
  const isEnd =
    /^\/v1\/(?:redirect_token|(?:upstox|angel_broking)_login_redirect|icici_validate_login|login_with_fedcm_google|invalidate_old_sessions_and_login)$/;
  if (isEnd.test(path)) return "ends";
  if (method === "GET" || path === "/v1/compute/cache/quotes_v2" || path === "/v1/compute/charges")
    return null;
  return /^\/v1\/(?:compute\/:brokerId\/|calculate_margin_v3$)/.test(path) ? "computes" : "writes";
}
