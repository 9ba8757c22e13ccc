import { once } from "node:events";
import { pino } from "pino";
import { Type } from "typebox";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import WebSocket from "ws";
import { PROTOCOL_VERSION, SUBPROTOCOL_PREFIX, TOKEN_SUBPROTOCOL_PREFIX } from "#protocol/version.ts";
import { createIdentifier } from "#server/identity/identify-bus.ts";
import { createSigning } from "#server/identity/signing.ts";
import { createWidgetTokens } from "#server/identity/widget-token.ts";
import { createOriginPolicy } from "#server/platform/http/origins.ts";
import { createMetrics } from "#server/platform/lib/metrics.ts";
import { startRelayRole } from "#server/roles/relay-role.ts";
import { sharedApi } from "../../support/http/shared-api.ts";
import { newVisitor, signIn, type Visitor } from "../../support/http/visitor.ts";

const world = sharedApi();
/** The key of the tests' server. */
const KEY = Buffer.alloc(32, 7);
const VERSION = `${SUBPROTOCOL_PREFIX}${PROTOCOL_VERSION}`;
const offer = (token: string): string[] => [VERSION, `${TOKEN_SUBPROTOCOL_PREFIX}${token}`];

const stops: (() => void | Promise<void>)[] = [];
beforeEach(() => {
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
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

interface Tried {
  /** HTTP status of a refused handshake; null for one that was taken */
  readonly refused: number | null;
  /** code of a socket that was closed within a moment; null for one that stays */
  readonly closed: number | null;
  readonly subprotocol: string;
  readonly ws: WebSocket;
}

async function tried(
  protocols: string[],
  { origin = world.api.origin, query = "" }: { origin?: string; query?: string } = {},
): Promise<Tried> {
  const address = `ws://127.0.0.1:${world.api.port}/broker/1?consumerType=platform_pro${query}`;
  const ws = new WebSocket(address, protocols, { headers: { origin } });
  stops.push(() => ws.terminate());
  ws.on("error", () => {});
  return new Promise((resolve) => {
    const tell = (change: Partial<Tried>) =>
      resolve({ refused: null, closed: null, subprotocol: ws.protocol, ws, ...change });
    ws.on("unexpected-response", (_, response) => {
      tell({ refused: response.statusCode ?? 0 });
      ws.terminate();
    });
    ws.on("close", (code) => tell({ closed: code }));
    // The first ping is sent to who is let in.
    ws.on("message", () => tell({}));
  });
}

interface Fresh {
  readonly data: { readonly access_token: string; readonly expires_in: number };
}

async function broker(): Promise<{ readonly visitor: Visitor; readonly token: string }> {
  const visitor = newVisitor(world.api);
  expect((await signIn(visitor, "kite")).status).toBe(200);
  const answer = await visitor.fetch("/v1/widget_token");
  return { visitor, token: answer.json<Fresh>().data.access_token };
}

describe("[EMB-9] an embedded widget's token", () => {
  it("opens its account's socket as a sub-protocol, and is never said back", async () => {
    const { token } = await broker();
    const { refused, closed, subprotocol } = await tried(offer(token));
    expect([refused, closed, subprotocol]).toEqual([null, null, VERSION]);
  });

  it("gives way to a fresh one, by itself as by the cookie, as long as the session lives", async () => {
    const { visitor, token } = await broker();
    const byToken = await newVisitor(world.api).fetch("/v1/widget_token", {
      headers: { "x-auth-token": token },
    });
    expect(byToken.json<Fresh>().data.expires_in).toBe(900_000);
    expect((await tried(offer(byToken.json<Fresh>().data.access_token))).closed).toBeNull();
    await visitor.fetch("/v1/logout", { method: "DELETE" });
    const after = await newVisitor(world.api).fetch("/v1/widget_token", {
      headers: { "x-auth-token": token },
    });
    expect(after.status).toBe(401);
    expect((await tried(offer(token))).closed).toBe(4003);
    expect((await newVisitor(world.api).fetch("/v1/widget_token")).status).toBe(401);
  });

  it("ends the sockets that it opened when its session ends", async () => {
    const { visitor, token } = await broker();
    const { ws } = await tried(offer(token));
    const closed = once(ws, "close");
    await visitor.fetch("/v1/logout", { method: "DELETE" });
    expect((await closed)[0]).toBe(4003);
  });

  it("may ask for what is computed, and changes nothing", async () => {
    const { token } = await broker();
    const headers = { "x-auth-token": token };
    const frame = newVisitor(world.api);
    const quotes = await frame.fetch("/v1/builder_settings", {
      method: "POST",
      headers,
      body: { invertPrice: true },
    });
    expect(quotes.status).toBe(401);
    expect((await frame.fetch("/v1/sessions", { headers })).status).toBe(401);
    expect((await frame.fetch("/v1/access/builder", { headers })).status).toBe(200);
  });
});

describe("[EMB-9] no socket comes of", () => {
  const BAD: readonly (readonly [string, (token: string) => string])[] = [
    ["a token that was changed", (token) => `${token.slice(0, -2)}${token.endsWith("AA") ? "BB" : "AA"}`],
    ["a token made elsewhere", () => createWidgetTokens([Buffer.alloc(32, 9)], Date.now).issue("a", "s")],
    ["nonsense", () => "a.b.c"],
    ["nothing", () => ""],
  ];
  it.each(BAD)("%s: it is told, and made no visitor", async (_, make) => {
    const { token } = await broker();
    expect((await tried(offer(make(token)))).closed).toBe(4003);
  });

  it("a token of ours that was signed for something else", async () => {
    const { visitor } = await broker();
    const session = (await visitor.fetch("/v1/sessions")).json<{ data: { id: string }[] }>().data[0]!.id;
    const account = (await visitor.fetch("/v1/users/me")).json<{ data: { id: string } }>().data.id;
    const claims = Type.Tuple([Type.String(), Type.String(), Type.Number()]);
    const say = (purpose: string) =>
      createSigning([KEY], purpose, claims).sign([account, session, world.now + 60_000]);
    expect((await tried(offer(say("app")))).closed).toBe(4003);
    // The same claims, for what they are for.
    expect((await tried(offer(say("widget")))).closed).toBeNull();
  });

  it("a token that is over, to the millisecond", async () => {
    const { token } = await broker();
    world.now += 900_000;
    expect((await tried(offer(token))).closed).toBe(4003);
  });

  it("a token in an address", async () => {
    const { token } = await broker();
    for (const name of ["token", "access_token", "auth_token", "x-auth-token"]) {
      expect((await tried([VERSION], { query: `&${name}=${token}` })).refused, name).toBe(400);
    }
  });

  it("a good token from another site's page", async () => {
    const { token } = await broker();
    expect((await tried(offer(token), { origin: "https://evil.example" })).refused).toBe(403);
  });
});
