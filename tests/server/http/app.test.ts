import { once } from "node:events";
import { connect } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, type ApiHarness, startApi } from "../../support/http/api-server.ts";

let api: ApiHarness;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

function codeOf(answer: Answer): [number, string] {
  return [answer.status, answer.json<{ error: { code: string } }>().error.code];
}

/** What comes back for bytes that an HTTP library would not send. */
async function raw(bytes: string): Promise<{ status: number; body: string }> {
  const socket = connect(api.port, "127.0.0.1");
  socket.on("error", () => {});
  socket.write(bytes);
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk.toString();
  });
  await once(socket, "close");
  return { status: Number(text.split(" ")[1]), body: text.slice(text.indexOf("\r\n\r\n") + 4) };
}

it("a server that drains answers, and tells kept connections to close", async () => {
  let isDraining = false;
  const other = await startApi({ isDraining: () => isDraining });
  const headers = { connection: "keep-alive" };
  expect((await other.call("/healthz", { headers })).headers.connection).toBe("keep-alive");
  isDraining = true;
  expect(await other.call("/healthz", { headers })).toMatchObject({
    status: 200,
    headers: { connection: "close" },
  });
  await other.stop();
});

describe("errors have one shape", () => {
  it("404 for what is not there", async () => {
    for (const path of ["/nope", "/v1", "/v1/compute/cache", "/broker/1", "/%00", "/assets/none.js"]) {
      expect(codeOf(await api.call(path)), path).toEqual([404, "request.not_found"]);
    }
  });

  it("405 with the methods that are served", async () => {
    const answer = await api.call("/v1/compute/cache/quotes_v2", { method: "DELETE" });
    expect(codeOf(answer)).toEqual([405, "request.method_not_allowed"]);
    expect(answer.headers.allow).toBe("GET, HEAD, POST");
    expect(codeOf(await api.call("/healthz", { method: "POST" }))).toEqual([
      405,
      "request.method_not_allowed",
    ]);
  });

  it("400 for an address or a body that can't be read", async () => {
    expect(codeOf(await api.call("/v1/%E0%A4%A"))).toEqual([400, "request.invalid"]);
    for (const body of ["{", "", "null", '{"__proto__": 1}']) {
      const answer = await api.call("/v1/compute/cache/quotes_v2", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
      expect(codeOf(answer), body).toEqual([400, "request.invalid"]);
    }
  });

  it("415 for another type of body", async () => {
    const answer = await api.call("/v1/compute/cache/quotes_v2", {
      method: "POST",
      headers: { "content-type": "text/xml" },
      body: "<x/>",
    });
    expect(codeOf(answer)).toEqual([415, "request.invalid"]);
  });

  it("413 for a body above 256 KiB", async () => {
    const answer = await api.call("/v1/compute/cache/quotes_v2", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ trading_symbols: ["x".repeat(300_000)] }),
    });
    expect(codeOf(answer)).toEqual([413, "request.too_large"]);
  });

  it("even where the request is not HTTP, or its headers are too large", async () => {
    const garbage = await raw("NOT HTTP\r\n\r\n");
    expect(garbage.status).toBe(400);
    expect(JSON.parse(garbage.body)).toMatchObject({ error: { code: "request.invalid" } });
    const large = await raw(`GET / HTTP/1.1\r\nhost: x\r\nbig: ${"x".repeat(80_000)}\r\n\r\n`);
    expect(large.status).toBe(431);
    expect(JSON.parse(large.body)).toMatchObject({ error: { code: "request.too_large" } });
  });
});

describe("fuzz", () => {
  it("of paths, queries and bodies never brings a 5xx, a stack or a hang", async () => {
    const word = fc.oneof(
      fc.string({ maxLength: 30 }),
      fc.constantFrom("..", "%00", "'", "1", "NIFTY", "é", "a".repeat(600)),
    );
    const paths = fc.constantFrom(
      (w: string) => `/v1/compute/cache/instrument_metacache/${w}`,
      (w: string) => `/v1/compute/cache/live_derivative_prices/${w}`,
      (w: string) => `/v1/compute/1/mini_option_instruments/${w}`,
      (w: string) => `/v1/compute/cache/tradingsymbol_metacache/1?tradingsymbol=${w}`,
      (w: string) => `/v1/compute/cache/quotes_v2?i=${w}&i=${w}&j=1`,
      (w: string) => `/${w}`,
    );
    const requests = fc.sample(fc.tuple(paths, word, fc.constantFrom("GET", "POST"), fc.json()), {
      numRuns: 600,
      seed: 3,
    });
    for (const [path, text, method, body] of requests) {
      const answer = await api.call(path(encodeURIComponent(text)), {
        method,
        headers: { "content-type": "application/json" },
        ...(method === "POST" ? { body } : {}),
      });
      expect(answer.status).toBeLessThan(500);
      if (answer.status >= 400) {
        expect(answer.json()).toMatchObject({ error: { code: expect.any(String), details: {} } });
        expect(answer.body.toString()).not.toMatch(/node_modules|at .*\.ts:/);
        expect(answer.body.toString()).not.toContain(process.cwd());
      }
    }
  });
});

