import { once } from "node:events";
import { afterEach, describe, expect, it } from "vitest";
import { ANONYMOUS, GOOGLE, ZERODHA } from "#domain/access/brokers.ts";
import { AppError } from "#domain/errors.ts";
import { ID_PING } from "#protocol/generated/layout.ts";
import { decodePing } from "#protocol/wire/codec.ts";
import type { Identity } from "#server/identity/identity.ts";
import { visitorOf } from "#server/identity/visitors.ts";
import { createLateBus } from "#server/market/bus/late.ts";
import {
  MARKET_TIME,
  RELIANCE,
  type ScriptedFeed,
  startScriptedFeed,
} from "../../../support/market/scripted-feed.ts";
import {
  asQuotes,
  prices,
  type RelayHarness,
  startRelay,
  subscribeQuotes,
  type TestClient,
} from "../../../support/relay/relay-client.ts";

let harness: RelayHarness;
let late: ScriptedFeed | null = null;
afterEach(async () => {
  late?.stop();
  late = null;
  await harness.stop();
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Who the tests' clients say they are, in a place that the relay itself does not read. */
const WHO: Record<string, Identity> = {
  anonymous: visitorOf(ANONYMOUS),
  google: visitorOf(GOOGLE, { accountId: "g", sessionId: "g1" }),
  zerodha: visitorOf(ZERODHA, { accountId: "z", sessionId: "z1", plan: "pro" }),
  zerodhaElsewhere: visitorOf(ZERODHA, { accountId: "z", sessionId: "z2", plan: "pro" }),
};
type Who = keyof typeof WHO;

function whoOf(request: { url?: string | undefined }): string {
  return new URL(request.url ?? "/", "http://x").searchParams.get("who") ?? "anonymous";
}

const identify = (request: { url?: string | undefined }): Identity => WHO[whoOf(request)]!;
const urlOf = (who: Who, broker = "1") => `${harness.url(broker)}&who=${who}`;
const connect = (who: Who, broker?: string) => harness.connect({ url: urlOf(who, broker) });

const closeCode = (client: TestClient): Promise<number> => client.untilClosed();

it("ends every connection at once with 4012 when another may be given the market, and sends none of it after", async () => {
  harness = await startRelay({ identify });
  late = startScriptedFeed(createLateBus(harness.bus));
  const clients = await Promise.all((["anonymous", "google", "zerodha"] as const).map((who) => connect(who)));
  for (const client of clients) client.say(subscribeQuotes("q", "full", [RELIANCE]));
  for (const client of clients) await client.hear(asQuotes);
  const heard = clients.map(({ messages }) => messages.length);
  expect(harness.relay.judgeAgain()).toBe(3);
  harness.feed.tick({ [RELIANCE]: 999_00 });
  late.tick({ [RELIANCE]: 999_00 });
  expect(await Promise.all(clients.map(closeCode))).toEqual([4012, 4012, 4012]);
  expect(clients.map(({ messages }) => messages.length)).toEqual(heard);
});

describe("which market a connection gets", () => {
  it("is the identity's to say: anonymous and Google late, brokers live, whatever the path claims", async () => {
    harness = await startRelay({ identify });
    late = startScriptedFeed(createLateBus(harness.bus));
    const clients = {
      live: await connect("zerodha", "0"),
      google: await connect("google", "1"),
      anonymous: await connect("anonymous", "3"),
    };
    for (const client of Object.values(clients)) {
      client.say(subscribeQuotes("q", "ltp", [RELIANCE]));
      await client.hear(asQuotes);
    }
    const from = Object.fromEntries(Object.entries(clients).map(([k, c]) => [k, c.messages.length]));
    late.tick({ [RELIANCE]: 111 });
    harness.feed.tick({ [RELIANCE]: 222 });
    expect(prices(await clients.live.hear(asQuotes, from.live!)).get(RELIANCE)).toBe(222);
    expect(prices(await clients.google.hear(asQuotes, from.google!)).get(RELIANCE)).toBe(111);
    expect(prices(await clients.anonymous.hear(asQuotes, from.anonymous!)).get(RELIANCE)).toBe(111);
    expect([harness.relay.hub.clients.size, harness.relay.lateHub.clients.size]).toEqual([1, 2]);
  });

  it("has nothing of the live feed on its late side, not even its clock", async () => {
    harness = await startRelay({ identify });
    harness.feed.sayClock();
    const asPing = (m: unknown) => (m instanceof Uint8Array && m[0] === ID_PING ? decodePing(m) : null);
    const [lateClient, liveClient] = [await connect("anonymous"), await connect("zerodha")];
    lateClient.say(subscribeQuotes("q", "ltp", [RELIANCE]));
    const [latePing, livePing] = [await lateClient.hear(asPing), await liveClient.hear(asPing)];
    if ("error" in livePing || "error" in latePing) throw new Error("no ping");
    expect(Math.abs(livePing.root.marketTime - MARKET_TIME)).toBeLessThan(5_000);
    expect(latePing.root.marketTime).toBeNaN();
    harness.feed.tick({ [RELIANCE]: 222 });
    await pause(100);
    expect(lateClient.messages.map(asQuotes).filter((quotes) => quotes !== null)).toEqual([]);
  });

  it("waits for an identity that takes its time, and refuses with JSON when there is none to be had", async () => {
    harness = await startRelay({
      identify: async (request) => {
        await pause(50);
        if (whoOf(request) === "nobody") throw new AppError("storage.unavailable", "no database");
        return identify(request);
      },
    });
    const client = await connect("zerodha");
    client.say(subscribeQuotes("q", "ltp", [RELIANCE]));
    expect(await client.hear(asQuotes)).not.toBeNull();
    await expect(harness.connect({ url: `${harness.url()}&who=nobody` })).rejects.toThrow("503");
  });
});

describe("a session that ends", () => {
  it("takes its connections with it, with 4003, and no others", async () => {
    harness = await startRelay({ identify });
    const [ended, second] = [await connect("zerodha"), await connect("zerodha")];
    const others = [await connect("zerodhaElsewhere"), await connect("anonymous")];
    const codes = Promise.all([closeCode(ended), closeCode(second)]);
    expect(harness.relay.endSession("z1")).toBe(2);
    expect(await codes).toEqual([4003, 4003]);
    expect(others.map(({ ws }) => ws.readyState)).toEqual([1, 1]);
  });

  it("is noticed when it expires without a word of it", async () => {
    let isOver = false;
    const expiring = { ...WHO.zerodha!, expiresAt: Date.now() + 300 };
    harness = await startRelay({ identify: () => (isOver ? WHO.anonymous! : expiring) });
    const client = await connect("zerodha");
    isOver = true;
    expect(await closeCode(client)).toBe(4003);
    expect(Date.now()).toBeGreaterThanOrEqual(expiring.expiresAt);
  });

  it("stays when it was prolonged, and when that cannot be asked", async () => {
    let asked = 0;
    harness = await startRelay({
      times: { sessionCheck: 50 },
      identify: () => {
        asked++;
        if (asked === 3) throw new Error("database is away");
        return WHO.zerodha!;
      },
    });
    const client = await connect("zerodha");
    await pause(3_300);
    expect(asked).toBeGreaterThanOrEqual(3);
    expect(client.ws.readyState).toBe(1);
  });

  it("ends at its time although it cannot be asked whether it was prolonged", async () => {
    const expiring = { ...WHO.zerodha!, expiresAt: Date.now() + 400 };
    let isAway = false;
    harness = await startRelay({
      times: { sessionCheck: 60_000 },
      identify: () => {
        if (isAway) throw new AppError("storage.unavailable", "no database");
        return expiring;
      },
    });
    const client = await connect("zerodha");
    isAway = true;
    expect(await closeCode(client)).toBe(4003);
    expect(Date.now()).toBeGreaterThanOrEqual(expiring.expiresAt);
  });

  it("is found again by a user who was taken for a visitor while the cookie's account could not be known", async () => {
    let isStorageUp = false;
    harness = await startRelay({ identify: () => (isStorageUp ? WHO.zerodha! : WHO.anonymous!) });
    const headers = { cookie: "__Host-sid=abc" };
    const [client, visitor] = [await harness.connect({ headers }), await harness.connect()];
    await pause(2_300);
    expect(client.ws.readyState).toBe(1);
    isStorageUp = true;
    expect(await closeCode(client)).toBe(4012);
    expect(visitor.ws.readyState).toBe(1);
  });

  it("keeps out a connection that was being asked about while it ended", async () => {
    let answer: (identity: Identity) => void = () => {};
    harness = await startRelay({ identify: () => new Promise<Identity>((resolve) => (answer = resolve)) });
    const connecting = connect("zerodha");
    await pause(50);
    harness.relay.endSession("z1");
    answer(WHO.zerodha!);
    expect(await closeCode(await connecting)).toBe(4003);
  });
});

describe("limits", () => {
  it("an account holds 20 connections over all its sessions, strangers at the address aside", async () => {
    harness = await startRelay({ identify, connectionsPerAddress: 2 });
    const own = [];
    for (let i = 0; i < 20; i++) own.push(await connect(i % 2 === 0 ? "zerodha" : "zerodhaElsewhere"));
    expect(await closeCode(await connect("zerodha"))).toBe(4009);
    const strangers = [await connect("anonymous"), await connect("anonymous")];
    expect(await closeCode(await connect("anonymous"))).toBe(4009);
    own[0]!.ws.close();
    await once(own[0]!.ws, "close");
    await pause(50);
    const again = await connect("zerodha");
    await pause(50);
    expect([again, ...strangers].map(({ ws }) => ws.readyState)).toEqual([1, 1, 1]);
  });
});
