import { type FastifyInstance, fastify } from "fastify";
import { Type } from "typebox";
import { afterEach, describe, expect, it } from "vitest";
import { AppError } from "#domain/errors.ts";
import { type Endpoint, endpoint } from "#protocol/http/contract.ts";
import { createRowRegistrar, keepBytes, type RowRules } from "#server/identity/http/register-row.ts";
import { noteServedRoutes, type ServedRoute } from "#server/identity/http/served-routes.ts";
import { handleError } from "#server/platform/http/error-answers.ts";
import { rowFaults } from "../../../support/http/row-faults.ts";

const shelf = endpoint({
  method: "POST",
  paths: ["/v1/shelves/:id", "/shelves/:id"],
  access: "authenticated",
  class: "write",
  cost: 1,
  ms: 1,
  cache: "no-store",
  vary: "cookie",
  tags: ["shelves"],
  summary: "Puts books on a shelf",
  params: Type.Object({ id: Type.String({ maxLength: 8 }) }),
  query: Type.Object({ quiet: Type.Optional(Type.Literal("true")) }),
  body: Type.Object({ books: Type.Array(Type.String(), { minItems: 1 }) }, { additionalProperties: false }),
  answers: { 200: Type.Object({ data: Type.Object({ id: Type.String(), count: Type.Integer() }) }) },
  errors: { 400: ["request.invalid"], 401: ["auth.required"] },
});

let app: FastifyInstance;
afterEach(() => app.close());

const faults: string[] = [];

function serve(rules: Partial<RowRules> = {}) {
  faults.length = 0;
  const log = {
    level: "error",
    stream: { write: (line: string) => void faults.push(line) },
  };
  app = fastify({ logger: log, ajv: { customOptions: { coerceTypes: false, removeAdditional: false } } });
  app.setErrorHandler(handleError);
  const served = noteServedRoutes(app);
  const registrar = createRowRegistrar(app, { guard: () => ({}), brokenAnswer: "refuse", ...rules });
  return { registrar, served };
}

const put = (url: string, payload: unknown) =>
  app.inject({
    method: "POST",
    url,
    headers: { "content-type": "application/json" },
    payload: JSON.stringify(payload),
  });

describe("a row with its handler", () => {
  it("is served at every address of the row, with its typed request", async () => {
    const { registrar } = serve();
    registrar.row(shelf, async ({ params, body }) => ({ data: { id: params.id, count: body.books.length } }));
    for (const url of ["/v1/shelves/a", "/shelves/a?quiet=true"]) {
      const answer = await put(url, { books: ["x", "y"] });
      expect([answer.statusCode, answer.json()]).toEqual([200, { data: { id: "a", count: 2 } }]);
      expect(answer.headers).toMatchObject({ "cache-control": "no-store", vary: "cookie" });
    }
  });

  it("refuses what the row's schemas do not say", async () => {
    const { registrar } = serve();
    registrar.row(shelf, async ({ params }) => ({ data: { id: params.id, count: 0 } }));
    for (const [url, body] of [
      ["/v1/shelves/a", { books: [] }],
      ["/v1/shelves/a", { books: ["x"], more: 1 }],
      ["/v1/shelves/a?quiet=no", { books: ["x"] }],
      ["/v1/shelves/longer-than-eight", { books: ["x"] }],
    ] as const) {
      const answer = await put(url, body);
      expect([answer.statusCode, answer.json().error.code]).toEqual([400, "request.invalid"]);
    }
  });

  it("is guarded as the guard says of that row, and bears the row for those who count", async () => {
    const asked: Endpoint[] = [];
    const { registrar } = serve({
      guard: (row) => ({
        preHandler: async () => {
          asked.push(row);
          throw new AppError("auth.required", "Log in to do this");
        },
      }),
    });
    const seen: unknown[] = [];
    app.addHook("onRequest", async (request) => void seen.push(request.routeOptions.config.endpoint));
    registrar.row(shelf, async ({ params }) => ({ data: { id: params.id, count: 0 } }));
    expect((await put("/shelves/a", { books: ["x"] })).statusCode).toBe(401);
    // The guard comes after the schemas here: what is not valid does not reach it.
    expect((await put("/shelves/a", {})).statusCode).toBe(400);
    expect(asked).toEqual([shelf]);
    expect(seen).toEqual([shelf, shelf]);
  });
});

