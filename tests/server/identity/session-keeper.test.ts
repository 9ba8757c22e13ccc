import { once } from "node:events";
import { pino } from "pino";
import { afterEach, describe, expect, it } from "vitest";
import WebSocket from "ws";
import { createIdentifier } from "#server/identity/identify-bus.ts";
import { createOriginPolicy } from "#server/platform/http/origins.ts";
import { createMetrics } from "#server/platform/lib/metrics.ts";
import { startRelayRole } from "#server/roles/relay-role.ts";
import { type Answer, startApi } from "../../support/http/api-server.ts";
import { MORNING, sharedApi } from "../../support/http/shared-api.ts";
import { finish, newVisitor, signIn, toBroker, type Visitor } from "../../support/http/visitor.ts";

const HOUR = 3_600_000;
const world = sharedApi();

interface Failure {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly details: Record<string, unknown>;
  };
}
const errorOf = (answer: Answer) => answer.json<Failure>().error;
const me = (visitor: Visitor) => visitor.fetch("/v1/users/me");
const broker = async (): Promise<Visitor> => {
  const visitor = newVisitor(world.api);
  expect((await signIn(visitor, "kite")).status).toBe(200);
  return visitor;
};
const revoke = (visitor: Visitor, id = "") =>
  visitor.fetch(`/v1/sessions${id === "" ? "" : `/${id}`}`, { method: "DELETE" });

interface Devices {
  readonly data: readonly {
    readonly id: string;
    readonly is_current: boolean;
    readonly user_agent: string;
  }[];
}
const devices = async (visitor: Visitor) => (await visitor.fetch("/v1/sessions")).json<Devices>().data;

describe("the fourth device", () => {
  it("is refused with a ticket that ends the others' sessions, once, in its own browser", async () => {
    const three = [await broker(), await broker(), await broker()];
    const fourth = newVisitor(world.api);
    const refused = await signIn(fourth, "kite", { target: "/positions" });
    expect(refused.status).toBe(403);
    expect(errorOf(refused)).toMatchObject({
      code: "auth.too_many_devices",
      message: "TMDLGE:too many devices logged in for the user",
      details: { request_token: expect.stringMatching(/^[\w-]{43}$/), device_3_seen: MORNING },
    });
    expect(fourth.cookies.has("__Host-sid")).toBe(false);
    for (const visitor of three) expect((await me(visitor)).status).toBe(200);

    const body = { request_token: String(errorOf(refused).details.request_token) };
    const post = (visitor: Visitor) =>
      visitor.fetch("/v1/invalidate_old_sessions_and_login", { method: "POST", body });
    const jar = new Map(fourth.cookies);
    const entered = await post(fourth);
    expect(entered.json()).toMatchObject({ redirect_path: "/positions", is_first_time_login: false });
    expect(await devices(fourth)).toHaveLength(1);
    for (const visitor of three) {
      const answer = await me(visitor);
      expect([answer.status, errorOf(answer).details.reason]).toEqual([401, "elsewhere"]);
      expect(visitor.cookies.has("__Host-sid")).toBe(false);
    }
    const thief = newVisitor(world.api);
    for (const [name, value] of jar) thief.cookies.set(name, value);
    const again = await post(thief);
    expect([again.status, errorOf(again).message]).toEqual([
      401,
      "TMDLGE:invalidating old session and logging in failed",
    ]);
  });

  it("cannot use the ticket in another browser, nor without any", async () => {
    for (let n = 0; n < 3; n++) await broker();
    const fourth = newVisitor(world.api);
    const token = String(errorOf(await signIn(fourth, "kite")).details.request_token);
    const other = newVisitor(world.api);
    for (const visitor of [newVisitor(world.api), other]) {
      if (visitor === other) await other.fetch("/v1/kite_login");
      const answer = await visitor.fetch("/v1/invalidate_old_sessions_and_login", {
        method: "POST",
        body: { request_token: token },
      });
      expect(answer.status).toBe(401);
      expect(visitor.cookies.has("__Host-sid")).toBe(false);
    }
  });

  it("finds a place when one of the three has logged out, or expired", async () => {
    const [first] = [await broker(), await broker(), await broker()];
    await first!.fetch("/v1/logout", { method: "DELETE" });
    await broker();
    expect((await signIn(newVisitor(world.api), "kite")).status).toBe(403);
    world.now += 21 * HOUR;
    await broker();
  });

  it("is not met by ten logins at once: three get in", async () => {
    const visitors = Array.from({ length: 10 }, () => newVisitor(world.api));
    const answers = await Promise.all(visitors.map((visitor) => signIn(visitor, "upstox")));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(7);
  });
});

