import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { ZERODHA } from "#domain/access/brokers.ts";
import { encodeQuotes } from "#protocol/wire/quote-packets.ts";
import { createMarketAccess } from "#server/market/access/market-access.ts";
import { createMarketGate, serveMarketAccess } from "#server/market/access/market-gate.ts";
import { createMarketTerms } from "#server/market/access/market-terms.ts";
import type { MarketClockMessage } from "#server/market/bus/bus-messages.ts";
import { decodeLivePricesQuestion } from "#server/market/bus/compute-questions.ts";
import type { MarketRule } from "#server/market/bus/market-rule.ts";
import {
  clockSubject,
  epochSubject,
  feedTokenRequest,
  liveChainsRequest,
  marketAccessRequest,
  metacacheRequest,
  quotesRequest,
  volatilityRankRequest,
} from "#server/market/bus/market-subjects.ts";
import { createMarketWatch } from "#server/market/bus/market-watch.ts";
import { createInstrumentLists } from "#server/market/compute/snapshot/instrument-lists.ts";
import { createSnapshots } from "#server/market/compute/snapshot/snapshots.ts";
import { createMetacacheStore } from "#server/market/doors/metacache-store.ts";
import { accountToken, answerFeedTokens } from "#server/market/feed/sources/broker/feed-tokens.ts";
import { createRelay } from "#server/market/relay/relay.ts";
import { createLocalBus } from "#server/platform/bus/local.ts";
import { packSnapshots } from "#server/platform/bus/packing.ts";
import { createOriginPolicy } from "#server/platform/http/origins.ts";
import { NONSENSE } from "../../../support/nonsense.ts";

const RULE: MarketRule = { kind: "owner", account: { broker: ZERODHA, externalId: "AB1234" } };
const CLOCK: MarketClockMessage = {
  epoch: 7,
  marketTime: 1_000,
  serverTime: 1_000,
  speed: 1,
  feedAgeMs: null,
  simulated: true,
  sessions: true,
  source: "sim",
  rule: { kind: "everybody" },
};
const bytes = (text: string) => Buffer.from(text);

it("a clock and an epoch that make no sense are not heard, by the API or by the relay; the next that do are", async () => {
  const faults: unknown[] = [];
  const bus = createLocalBus({ onError: (error) => void faults.push(error) });
  const watch = createMarketWatch(bus);
  const relay = createRelay({
    bus,
    log: pino({ level: "silent" }),
    origins: () => createOriginPolicy(null, 1),
    identify: () => Promise.reject(new Error("no one comes")),
    connectionsPerAddress: 1,
  });
  const say = () => {
    for (const text of [...NONSENSE, '{"epoch":"7"}', '{"epoch":null,"marketTime":1}']) {
      for (const subject of [clockSubject(), epochSubject()]) bus.publish(subject, bytes(text));
    }
  };
  say();
  expect([watch.epoch(), watch.silenceMs(), relay.hub.clock, faults]).toEqual([0, Infinity, null, []]);
  bus.publish(clockSubject(), bytes(JSON.stringify(CLOCK)));
  say();
  expect([watch.epoch(), relay.hub.clock?.message, relay.hub.quotes.epoch]).toEqual([7, CLOCK, 7]);
  await relay.close();
  watch.stop();
  await bus.close();
});

describe.each(NONSENSE)("answers and questions of %j", (text) => {
  it("open no door to a broker's market", async () => {
    const bus = createLocalBus();
    const gate = createMarketGate(bus, { rule: () => RULE, isReal: () => false, onChange: () => {} });
    const stop = bus.respond(marketAccessRequest(), () => bytes(text));
    await expect(gate({ accountId: "a" })).rejects.toMatchObject({ code: "server.unavailable" });
    stop();
    serveMarketAccess(
      bus,
      createMarketAccess(() => RULE),
    );
    const answer = await bus.request(marketAccessRequest(), bytes(text));
    expect(JSON.parse(Buffer.from(answer).toString())).toEqual({ mayServe: false });
    await bus.close();
  });

  it("shut the market as a clock, also where this process was told that it is open to all", async () => {
    const bus = createLocalBus();
    const told = { source: "sim", rule: { kind: "everybody" } } as const;
    const terms = createMarketTerms(bus, { told, isFeedHere: true });
    bus.publish(clockSubject(), bytes(JSON.stringify(CLOCK)));
    await expect.poll(() => terms.rule()).toEqual({ kind: "everybody" });
    bus.publish(clockSubject(), bytes(text));
    await expect.poll(() => terms.rule()).toBeNull();
    expect(terms.isReal()).toBe(true);
    terms.stop();
    await bus.close();
  });

  it("are no token of a feed, and are given none", async () => {
    const bus = createLocalBus();
    const stop = bus.respond(feedTokenRequest(), () => bytes(text));
    expect(await accountToken(bus, "zerodha:AB1234").current()).toBeNull();
    stop();
    answerFeedTokens(bus, async () => "secret");
    const answer = await bus.request(feedTokenRequest(), bytes(text));
    expect(JSON.parse(Buffer.from(answer).toString())).toEqual({ token: null });
    await bus.close();
  });

  it("are no instruments and no prices", async () => {
    const bus = createLocalBus();
    const watch = createMarketWatch(bus);
    bus.respond(metacacheRequest(), () => bytes(text));
    const failed = { code: "metacache.failed" };
    await expect(createMetacacheStore(bus, watch).get()).rejects.toMatchObject(failed);
    await expect(createInstrumentLists(bus, watch).get()).rejects.toMatchObject(failed);
    bus.respond(liveChainsRequest(), () => packSnapshots([]));
    bus.respond(quotesRequest(), () => encodeQuotes([], 7, 1, 0));
    let rank = '{"rank":50}';
    bus.respond(volatilityRankRequest(), () => bytes(rank));
    const listed = { underlying: { token: 1 }, linear: [] } as never;
    expect(await createSnapshots(bus, async () => new Map()).get(listed)).toMatchObject({ ivRank: 50 });
    rank = text;
    await expect(createSnapshots(bus, async () => new Map()).get(listed)).rejects.toMatchObject({
      code: "prices.failed",
    });
    expect(() => decodeLivePricesQuestion(bytes(text))).toThrow(
      expect.objectContaining({ code: "request.invalid" }),
    );
    watch.stop();
    await bus.close();
  });
});
