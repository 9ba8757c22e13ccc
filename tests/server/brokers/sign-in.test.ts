import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  googleToken,
  MORNING,
  type SandboxServer,
  signInAt,
  startSandbox,
  visit,
} from "#tests/support/sandbox-server.ts";

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
