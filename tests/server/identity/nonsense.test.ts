import { randomBytes, randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { ZERODHA } from "#domain/access/brokers.ts";
import { createAppProofs } from "#server/identity/app-proofs.ts";
import { createBrokerTokenVault } from "#server/identity/broker-token-vault.ts";
import { createEndedSessions } from "#server/identity/ended-sessions.ts";
import { APP_COOKIE, sessionCookie } from "#server/identity/http/cookies.ts";
import { createIdentifier, serveIdentities } from "#server/identity/identify-bus.ts";
import type { Identities } from "#server/identity/identities.ts";
import { ANONYMOUS_IDENTITY, type Identity } from "#server/identity/identity.ts";
import { identifyRequest, sessionEndedSubject } from "#server/identity/identity-subjects.ts";
import { createLoginAttempts } from "#server/identity/login-attempts.ts";
import type { TicketRepository } from "#server/identity/repositories/tickets.ts";
import { createSealing } from "#server/identity/sealing.ts";
import { systemRandom } from "#server/identity/secret-texts.ts";
import { createSigning } from "#server/identity/signing.ts";
import { createTooManyDevices } from "#server/identity/too-many-devices.ts";
import { createWidgetTokens } from "#server/identity/widget-token.ts";
import { createLocalBus } from "#server/platform/bus/local.ts";
import { NONSENSE } from "../../support/nonsense.ts";

const KEYS = [randomBytes(32)];
const SIGNED_IN: Identity = {
  ...ANONYMOUS_IDENTITY,
  accountId: "a",
  sessionId: "s",
  broker: ZERODHA,
  delayMs: 0,
};
const told = (value: unknown) => Buffer.from(JSON.stringify(value));

/** Identities that are none: of a broker that does not exist, an admin by a word, a delay that gives the future away. */
const FALSE_IDENTITIES = [
  { ...SIGNED_IN, broker: 9 },
  { ...SIGNED_IN, plan: "everything" },
  { ...SIGNED_IN, isAdmin: "yes" },
  { ...SIGNED_IN, delayMs: -60_000 },
  { broker: ZERODHA },
].map((each) => JSON.stringify(each));

/** Storage in which every ticket says the same. */
const ticketsOf = (payload: string): TicketRepository => ({
  put: async () => {},
  spend: async () => true,
  take: async () => payload,
  sweep: async () => 0,
});

describe("who asks, over the bus", () => {
  const newRequest = () =>
    ({
      headers: {
        cookie: sessionCookie({ token: "t".repeat(43), sessionId: randomUUID(), endsWithBroker: false }),
      },
    }) as IncomingMessage;

  it.each([...NONSENSE, ...FALSE_IDENTITIES])("an answer of %j proves nothing", async (answer) => {
    let text = JSON.stringify(SIGNED_IN);
    let wall = 0;
    const bus = createLocalBus();
    bus.respond(identifyRequest(), () => Buffer.from(text));
    const identifier = createIdentifier(bus, () => wall);
    const known = newRequest();
    expect(await identifier.identify(known)).toEqual(SIGNED_IN);
    text = answer;
    wall += 10_000;
    expect(await identifier.identify(newRequest())).toEqual(ANONYMOUS_IDENTITY);
    // One that was known is not made a stranger by it: that would end its connections.
    await expect(identifier.identify(known)).rejects.toMatchObject({ code: "server.unavailable" });
    identifier.stop();
    await bus.close();
  });

  it("a question that makes no sense is a stranger's, and costs no look into storage", async () => {
    const bus = createLocalBus();
    const byToken = () => Promise.reject(new Error("looked up"));
    const stop = serveIdentities(bus, { byToken } as Partial<Identities> as Identities, {
      claims: () => null,
    });
    for (const text of [...NONSENSE, '{"hash":7}', '{"hash":"short"}']) {
      const answer = await bus.request(identifyRequest(), Buffer.from(text));
      expect(JSON.parse(Buffer.from(answer).toString()), text).toEqual(ANONYMOUS_IDENTITY);
    }
    stop();
    await bus.close();
  });

  it("news of ended sessions that make no sense are not heard; the next that do are", async () => {
    const faults: unknown[] = [];
    const bus = createLocalBus({ onError: (error) => void faults.push(error) });
    const ended = createEndedSessions(bus, ticketsOf("whatever"), () => 0);
    const identifier = createIdentifier(bus);
    const heard: unknown[] = [];
    ended.onEnded((message) => void heard.push(message));
    for (const text of [
      ...NONSENSE,
      '{"sessionIds":"s","reason":null}',
      '{"sessionIds":["s"],"reason":"boredom"}',
    ])
      bus.publish(sessionEndedSubject(), Buffer.from(text));
    const message = { sessionIds: ["s"], reason: "revoked" };
    bus.publish(sessionEndedSubject(), told(message));
    expect([heard, faults]).toEqual([[message], []]);
    expect(await ended.reasonOf("s", "expired")).toBe("revoked");
    // Nor is what storage says of another one, where that is no reason.
    expect(await ended.reasonOf("other", "expired")).toBe("expired");
    identifier.stop();
    ended.stop();
    await bus.close();
  });
});

describe.each(NONSENSE)("where storage says %j", (payload) => {
  it("a sign-in belongs to no attempt, and a ticket lets no device in", async () => {
    const cookie = { binding: "b", state: "s" };
    const attempts = createLoginAttempts(ticketsOf(payload), () => 0, systemRandom);
    await expect(attempts.take("kite", "handle", cookie)).rejects.toMatchObject({
      code: "auth.bad_login",
      details: { reason: "state_unknown" },
    });
    const devices = createTooManyDevices({
      store: { tickets: ticketsOf(payload) },
      clock: () => 0,
    } as never);
    const from = { deviceId: null, userAgent: "", address: "" };
    await expect(devices.invalidate("ticket", cookie, from)).rejects.toMatchObject({
      code: "auth.bad_login",
      details: { reason: "ticket_unknown" },
    });
  });

  it("a broker's tokens are none", async () => {
    const sealing = createSealing(KEYS);
    const get = async () => sealing.seal(payload, "a");
    const vault = createBrokerTokenVault({ get } as never, sealing, () => 0);
    expect(await vault.tokens("a")).toBeNull();
  });
});

it("what we have signed ourselves is nothing where it claims something else, as another version's may", () => {
  const now = () => 0;
  const sign = (purpose: string, claims: unknown) =>
    createSigning(KEYS, purpose, Type.Unknown()).sign(claims);
  const isProved = (claims: unknown) =>
    createAppProofs(KEYS, now, true).isProved(`${APP_COOKIE}=${sign("app", claims)}`, "a");
  for (const claims of [null, {}, [], ["a"], ["a", "s", "9"], "text", 7, { accountId: "a", until: 9 }]) {
    expect(createWidgetTokens(KEYS, now).read(sign("widget", claims))).toBeNull();
    expect(isProved(claims)).toBe(false);
  }
  expect(isProved(["a", 9])).toBe(true);
  expect(createWidgetTokens(KEYS, now).read(sign("widget", ["a", "s", 9]))).toEqual({
    accountId: "a",
    sessionId: "s",
    leftMs: 9,
  });
});
