import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Endpoint } from "#protocol/http/contract.ts";
import { ENDPOINTS } from "#protocol/http/endpoints.ts";
import type { ServedRoute } from "#server/identity/http/served-routes.ts";
import { httpAnswer } from "#server/platform/http/http-errors.ts";
import { PAGES } from "#server/web/page-routes.ts";
import { type ApiHarness, startApi } from "../../support/http/api-server.ts";
import { rowFaults } from "../../support/http/row-faults.ts";

const GROUPS = Object.entries(ENDPOINTS) as readonly (readonly [
  string,
  Readonly<Record<string, Endpoint>>,
])[];
const ROWS = GROUPS.flatMap(([file, rows]) =>
  Object.entries(rows).map(([name, row]) => ({ id: `${file}.${name}`, row })),
);

let api: ApiHarness;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

/** What a process serves beside its calls: pages, their files, the documentation, what stands in for providers. */
const isOther = ({ method, url }: ServedRoute): boolean =>
  method === "GET" && (PAGES.includes(url) || /^\/(?:docs|assets)(?:\/|$)|^\/icon\.svg$/.test(url));
const isStandIn = ({ url }: ServedRoute): boolean => url.startsWith("/sandbox/");

describe("the rows", () => {
  it("have a handler each, and there is no handler without a row", () => {
    expect(rowFaults(api.app.servedRoutes, ENDPOINTS, (route) => isOther(route) || isStandIn(route))).toEqual(
      [],
    );
  });

  it("of the process itself are served without the api role too, and no others are", async () => {
    const bare = await startApi({ roles: "none" });
    expect(rowFaults(bare.app.servedRoutes, { operation: ENDPOINTS.operation })).toEqual([]);
    await bare.stop();
  });

  it("are what the documentation shows, but for those that are hidden", async () => {
    const { paths } = (await api.call("/docs/json")).json<{ paths: Record<string, object> }>();
    const shown = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const rows = ROWS.filter(({ row }) => row.isHidden !== true).flatMap(({ row }) =>
      row.paths.map((path) => `${row.method} ${path.replace(/:(\w+)/g, "{$1}")}`),
    );
    expect(shown.sort()).toEqual(rows.sort());
  });

  it.each(["refuse", "log"] as const)(
    "are checked in every answer: what breaks one is to %s",
    async (brokenAnswer) => {
      const lines: string[] = [];
      const log = pino({ level: "error" }, { write: (line: string) => void lines.push(line) });
      const panel = { researchAnalystNumber: 7 as never, termsUrl: null };
      const broken = await startApi({ panel, brokenAnswer, log });
      const { error } = (await broken.call("/v1/login_config?begin=false")).json<{ error: unknown }>();
      await broken.stop();
      const fault = { endpoint: "GET /v1/login_config", path: "/research_analyst_number" };
      if (brokenAnswer === "refuse") expect(error).toMatchObject({ code: "server.internal", details: fault });
      else
        expect(lines.map((line) => JSON.parse(line) as unknown)).toContainEqual(
          expect.objectContaining(fault),
        );
    },
  );

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

  it("have a step in a sign-in where they belong to one, and nowhere else", () => {
    for (const { id, row } of ROWS)
      expect(`${id} ${row.class === "login"}`).toBe(`${id} ${row.step !== undefined}`);
  });
});
