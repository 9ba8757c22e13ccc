import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, type ApiHarness, startApi } from "../../support/http/api-server.ts";

let api: ApiHarness;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const QUOTES = "/v1/compute/cache/quotes_v2";
const messageOf = (answer: Answer) => answer.json<{ error: { message: string } }>().error.message;

/** Head and body of what comes back for these bytes, until the server hangs up. */
async function raw(bytes: string): Promise<{ status: number; head: string; body: string }> {
  const socket = connect(api.port, "127.0.0.1");
  socket.on("error", () => {});
  socket.write(bytes);
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk.toString();
  });
  await once(socket, "close");
  const cut = text.indexOf("\r\n\r\n");
  return { status: Number(text.split(" ")[1]), head: text.slice(0, cut), body: text.slice(cut + 4) };
}

describe("what Node answers by itself", () => {
  it.each([
    ["no Host", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n", 400, "request.invalid"],
    ["an expectation", "GET / HTTP/1.1\r\nHost: x\r\nExpect: cake\r\n\r\n", 417, "request.invalid"],
    ["a line without a version", "GET /healthz\r\n\r\n", 400, "request.invalid"],
    ["HTTP/0.9 by name", "GET /healthz HTTP/0.9\r\n\r\n", 400, "request.invalid"],
    [
      "17 KiB of headers",
      `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${"x".repeat(17 * 1_024)}\r\n\r\n`,
      431,
      "request.too_large",
    ],
    ["CONNECT", "CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n", 405, "request.method_not_allowed"],
  ])("has our shape too: %s", async (_what, bytes, status, code) => {
    const answer = await raw(bytes);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toMatchObject({
      error: { code, message: expect.any(String), details: {} },
    });
  });

  it("HTTP/1.0 needs no Host", async () => {
    expect((await raw("GET /healthz HTTP/1.0\r\n\r\n")).status).toBe(200);
  });
});

describe("caches", () => {
  it("are told that an asset differs by encoding", async () => {
    for (const encoding of ["br", "identity"]) {
      const { headers } = await api.call("/assets/app-abc123.js", {
        headers: { "accept-encoding": encoding },
      });
      expect(headers.vary).toBe("accept-encoding");
    }
  });

  it("are told something by every answer", async () => {
    for (const path of [
      `${QUOTES}?i=RELIANCE`,
      "/docs/json",
      "/v1/compute/market_timings",
      "/",
      "/healthz",
      "/nope",
    ]) {
      expect((await api.call(path)).headers["cache-control"], path).toMatch(/^(private, )?no-(cache|store)$/);
    }
  });

  it("get the whole not-found page, whatever they hold of it", async () => {
    const headers = { accept: "text/html" };
    const first = await api.call("/astray", { headers });
    for (const condition of [
      { "if-none-match": first.headers.etag ?? "*" },
      { "if-modified-since": "Fri, 01 Jan 2100 00:00:00 GMT" },
      { range: "bytes=0-1" },
    ]) {
      const again = await api.call("/astray", { headers: { ...headers, ...condition } });
      expect([again.status, again.body.toString()]).toEqual([404, first.body.toString()]);
    }
  });

  it("may hold a page until it changes", async () => {
    const { etag = "" } = (await api.call("/")).headers;
    expect((await api.call("/", { headers: { "if-none-match": etag } })).status).toBe(304);
    expect((await api.call("/", { headers: { "if-none-match": '"other"' } })).status).toBe(200);
  });
});

describe("requests that are refused", () => {
  it("say what is wrong with them in one sentence", async () => {
    const query = async (text: string) => messageOf(await api.call(`${QUOTES}${text}`));
    expect(await query("")).toBe("querystring must have required property 'i'");
    expect(await query("?i=")).toBe("querystring/i must NOT have fewer than 1 characters");
    expect(await query(`?${"i=A&".repeat(201)}`)).toBe("querystring/i must NOT have more than 200 items");
    const feed = await api.call("/v1/compute/cache/live_derivative_prices/NIFTY?get_nse_feed=1");
    expect(messageOf(feed)).toBe('querystring/get_nse_feed must be one of "true", "false"');
  });

  it("are not those for two hundred symbols in an address, the longest there are, nor for a thousand in a body", async () => {
    const asked = [
      ...Array.from({ length: 199 }, (_, i) => `NFO:${String(i).padStart(60, "X")}`),
      "reliance",
    ];
    const answer = await api.call(`${QUOTES}?${asked.map((each) => `i=${each}`).join("&")}`);
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.json<{ data: object }>().data)).toEqual(["reliance"]);
    const trading_symbols = [
      ...Array.from({ length: 999 }, (_, i) => `NIFTY26NOV${20_000 + i * 50}CE`),
      "reliance",
    ];
    const listed = await api.call(QUOTES, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ trading_symbols }),
    });
    expect(Object.keys(listed.json<{ payload: object }>().payload)).toContain("reliance");
  });

  it("may name what an object has anyway", async () => {
    const answer = await api.call(`${QUOTES}?i=__proto__&i=constructor&i=toString&i=RELIANCE`);
    expect(Object.keys(answer.json<{ data: object }>().data)).toEqual(["RELIANCE"]);
  });
});

interface Operation {
  readonly summary?: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema?: object }[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: object }> };
  readonly responses: Record<string, { readonly content?: Record<string, { readonly schema?: object }> }>;
}

/** Calls by POST that ask for all there is (rule EVT-1): there is nothing in them that could be wrong. */
const BARE = new Set(["/v1/compute/market_global_events", "/v1/compute/market_stock_events"]);

describe("the OpenAPI document", () => {
  it("has every operation with its parameters, its body, and the shape of its answers and errors", async () => {
    const document = (await api.call("/docs/json")).json<{
      openapi: string;
      paths: Record<string, Record<string, Operation>>;
    }>();
    expect(document.openapi).toBe("3.1.0");
    expect(JSON.stringify(document)).not.toContain("$ref");
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(operations)) {
        const what = `${method} ${path}`;
        expect(operation.summary, what).toBeTruthy();
        const named = (operation.parameters ?? []).filter((p) => p.in === "path").map((p) => p.name);
        expect(named.sort(), what).toEqual([...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort());
        // What proves itself by a header alone has nothing to say in a body.
        const isByHeader = (operation.parameters ?? []).some((p) => p.in === "header");
        // Undoing a deletion says no more than what of.
        const isNamed = named.length > 0 && operation.requestBody === undefined;
        const isBare = BARE.has(path);
        if (method === "post" && !isByHeader && !isNamed && !isBare)
          expect(operation.requestBody?.content, what).toHaveProperty("application/json");
        const isChecked = (method === "post" && !isBare) || (operation.parameters ?? []).length > 0;
        if (isChecked) expect(Object.keys(operation.responses), what).toContain("400");
        for (const [status, { content }] of Object.entries(operation.responses)) {
          // A redirect has no body.
          if (status.startsWith("3")) continue;
          const schema = Object.values(content ?? {})[0]?.schema;
          expect(schema, `${what} ${status}`).toBeDefined();
          if (Number(status) >= 400) expect(schema, what).toHaveProperty("properties.error.properties.code");
        }
      }
    }
    expect(Object.keys(document.paths).length).toBeGreaterThanOrEqual(40);
  });
});