describe("a session ends", () => {
  it("when its device is logged out from another, and is told so", async () => {
    const [here, there] = [await broker(), await broker()];
    const other = (await devices(here)).find(({ is_current }) => !is_current)!;
    expect((await revoke(here, other.id)).json()).toEqual({ success: true });
    const answer = await me(there);
    expect([answer.status, errorOf(answer).details.reason]).toEqual([401, "revoked"]);
    expect((await me(here)).status).toBe(200);
  });

  it("when all others are logged out, this one staying", async () => {
    const [here, second, third] = [await broker(), await broker(), await broker()];
    await revoke(here);
    expect(await devices(here)).toHaveLength(1);
    for (const visitor of [second!, third!]) expect((await me(visitor)).status).toBe(401);
  });

  it("on this device too, which forgets its cookie", async () => {
    const here = await broker();
    const [only] = await devices(here);
    await revoke(here, only!.id);
    expect(here.cookies.has("__Host-sid")).toBe(false);
    expect((await me(here)).json()).toMatchObject({ data: { is_anon_user: true } });
  });

  it("after a day without use, however long it could have lived", async () => {
    const visitor = newVisitor(world.api);
    await signIn(visitor, "google");
    world.now += 23 * HOUR;
    expect((await me(visitor)).json()).toMatchObject({ data: { is_anon_user: false } });
    await expect.poll(async () => (await devices(visitor)).length).toBe(1);
    world.now += 23 * HOUR;
    expect((await me(visitor)).json()).toMatchObject({ data: { is_anon_user: false } });
    world.now += 25 * HOUR;
    const answer = await me(visitor);
    expect([answer.status, errorOf(answer).details.reason]).toEqual([401, "expired"]);
  });

  it("after seven days, however much it is used", async () => {
    const visitor = newVisitor(world.api);
    await signIn(visitor, "google");
    for (let hour = 0; hour < 7 * 24; hour += 12) {
      expect((await me(visitor)).json(), `hour ${hour}`).toMatchObject({ data: { is_anon_user: false } });
      world.now += 12 * HOUR;
    }
    expect((await me(visitor)).status).toBe(401);
  });

  it("with the broker's own token", async () => {
    const visitor = await broker();
    world.now = Date.parse("2026-11-22T00:29:59Z");
    expect((await me(visitor)).status).toBe(200);
    world.now = Date.parse("2026-11-22T00:30:01Z");
    const answer = await me(visitor);
    expect([answer.status, errorOf(answer)]).toEqual([
      401,
      {
        code: "auth.expired",
        message: "Your broker has ended your session. Please log in again.",
        details: { reason: "broker" },
      },
    ]);
  });

  it("when the broker refuses its token: on every device, with a line in the audit log", async () => {
    const [one, two] = [await broker(), await broker()];
    const { id } = (await me(one)).json<{ data: { id: string } }>().data;
    await world.api.auth.brokerRefused(id);
    for (const visitor of [one, two]) {
      const answer = await me(visitor);
      expect([answer.status, errorOf(answer).details.reason]).toEqual([401, "broker"]);
    }
    expect(await world.api.auth.vault.tokens(id)).toBeNull();
    expect(await world.store.audit.list({ action: "broker_refused", limit: 1 })).toMatchObject([
      { subject: id },
    ]);
  });

  it("with the next login in its browser, whichever account signs in and whatever device it says it is", async () => {
    for (const choices of [{ account: "SBX001" }, { account: "SBX002" }]) {
      const visitor = await broker();
      const before = `__Host-sid=${visitor.cookies.get("__Host-sid")}`;
      const way = await toBroker(visitor, "kite", choices);
      const answer = await finish(visitor, "kite", way, { headers: { "x-device-id": "another-device" } });
      expect(answer.status).toBe(200);
      const old = await newVisitor(world.api).fetch("/v1/users/me", { headers: { cookie: before } });
      expect(old.status, choices.account).toBe(401);
      expect((await me(visitor)).json()).toMatchObject({
        data: { external_user_id: `sandbox:${choices.account}` },
      });
    }
  });

  it("and leaves the cookie alone where a login in the same browser has just set a new one", async () => {
    for (const choices of [{ account: "SBX001" }, { account: "SBX002" }]) {
      const visitor = await broker();
      const otherTab = { cookie: `__Host-sid=${visitor.cookies.get("__Host-sid")}` };
      await signIn(visitor, "kite", choices);
      const late = await visitor.fetch("/v1/users/me", { headers: otherTab });
      expect([late.status, late.headers["set-cookie"]], choices.account).toEqual([401, undefined]);
      expect((await me(visitor)).json()).toMatchObject({ data: { is_anon_user: false } });
    }
  });

  it("and says why to each of several calls that come with it at once", async () => {
    const [here, there] = [await broker(), await broker()];
    await revoke(here);
    const cookie = `__Host-sid=${there.cookies.get("__Host-sid")}`;
    const calls = Array.from({ length: 5 }, () =>
      newVisitor(world.api).fetch("/v1/users/me", { headers: { cookie } }),
    );
    for (const answer of await Promise.all(calls)) expect(errorOf(answer).details.reason).toBe("revoked");
  });

  it("while there is no sandbox, for accounts of the sandbox", async () => {
    let isActive = true;
    const other = await startApi({ store: world.store, isSandboxActive: () => isActive });
    const visitor = newVisitor(other);
    await signIn(visitor, "kite");
    isActive = false;
    await expect.poll(async () => (await me(visitor)).status).toBe(200);
    expect((await me(visitor)).json()).toMatchObject({ data: { is_anon_user: true } });
    await other.stop();
  });
});

