import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { BrokerSlug } from "#domain/access/brokers.ts";
import { breezeChecksum } from "#server/brokers/icici/breeze-signing.ts";
import { createBrokers } from "#server/brokers/registry.ts";
import { standInsAt } from "#server/standins/apps.ts";
import {
  googleToken,
  MORNING,
  type SandboxServer,
  signInAt,
  startSandbox,
  visit,
} from "#tests/support/brokers/sandbox-server.ts";

let server: SandboxServer;
beforeAll(async () => {
  server = await startSandbox();
});
afterAll(() => server.stop());
beforeEach(() => {
  server.clock.now = MORNING;
});

type Slug = Exclude<BrokerSlug, "google">;
const TOKENS: Readonly<Record<Slug, string>> = {
  kite: "request_token",
  upstox: "code",
  angel_broking: "auth_token",
  icici: "apisession",
};
const SLUGS = Object.keys(TOKENS) as Slug[];

async function code(slug: Slug, outcome = "ok"): Promise<string> {
  return (await signInAt(server, slug, { outcome })).searchParams.get(TOKENS[slug]) ?? "";
}

describe("a code", () => {
  it.each(["kite", "upstox", "icici"] as const)("of %s is worth one sign-in", async (slug) => {
    const token = await code(slug);
    await server.brokers[slug].finish(token, server.attempt());
    await expect(server.brokers[slug].finish(token, server.attempt())).rejects.toMatchObject({
      code: "broker.rejected",
    });
  });

  it.each(["kite", "upstox", "icici"] as const)(
    "of %s is worth one sign-in of fifty at once",
    async (slug) => {
      const token = await code(slug);
      const all = await Promise.allSettled(
        Array.from({ length: 50 }, () => server.brokers[slug].finish(token, server.attempt())),
      );
      expect(all.filter((each) => each.status === "fulfilled").length).toBe(1);
    },
  );

  it.each(["kite", "upstox", "icici"] as const)("of %s dies within minutes", async (slug) => {
    const token = await code(slug);
    server.clock.now += 5 * 60_000 + 1;
    await expect(server.brokers[slug].finish(token, server.attempt())).rejects.toMatchObject({
      code: "broker.rejected",
    });
  });

  it.each(SLUGS.flatMap((from) => SLUGS.filter((to) => to !== from).map((to) => [from, to] as const)))(
    "of %s is nothing to %s",
    async (from, to) => {
      const token = await code(from);
      await expect(server.brokers[to].finish(token, server.attempt())).rejects.toMatchObject({
        code: "broker.rejected",
      });
    },
  );

  it.each(SLUGS)("of Google is nothing to %s", async (slug) => {
    const token = await googleToken(server);
    await expect(server.brokers[slug].finish(token, server.attempt())).rejects.toMatchObject({
      code: "broker.rejected",
    });
  });

  it.each(SLUGS)("of %s is nothing to Google", async (slug) => {
    const token = await code(slug);
    await expect(server.brokers.google.finish(token, server.attempt())).rejects.toMatchObject({
      code: "broker.rejected",
    });
  });

  it.each(SLUGS)("that %s handed out expired lets no account in", async (slug) => {
    const token = await code(slug, "expired");
    await expect(server.brokers[slug].finish(token, server.attempt())).rejects.toMatchObject({
      code: "broker.rejected",
    });
  });

  it.each(SLUGS)("whose %s goes down meanwhile lets no account in, and says to try again", async (slug) => {
    const token = await code(slug, "down");
    await expect(server.brokers[slug].finish(token, server.attempt())).rejects.toMatchObject({
      code: "broker.unavailable",
    });
  });

  it.each(SLUGS)("whose %s answers something unreadable lets no account in", async (slug) => {
    const token = await code(slug, "nonsense");
    await expect(server.brokers[slug].finish(token, server.attempt())).rejects.toMatchObject({
      code: "broker.nonsense",
    });
  });

  it.each(["expired", "unverified", "foreign"])("of Google that is %s lets no account in", async (fault) => {
    const token = await googleToken(server, { fault });
    await expect(server.brokers.google.finish(token, server.attempt())).rejects.toMatchObject({
      code: "broker.rejected",
    });
  });

  it("of Google belongs to the attempt whose nonce it holds", async () => {
    const token = await googleToken(server, { nonce: "somebody-elses-nonce" });
    await expect(server.brokers.google.finish(token, server.attempt())).rejects.toMatchObject({
      code: "broker.rejected",
    });
  });

  it("of Angel One is worth nothing once India's day is over", async () => {
    const token = await code("angel_broking");
    server.clock.now = Date.parse("2026-11-21T18:30:00Z");
    await expect(server.brokers.angel_broking.finish(token, server.attempt())).rejects.toMatchObject({
      code: "broker.rejected",
    });
  });
});