describe("requests from other sites", () => {
  const body = JSON.stringify({ trading_symbols: ["RELIANCE"] });
  const post = (headers: Record<string, string>) =>
    api.call("/v1/compute/cache/quotes_v2", {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body,
    });

  it("may not post", async () => {
    expect(codeOf(await post({ origin: "https://evil.example" }))).toEqual([403, "request.forbidden"]);
    expect(codeOf(await post({ "sec-fetch-site": "cross-site" }))).toEqual([403, "request.forbidden"]);
    expect((await post({ origin: api.origin, "sec-fetch-site": "same-origin" })).status).toBe(200);
    expect((await post({})).status).toBe(200);
  });
});

describe("headers", () => {
  it("confine pages, scripts and answers alike, and let workers run WASM", async () => {
    for (const path of ["/", "/assets/app-abc123.js", "/healthz", "/nope"]) {
      const { headers } = await api.call(path);
      const policy = headers["content-security-policy"] ?? "";
      expect(policy, path).toContain("script-src 'self' 'wasm-unsafe-eval'");
      expect(policy).toContain("connect-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain("upgrade-insecure-requests");
      expect(headers["cross-origin-opener-policy"]).toBe("same-origin-allow-popups");
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["strict-transport-security"]).toBeUndefined();
      expect(headers["x-powered-by"]).toBeUndefined();
    }
  });
});

describe("the web app", () => {
  it("is served at its pages and never cached", async () => {
    for (const path of ["/", "/option-chain", "/option-chain?underlying=NIFTY"]) {
      const answer = await api.call(path, { headers: { accept: "text/html" } });
      expect([answer.status, answer.headers["cache-control"]]).toEqual([200, "no-cache"]);
      expect(answer.body.toString()).toContain("<!doctype html>");
    }
  });

  it("shows its own not-found page to a browser that goes astray, with status 404", async () => {
    const answer = await api.call("/no-such-page", {
      headers: { accept: "text/html,application/xhtml+xml" },
    });
    expect(answer.status).toBe(404);
    expect(answer.body.toString()).toContain("<!doctype html>");
    expect(codeOf(await api.call("/v1/nope", { headers: { accept: "text/html" } }))[0]).toBe(404);
  });

  it("has assets that may be kept for ever, compressed by the build, and others that may not", async () => {
    const asset = await api.call("/assets/app-abc123.js", { headers: { "accept-encoding": "br" } });
    expect(asset.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(asset.headers["content-encoding"]).toBe("br");
    expect(asset.body.toString()).toBe("brotli bytes");
    expect(asset.headers["content-type"]).toContain("javascript");
    expect((await api.call("/icon.svg")).headers["cache-control"]).toBe("no-cache");
  });

  it("does not leave its folder", async () => {
    for (const path of [
      "/../package.json",
      "/..%2fpackage.json",
      "/assets/..%2f..%2fpackage.json",
      "/.vite/manifest.json",
    ]) {
      expect((await api.call(path)).status, path).toBeGreaterThanOrEqual(400);
    }
  });
});

describe("operation", () => {
  it("answers health and documentation, and knows no metrics", async () => {
    expect((await api.call("/healthz")).json()).toEqual({ status: "ok" });
    expect((await api.call("/readyz")).json()).toEqual({ status: "ready" });
    expect((await api.call("/metrics")).status).toBe(404);
    const openapi = (await api.call("/docs/json")).json<{ paths: Record<string, unknown> }>();
    expect(Object.keys(openapi.paths)).toEqual(
      expect.arrayContaining(["/v1/compute/cache/quotes_v2", "/v1/compute/market_timings", "/healthz"]),
    );
    expect(openapi.paths).not.toHaveProperty("/option-chain");
    const page = await api.call("/docs", { headers: { accept: "text/html" } });
    expect(page.body.toString()).toContain("swagger-ui");
  });

  it("is not ready while something is in the way, and lives nevertheless", async () => {
    const other = await startApi({ obstacle: () => "The feed is not heard" });
    const answer = await other.call("/readyz");
    expect(codeOf(answer)).toEqual([503, "server.unavailable"]);
    expect(answer.headers["retry-after"]).toBeDefined();
    expect((await other.call("/healthz")).status).toBe(200);
    await other.stop();
  });

  it("tells which threads do not answer, and that the process lives nevertheless", async () => {
    const down: string[] = [];
    const other = await startApi({ down: () => down });
    expect((await other.call("/healthz")).json()).toEqual({ status: "ok" });
    down.push("feed", "database");
    const answer = await other.call("/healthz");
    expect([answer.status, answer.json()]).toEqual([200, { status: "degraded", down: ["feed", "database"] }]);
    await other.stop();
  });

  it("has health but neither routes nor pages in a process without the api role", async () => {
    const other = await startApi({ roles: "none" });
    expect((await other.call("/healthz")).status).toBe(200);
    expect((await other.call("/metrics")).status).toBe(404);
    for (const path of ["/", "/docs", "/v1/compute/market_timings"])
      expect((await other.call(path)).status).toBe(404);
    await other.stop();
  });
});

it("its limits cut a handshake that dawdles within 15 s, and a body within 30 s", () => {
  const { server } = api.app;
  const everyMs: unknown = Reflect.get(server, "connectionsCheckingInterval");
  // Node looks for overdue connections that often, and cuts those that are beyond their limit when it looks.
  expect(everyMs).toBeTypeOf("number");
  for (const [limitMs, promisedMs] of [
    [server.headersTimeout, 15_000],
    [server.requestTimeout, 30_000],
  ] as const) {
    expect(limitMs).toBeGreaterThanOrEqual(5_000);
    expect(limitMs + Number(everyMs)).toBeLessThan(promisedMs);
  }
});