describe("no account reaches", () => {
  it("the devices of another account, whatever id they name", async () => {
    const owner = await broker();
    const [session] = await devices(owner);
    const other = newVisitor(world.api);
    await signIn(other, "kite", { account: "SBX002" });
    for (const id of [session!.id, "00000000-0000-4000-8000-000000000000", "x", "%00"]) {
      const answer = await revoke(other, id);
      expect([answer.status, errorOf(answer).code], id).toEqual([404, "request.not_found"]);
    }
    expect((await me(owner)).status).toBe(200);
  });

  it("an account's own things with a widget's token, which reads who it is for a quarter of an hour", async () => {
    const visitor = newVisitor(world.api);
    const { access_token: token } = (await signIn(visitor, "kite")).json<{ access_token: string }>();
    const frame = newVisitor(world.api);
    const headers = { "x-auth-token": token };
    const profile = await frame.fetch("/v1/users/me?source=widget", { headers });
    expect(profile.json()).toMatchObject({
      data: { is_anon_user: false, broker_details: { broker_id: 1 }, email: null, delay_ms: 0 },
    });
    for (const path of ["/v1/sessions", "/v1/user_subscriptions", "/v1/admin/audit"]) {
      expect((await frame.fetch(path, { headers })).status, path).toBeGreaterThanOrEqual(401);
    }
    for (const [method, path] of [
      ["DELETE", "/v1/sessions"],
      ["POST", "/user/preferences"],
    ] as const) {
      const answer = await frame.fetch(path, {
        method,
        headers,
        ...(method === "POST" ? { body: { a: 1 } } : {}),
      });
      expect(answer.status, path).toBe(401);
    }
    for (const wrong of [`${token}x`, token.replace(/^./, "A"), "x.y", "."]) {
      expect((await frame.fetch("/v1/users/me", { headers: { "x-auth-token": wrong } })).status, wrong).toBe(
        401,
      );
    }
    world.now += 16 * 60_000;
    expect((await frame.fetch("/v1/users/me", { headers })).status).toBe(401);
  });

  it("anything with a widget's token whose session was logged out", async () => {
    const visitor = newVisitor(world.api);
    const { access_token: token } = (await signIn(visitor, "kite")).json<{ access_token: string }>();
    const headers = { "x-auth-token": token };
    expect((await newVisitor(world.api).fetch("/v1/users/me", { headers })).status).toBe(200);
    await visitor.fetch("/v1/logout", { method: "DELETE" });
    expect((await newVisitor(world.api).fetch("/v1/users/me", { headers })).status).toBe(401);
  });
});