describe("keys that are not the app's", () => {
  const OTHERS = { key: "another", secret: "secret" };
  function strangers() {
    const place = (path: string) => ({ pages: `${server.origin}${path}`, api: `${server.origin}${path}` });
    return createBrokers({
      keys: { kite: OTHERS, upstox: OTHERS, angel_broking: OTHERS, icici: OTHERS, google: OTHERS },
      standIns: standInsAt(() => server.origin),
      clock: () => server.clock.now,
      places: {
        kite: place("/sandbox/kite"),
        upstox: place("/sandbox/upstox"),
        angel_broking: place("/sandbox/angel"),
        icici: place("/sandbox/icici"),
        google: place("/sandbox/google"),
      },
    });
  }

  it.each(SLUGS)("get nothing for a code of %s", async (slug) => {
    const token = await code(slug);
    await expect(strangers()[slug].finish(token, server.attempt())).rejects.toMatchObject({
      code: "broker.rejected",
    });
  });

  it.each(SLUGS)("get no login page of %s", async (slug) => {
    const start = strangers()[slug].start(server.attempt());
    if (start.kind === "script") throw new Error("no page to open");
    const { status, text } = await visit(start.url, start.kind === "form" ? start.fields : undefined);
    expect(status).toBe(400);
    expect(text).not.toContain('name="flow"');
  });
});

describe("what the providers check", () => {
  const CHECKSUM = (token: string) =>
    createHash("sha256").update(`sandboxkite${token}sandboxkitesecret`).digest("hex");

  async function exchange(
    changes: Record<string, string>,
    headers: Record<string, string> = { "x-kite-version": "3" },
  ) {
    const token = await code("kite");
    const form = { api_key: "sandboxkite", request_token: token, checksum: CHECKSUM(token), ...changes };
    const body = new URLSearchParams(form);
    return fetch(`${server.origin}/sandbox/kite/session/token`, { method: "POST", headers, body });
  }

  it("Kite: the checksum, the key, the token and the version", async () => {
    expect((await exchange({})).status).toBe(200);
    expect((await exchange({ checksum: CHECKSUM("x") })).status).toBe(403);
    expect((await exchange({ checksum: "" })).status).toBe(400);
    expect((await exchange({ api_key: "other" })).status).toBe(403);
    expect((await exchange({ request_token: "other", checksum: CHECKSUM("other") })).status).toBe(403);
    expect((await exchange({}, {})).status).toBe(400);
  });

  it.each([
    "https://evil.example/upstox_login_redirect",
    "ORIGIN/upstox_login_redirect/",
    "ORIGIN/upstox_login_redirect?next=https://evil.example",
    "ORIGIN/upstox_login_redirect#x",
    "ORIGIN/other",
    "ORIGIN/./upstox_login_redirect",
    "ORIGIN@evil.example/upstox_login_redirect",
    "ORIGIN\\@evil.example/upstox_login_redirect",
    "//evil.example/upstox_login_redirect",
    "javascript:alert(1)",
    "",
  ])("Upstox: the redirect address %j is not registered", async (uri) => {
    const redirectUri = uri.replace("ORIGIN", server.origin);
    const start = server.brokers.upstox.start(server.attempt({ redirectUri }));
    const { status, text, location } = await visit(
      `${server.origin}${start.kind === "redirect" ? start.url : ""}`,
    );
    expect({ status, location }).toEqual({ status: 400, location: null });
    expect(text).toContain("UDAPI100068");
  });

  it("Upstox: the same redirect address in both steps", async () => {
    const token = await code("upstox");
    const other = server.attempt({ redirectUri: `${server.origin}/upstox_login_redirect/` });
    await expect(server.brokers.upstox.finish(token, other)).rejects.toMatchObject({
      code: "broker.rejected",
    });
    // And the code is gone with it.
    await expect(server.brokers.upstox.finish(token, server.attempt())).rejects.toMatchObject({
      code: "broker.rejected",
    });
  });

  it("Breeze: the form's checksum, its time and its key", async () => {
    const post = (fields: Record<string, string>) =>
      visit(`${server.origin}/sandbox/icici/apiuser/login`, fields);
    const sign = (stamp: string, secret = "sandboxicicisecret") => ({
      AppKey: "sandboxicici",
      time_stamp: stamp,
      checksum: breezeChecksum(stamp, '{"AppKey":"sandboxicici"}', secret),
    });
    const now = "2026-11-21T04:30:00.000Z";
    expect((await post(sign(now))).status).toBe(200);
    expect((await post(sign(now, "guess"))).status).toBe(400);
    expect((await post({ ...sign(now), time_stamp: "2026-11-21T04:30:01.000Z" })).status).toBe(400);
    expect((await post(sign("2026-11-21T04:20:00.000Z"))).status).toBe(400);
    expect((await post(sign("not a time"))).status).toBe(400);
    expect((await post({ ...sign(now), AppKey: "other" })).status).toBe(400);
    expect((await post({})).status).toBe(400);
  });

  it("Google: the client id and a nonce", async () => {
    const select = (query: string) => visit(`${server.origin}/sandbox/google/gsi/select?${query}`);
    expect((await select("client_id=strikewise-sandbox.apps.example&nonce=abc")).status).toBe(200);
    expect((await select("client_id=other&nonce=abc")).status).toBe(400);
    expect((await select("client_id=strikewise-sandbox.apps.example")).status).toBe(400);
    expect((await select("client_id=strikewise-sandbox.apps.example&nonce=a%20b")).status).toBe(400);
  });
});
