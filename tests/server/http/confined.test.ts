import { PassThrough } from "node:stream";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ALIASES } from "#domain/access/page-paths.ts";
import { type ApiHarness, NO_KEYS, startApi } from "../../support/http/api-server.ts";
import { newVisitor, signIn } from "../../support/http/visitor.ts";
import { freshStore } from "../../support/store/store.ts";

let api: ApiHarness;
const lines: string[] = [];
beforeAll(async () => {
  const sink = new PassThrough();
  sink.on("data", (chunk: Buffer) => lines.push(chunk.toString()));
  const log = pino({ level: "trace" }, sink);
  api = await startApi({ store: await freshStore(), log });
});
afterAll(() => api.stop());

const policyOf = async (from: ApiHarness, path: string): Promise<string> =>
  (await from.call(path, { headers: { accept: "text/html" } })).headers["content-security-policy"] ?? "";

describe("the policy of pages", () => {
  it("names no provider while every one is the sandbox", async () => {
    const policy = await policyOf(api, "/login");
    expect(policy).toContain("form-action 'self';");
    expect(policy).not.toMatch(/https?:/);
    expect(policy).not.toContain("frame-src");
  });

  it("lets Google's script and ICICI Direct's form in where they are real, and nothing more", async () => {
    const real = await startApi({
      keys: { ...NO_KEYS, google: { key: "x.apps.googleusercontent.com", secret: "" } },
      outside: { forms: ["https://api.icicidirect.com"], google: true, widgets: [] },
    });
    const policy = await policyOf(real, "/login");
    expect(policy).toContain("form-action 'self' https://api.icicidirect.com;");
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval' https://accounts.google.com/gsi/client;");
    expect(policy).toContain("frame-src 'self' https://accounts.google.com/gsi/;");
    expect(policy).toContain("connect-src 'self' https://accounts.google.com/gsi/;");
    expect(policy).not.toMatch(/\*|unsafe-eval(?<!wasm-unsafe-eval)/);
    await real.stop();
  });

  it("lets the named origins frame the widgets, and no site anything else", async () => {
    const framed = await startApi({
      outside: { forms: [], google: false, widgets: ["https://broker.example"] },
    });
    for (const path of [
      "/widget/option-chain",
      "/widgets/option-chain",
      "/widget/builder/kite",
      "/widget/info-modal",
    ]) {
      const { headers } = await framed.call(path, { headers: { accept: "text/html" } });
      expect(headers["content-security-policy"]).toContain("frame-ancestors 'self' https://broker.example");
      expect(headers["x-frame-options"]).toBeUndefined();
    }
    for (const path of ["/", "/login", "/widget/nope", "/v1/users/me", "/healthz"]) {
      const { headers } = await framed.call(path, { headers: { accept: "text/html" } });
      expect(headers["content-security-policy"], path).toContain("frame-ancestors 'none'");
      expect(headers["x-frame-options"], path).toBe("DENY");
    }
    await framed.stop();
    expect(await policyOf(api, "/widget/option-chain")).toContain("frame-ancestors 'none'");
  });
});

describe("what is an account's own", () => {
  it("is kept by no cache", async () => {
    const visitor = newVisitor(api);
    await signIn(visitor, "kite");
    for (const path of [
      "/v1/users/me",
      "/v1/sessions",
      "/v1/user_subscriptions",
      "/v1/access/home",
      "/v1/login_config",
    ]) {
      const { headers, status } = await visitor.fetch(path);
      expect([status, headers["cache-control"]], path).toEqual([200, "no-store"]);
    }
  });

  it("is changed by no page of another site, whatever it sends along", async () => {
    const visitor = newVisitor(api);
    await signIn(visitor, "kite");
    const unsafe = [
      ["DELETE", "/v1/logout"],
      ["DELETE", "/v1/sessions"],
      ["POST", "/user/preferences"],
      ["POST", "/user_subscriptions"],
      ["POST", "/v1/user_subscriptions/update"],
      ["POST", "/payment/register_for_trial"],
      ["POST", "/v1/invalidate_old_sessions_and_login"],
      ["POST", "/v1/icici_validate_login"],
      ["POST", "/v1/login_with_fedcm_google"],
    ] as const;
    for (const [method, path] of unsafe) {
      for (const headers of [
        { origin: "https://evil.example" },
        { origin: "null" },
        { origin: `${api.origin}.evil.example` },
        { origin: api.origin.replace("http:", "https:") },
        { "sec-fetch-site": "cross-site" },
      ]) {
        const answer = await visitor.fetch(path, {
          method,
          headers,
          body: method === "POST" ? {} : undefined,
        });
        expect(answer.status, `${method} ${path} ${JSON.stringify(headers)}`).toBe(403);
      }
    }
    expect((await visitor.fetch("/v1/users/me")).json()).toMatchObject({ data: { is_anon_user: false } });
  });

  it("is taken as JSON only: a form of another site cannot be sent as it", async () => {
    const visitor = newVisitor(api);
    await signIn(visitor, "kite");
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
    ]) {
      const headers = { "content-type": type };
      const answer = await visitor.fetch("/user/preferences", {
        method: "POST",
        headers,
        body: '{"theme":"x"}',
      });
      expect(answer.status, type).toBe(415);
    }
  });

  it("is not changed by any GET", async () => {
    const visitor = newVisitor(api);
    await signIn(visitor, "kite");
    const before = (await visitor.fetch("/v1/users/me")).body.toString();
    for (const path of [
      "/v1/logout",
      "/user/preferences?theme=x",
      "/payment/register_for_trial",
      "/v1/user_subscriptions/update",
    ]) {
      expect((await visitor.fetch(path)).status, path).toBe(405);
    }
    expect((await visitor.fetch("/v1/users/me")).body.toString()).toBe(before);
  });
});