describe("the ids that the app sends", () => {
  it("are taken in their shape, and nothing else is", async () => {
    for (const [name, value, status] of [
      ["x-device-id", "0f8fad5b-d9cb-469f-a165-70867728950e", 200],
      ["x-device-id", "short", 400],
      ["x-device-id", "x".repeat(65), 400],
      ["x-device-id", "12345678; drop", 400],
      ["x-session-reference", "0f8fad5b-d9cb-469f-a165-70867728950e", 200],
      ["x-session-reference", "x".repeat(65), 400],
    ] as const) {
      const answer = await newVisitor(world.api).fetch("/v1/users/me", { headers: { [name]: value } });
      expect(answer.status, `${name}: ${value}`).toBe(status);
    }
  });
});

describe("sockets", () => {
  const stops: (() => void | Promise<void>)[] = [];
  afterEach(async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  });

  async function socketOf(visitor: Visitor): Promise<{ closed: Promise<number>; delayed: boolean }> {
    const ws = new WebSocket(`ws://127.0.0.1:${world.api.port}/broker/1?consumerType=platform_pro`, {
      headers: {
        origin: world.api.origin,
        cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      },
    });
    await once(ws, "open");
    return { closed: once(ws, "close").then(([code]) => Number(code)), delayed: false };
  }

  function startRelay(): void {
    const identifier = createIdentifier(world.api.bus);
    const relay = startRelayRole({
      bus: world.api.bus,
      server: world.api.app.server,
      log: pino({ level: "silent" }),
      metrics: createMetrics(),
      origins: () => createOriginPolicy(null, world.api.port),
      isProxy: () => false,
      identify: identifier.identify,
      terms: { onChange: () => {} },
      connectionsPerAddress: 10,
    });
    stops.push(() => identifier.stop());
    stops.push(() => relay.stop());
    stops.push(() => void world.api.app.server.removeAllListeners("upgrade"));
  }

  it.each([
    ["a logout", (visitor: Visitor) => visitor.fetch("/v1/logout", { method: "DELETE" })],
    ["a revocation from another device", async () => revoke(await broker())],
    ["a login on the same device", (visitor: Visitor) => signIn(visitor, "kite")],
  ])("close with 4003 within 5 s of %s, and the API knows at once", async (_what, end) => {
    world.now = Date.now();
    startRelay();
    const visitor = await broker();
    const cookie = visitor.cookies.get("__Host-sid")!;
    const { closed } = await socketOf(visitor);
    const began = performance.now();
    await end(visitor);
    expect(await closed).toBe(4003);
    expect(performance.now() - began).toBeLessThan(5_000);
    const old = newVisitor(world.api);
    old.cookies.set("__Host-sid", cookie);
    expect((await me(old)).status).toBe(401);
  });

  it("of a relay in another process are told who it is over the bus, by a hash and not by the token", async () => {
    const visitor = await broker();
    const heard: string[] = [];
    const spied = { ...world.api.bus, request: world.api.bus.request.bind(world.api.bus) };
    spied.request = (subject, payload, timeout) => {
      heard.push(Buffer.from(payload).toString());
      return world.api.bus.request(subject, payload, timeout);
    };
    const identifier = createIdentifier(spied);
    stops.push(() => identifier.stop());
    const value = visitor.cookies.get("__Host-sid")!;
    const request = { headers: { cookie: `a=b; __Host-sid=${value}` } } as never;
    expect(await identifier.identify(request)).toMatchObject({ broker: 1, delayMs: 0, plan: "no_plan" });
    expect(heard).toHaveLength(1);
    expect(heard[0]).not.toContain(value.split(".")[0]);
    expect(await identifier.identify({ headers: {} } as never)).toMatchObject({ broker: 0, delayMs: 60_000 });
  });

  it("are anonymous where the account cannot be known, but none that had an account is ended for that", async () => {
    const visitor = await broker();
    let isAway = false;
    const bus = { ...world.api.bus, subscribe: world.api.bus.subscribe.bind(world.api.bus) };
    bus.request = async (...args) => {
      if (isAway) throw new Error("away");
      return world.api.bus.request(...args);
    };
    let wall = 0;
    const identifier = createIdentifier(bus, () => wall);
    stops.push(() => identifier.stop());
    const cookie = `__Host-sid=${visitor.cookies.get("__Host-sid")}`;
    const open = { headers: { cookie } } as never;
    expect(await identifier.identify(open)).toMatchObject({ broker: 1 });
    isAway = true;
    wall += 10_000;
    await expect(identifier.identify(open)).rejects.toThrow("away");
    expect(await identifier.identify({ headers: { cookie } } as never)).toMatchObject({ broker: 0 });
  });
});