it("what a route asks for beyond its row is asked after the guard", async () => {
  const order: string[] = [];
  const { registrar } = serve({ guard: () => ({ onRequest: async () => void order.push("guard") }) });
  const own = async () => void order.push("own");
  registrar.row(shelf, async ({ params }) => ({ data: { id: params.id, count: 0 } }), { onRequest: own });
  expect((await put("/v1/shelves/a", { books: ["x"] })).statusCode).toBe(200);
  expect(order).toEqual(["guard", "own"]);
});

describe("an answer that breaks its row's schema", () => {
  const wrong = async () => ({ data: { id: "a", count: 1.5 } });

  it("is a 500 that names place and endpoint where it is to be refused", async () => {
    const { registrar } = serve();
    registrar.row(shelf, wrong);
    const answer = await put("/v1/shelves/a", { books: ["x"] });
    expect(answer.statusCode).toBe(500);
    expect(answer.json().error).toMatchObject({
      code: "server.internal",
      details: { endpoint: "POST /v1/shelves/:id", path: "/data/count" },
    });
  });

  it("goes out and is logged as a fault where people use the product", async () => {
    const { registrar } = serve({ brokenAnswer: "log" });
    registrar.row(shelf, wrong);
    expect((await put("/v1/shelves/a", { books: ["x"] })).statusCode).toBe(200);
    expect(faults.join("")).toContain("POST /v1/shelves/:id");
  });

  it("is one in bytes too, but only where it is refused: nothing else reads them again", async () => {
    for (const [brokenAnswer, status] of [
      ["refuse", 500],
      ["log", 200],
    ] as const) {
      const { registrar } = serve({ brokenAnswer });
      const bytes = Buffer.from(JSON.stringify(await wrong()));
      registrar.row(shelf, async (_request, reply) => reply.type("application/json").send(bytes));
      expect((await put("/v1/shelves/a", { books: ["x"] })).statusCode).toBe(status);
      if (brokenAnswer === "refuse") await app.close();
    }
    expect(faults).toEqual([]);
  });

  it("is no matter of errors, which have their own shape", async () => {
    const { registrar } = serve();
    registrar.row(shelf, async (_request, reply) =>
      reply.code(400).send({ error: { code: "x", message: "m", details: {} } } as never),
    );
    expect((await put("/v1/shelves/a", { books: ["x"] })).statusCode).toBe(400);
  });
});

it("rows of a scope read bodies as they alone do; one of bytes takes and gives what it is sent, unread", async () => {
  const { registrar } = serve({ brokenAnswer: "log" });
  const hidden = endpoint({ ...shelf, paths: ["/v1/sealed/:id"] });
  await registrar.scope(keepBytes, (scope) =>
    scope.bytes(hidden, async ({ body }, reply) => reply.type("application/json").send(body as Buffer)),
  );
  registrar.row(shelf, async ({ params, body }) => ({ data: { id: params.id, count: body.books.length } }));
  expect((await put("/v1/sealed/a", { any: "thing" })).body).toBe('{"any":"thing"}');
  expect((await put("/v1/shelves/a", { books: ["x"] })).json()).toEqual({ data: { id: "a", count: 1 } });
});

describe("rows and routes held against each other", () => {
  const other = endpoint({ ...shelf, paths: ["/v1/elsewhere/:id"] });

  it("agree where every row has a handler and every handler a row", async () => {
    const { registrar, served } = serve();
    registrar.row(shelf, async () => ({ data: { id: "a", count: 1 } }));
    app.get("/docs/json", async () => "");
    await app.ready();
    const isOther = ({ url }: ServedRoute) => url.startsWith("/docs/");
    expect(rowFaults(served, { shelves: { shelf } }, isOther)).toEqual([]);
  });

  it("tell of a row without handler, a handler without row and a row in no table", async () => {
    const { registrar, served } = serve();
    registrar.row(other, async () => ({ data: { id: "a", count: 1 } }));
    app.get("/v1/nobody", async () => "");
    await app.ready();
    expect(rowFaults(served, { shelves: { shelf } })).toEqual([
      "a row without handler: POST /v1/shelves/:id",
      "a row without handler: POST /shelves/:id",
      "a row that no table has: POST /v1/elsewhere/:id",
      "a handler without row: GET /v1/nobody",
    ]);
  });
});
