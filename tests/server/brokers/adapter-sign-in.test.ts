import { afterAll, beforeAll, describe, expect, it } from "vitest";
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

describe("a newcomer signs in at the sandbox's Zerodha", () => {
  it("and comes back with state and a request token that is worth one identity", async () => {
    const back = await signInAt(server, "kite");
    expect(back.pathname).toBe("/kite_login_redirect");
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      action: "login",
      status: "success",
      state: server.attempt().state,
    });
    const who = await server.brokers.kite.finish(back.searchParams.get("request_token")!, server.attempt());
    expect(who).toMatchObject({ externalId: "SBX001", name: "Asha Rao", email: "asha.rao@sandbox.invalid" });
    expect(new Date(who.expiresAt).toISOString()).toBe("2026-11-22T00:30:00.000Z");
    await server.brokers.kite.endSession(who.tokens!);
  });

  it("at once with a fresh account, another one each time", async () => {
    const start = server.brokers.kite.start(server.attempt(), { freshAccount: true });
    const ids = new Set<string>();
    for (let n = 0; n < 3; n++) {
      const { location } = await visit(`${server.origin}${start.kind === "redirect" ? start.url : ""}`);
      const token = new URL(location!, server.origin).searchParams.get("request_token")!;
      const who = await server.brokers.kite.finish(token, server.attempt());
      ids.add(who.externalId);
    }
    expect(ids.size).toBe(3);
  });
});

describe("a newcomer signs in at the sandbox's", () => {
  it("Upstox, by a code bound to the redirect address", async () => {
    const attempt = server.attempt();
    const back = await signInAt(server, "upstox", { account: "SB1002" }, attempt);
    expect(`${back.origin}${back.pathname}`).toBe(attempt.redirectUri);
    expect(back.searchParams.get("state")).toBe(attempt.state);
    const who = await server.brokers.upstox.finish(back.searchParams.get("code")!, attempt);
    expect(who).toMatchObject({
      externalId: "SB1002",
      name: "Vikram Shah",
      email: "vikram.shah@sandbox.invalid",
    });
    expect(new Date(who.expiresAt).toISOString()).toBe("2026-11-21T22:00:00.000Z");
    await server.brokers.upstox.endSession(who.tokens!);
  });

  it("Angel One, by three tokens; a logout makes them worthless", async () => {
    const start = server.brokers.angel_broking.start(server.attempt(), { appId: "web", os: "linux" });
    expect(start.kind === "redirect" && start.url).toMatch(/&app_id=web&os=linux$/);
    const back = await signInAt(server, "angel_broking", { account: "S1000003" });
    expect(back.pathname).toBe("/validate_angel_broking_login");
    expect(back.searchParams.get("state")).toBe(server.attempt().state);
    const tokens = ["auth_token", "feed_token", "refresh_token"].map((name) => back.searchParams.get(name)!);
    const who = await server.brokers.angel_broking.finish(tokens.join(","), server.attempt());
    expect(who).toMatchObject({
      externalId: "S1000003",
      name: "Meera Iyer",
      tokens: { access: tokens[0], feed: tokens[1], refresh: tokens[2] },
    });
    expect(new Date(who.expiresAt).toISOString()).toBe("2026-11-21T18:30:00.000Z");
    const alone = await server.brokers.angel_broking.finish(tokens[0]!, server.attempt());
    expect(alone.tokens).toEqual({ access: tokens[0] });
    await server.brokers.angel_broking.endSession(who.tokens!);
    await expect(server.brokers.angel_broking.finish(tokens[0]!, server.attempt())).rejects.toMatchObject({
      code: "broker.rejected",
    });
  });

  it("ICICI Direct, by a posted form and a GET with a body", async () => {
    const start = server.brokers.icici.start(server.attempt());
    expect(start).toMatchObject({
      kind: "form",
      url: "/sandbox/icici/apiuser/login",
      fields: { AppKey: "sandboxicici", time_stamp: "2026-11-21T04:30:00.000Z" },
    });
    const back = await signInAt(server, "icici", { account: "SANDBOX4" });
    expect(back.pathname).toBe("/icici_login_redirect");
    const who = await server.brokers.icici.finish(back.searchParams.get("apisession")!, server.attempt());
    expect(who).toMatchObject({ externalId: "SANDBOX4", name: "KABIR DAS", email: null });
    expect(new Date(who.expiresAt).toISOString()).toBe("2026-11-21T18:30:00.000Z");
    await server.brokers.icici.endSession(who.tokens!);
  });

  it("every broker with a fresh account from the chooser", async () => {
    const tokens = {
      kite: "request_token",
      upstox: "code",
      angel_broking: "auth_token",
      icici: "apisession",
    };
    for (const [slug, name] of Object.entries(tokens) as [keyof typeof tokens, string][]) {
      const back = await signInAt(server, slug, { account: "new" });
      const who = await server.brokers[slug].finish(back.searchParams.get(name)!, server.attempt());
      expect(who.externalId).toMatch(/^SF[A-Z0-9]{8}$/);
    }
  });
});

describe("a newcomer signs in at the sandbox's Google", () => {
  it("with an id_token bound to the nonce of this attempt", async () => {
    const who = await server.brokers.google.finish(await googleToken(server), server.attempt());
    expect(who).toMatchObject({
      externalId: "100000000000000000001",
      name: "Asha Rao",
      email: "asha.rao@sandbox.invalid",
      tokens: null,
    });
  });

  it("also after the issuer changed its key", async () => {
    const before = await googleToken(server);
    await server.brokers.google.finish(before, server.attempt());
    await server.sandbox.rotateGoogleKeys();
    const after = await googleToken(server);
    server.clock.now = MORNING + 31_000;
    await expect(server.brokers.google.finish(after, server.attempt())).resolves.toMatchObject({
      tokens: null,
    });
    await expect(server.brokers.google.finish(before, server.attempt())).resolves.toMatchObject({
      tokens: null,
    });
    server.clock.now = MORNING;
  });
});