describe("the log", () => {
  it("has the ids that the app sends, and nothing that opens anything", async () => {
    lines.length = 0;
    const visitor = newVisitor(api);
    const answer = await signIn(visitor, "upstox");
    await visitor.fetch("/v1/redirect_token?request_token=SECRETTOKEN123&state=SECRETSTATE");
    await visitor.fetch("/v1/upstox_login", {
      headers: { accept: "text/html", "sec-fetch-mode": "navigate" },
    });
    const text = lines.join("");
    const { access_token: token } = answer.json<{ access_token: string }>();
    for (const secret of [
      visitor.cookies.get("__Host-sid")!.split(".")[0]!,
      token,
      "SECRETTOKEN123",
      "SECRETSTATE",
    ]) {
      expect(text).not.toContain(secret);
    }
  });

  it("tells which app and browser a failure was met in", async () => {
    lines.length = 0;
    const away = await startApi({
      log: pino({ level: "warn" }, { write: (line: string) => void lines.push(line) }),
    });
    const headers = {
      "x-session-reference": "run-1234",
      cookie: `__Host-sid=${"A".repeat(43)}.${"0".repeat(36)}`,
    };
    const answer = await newVisitor(away).fetch("/v1/users/me", { headers });
    expect(answer.status).toBe(503);
    expect(lines.join("")).toContain('"session_reference":"run-1234"');
    await away.stop();
  });
});

describe("addresses of pages", () => {
  it.each(Object.entries(ALIASES).filter(([from]) => from !== "/"))(
    "%s leads to %s, its query kept",
    async (from, to) => {
      const answer = await api.call(`${from}?theme=dark&x=%0d%0a`, { headers: { accept: "text/html" } });
      expect([answer.status, answer.headers.location]).toEqual([302, `${to}?theme=dark&x=%0d%0a`]);
    },
  );

  it("are served whole at any depth they have, and not found beyond it", async () => {
    const statusOf = async (path: string) =>
      (await api.call(path, { headers: { accept: "text/html" } })).status;
    for (const path of [
      "/",
      "/home",
      "/open-interest",
      "/open-interest/oi-vs-time",
      "/learn-options-trading/a/b",
      "/verified-pnl/x/longterm-pnl",
    ]) {
      expect(await statusOf(path), path).toBe(200);
    }
    for (const path of ["/open-interest/a/b", "/option-chain/x", "/homes", "/admin", "/admin/users"]) {
      expect(await statusOf(path), path).toBe(404);
    }
  });
});

describe("while storage is away", () => {
  it("no account is let in, none is taken for anonymous, and the market goes on", async () => {
    const away = await startApi();
    const visitor = newVisitor(away);
    visitor.cookies.set("__Host-sid", `${"A".repeat(43)}.00000000-0000-4000-8000-000000000000`);
    for (const [method, path] of [
      ["GET", "/v1/users/me"],
      ["GET", "/v1/access/builder"],
      ["GET", "/v1/sessions"],
      ["GET", "/v1/admin/audit"],
      ["DELETE", "/v1/logout"],
    ] as const) {
      const answer = await visitor.fetch(path, { method });
      expect([answer.status, answer.headers["retry-after"]], path).toEqual([503, "2"]);
      expect(answer.json(), path).toMatchObject({ error: { code: "storage.unavailable" } });
    }
    expect(visitor.cookies.has("__Host-sid")).toBe(true);
    expect((await newVisitor(away).fetch("/v1/users/me")).json()).toMatchObject({
      data: { is_anon_user: true },
    });
    expect((await visitor.fetch("/v1/compute/cache/quotes_v2?i=RELIANCE")).status).toBe(200);
    expect((await visitor.fetch("/v1/access/home")).status).toBe(200);
    await away.stop();
  });
});
