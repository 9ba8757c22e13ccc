import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import { closeReason } from "#protocol/control/close-codes.ts";
import { figure, sized } from "../../../support/http/form.ts";
import { NIFTY, RELIANCE } from "../../../support/market/scripted-feed.ts";
import {
  asError,
  asQuotes,
  prices,
  type RelayHarness,
  startRelay,
  subscribeChain,
  subscribeQuotes,
  type TestClient,
} from "../../../support/relay/relay-client.ts";

const MESSAGES = sized(5_000, 100_000);
/** Few enough a connection that its allowance of messages is not spent: that is another test's. */
const A_CONNECTION = 2_500;
const SEED = 20261124;

let harness: RelayHarness;
beforeEach(async () => {
  harness = await startRelay({ connectionsPerAddress: 200 });
});
afterEach(() => harness.stop());

const tokens = fc.array(fc.oneof(fc.integer(), fc.constantFrom(NIFTY, RELIANCE, 1), fc.double()), {
  maxLength: 20,
});
const known = fc.record(
  {
    command: fc.constantFrom("subscribe", "unsubscribe", "x"),
    dataSource: fc.constantFrom(
      "quote-batch",
      "option-chain",
      "quote-chart",
      "underlying-stats",
      "screener-stats",
      "nse-events",
      "order-updates",
      "y",
    ),
    brokerId: fc.oneof(fc.integer(), fc.constant(null)),
    uniqueId: fc.oneof(fc.constantFrom("a", "b", "c"), fc.string({ maxLength: 80 }), fc.integer()),
    quoteBatch: fc.array(fc.record({ mode: fc.constantFrom("ltp", "mini", "full", "z"), tokens }), {
      maxLength: 4,
    }),
    tokens,
    intervalSeconds: fc.oneof(fc.integer(), fc.constantFrom(60, 300)),
    underlyingExpiry: fc.array(
      fc.record({
        underlying: fc.oneof(fc.nat(), fc.constant(NIFTY)),
        expiry: fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom("2026-11-24", "2026-13-45")),
      }),
      { maxLength: 4 },
    ),
  },
  { requiredKeys: ["command"] },
);
const text = fc.oneof(
  fc.json({ maxDepth: 3 }),
  fc.string({ maxLength: 200, unit: "binary" }),
  known.map((message) => JSON.stringify(message)),
  // A sound message cut or with one character changed.
  fc.tuple(known, fc.nat(), fc.string({ maxLength: 1 })).map(([message, at, other]) => {
    const sound = JSON.stringify(message);
    const place = at % sound.length;
    return other === "" ? sound.slice(0, place) : sound.slice(0, place) + other + sound.slice(place + 1);
  }),
);

const isFed = (client: TestClient, price: number, from: number) =>
  client.hear(
    (m) => {
      const quotes = asQuotes(m);
      return quotes !== null && prices(quotes).get(RELIANCE) === price ? true : null;
    },
    from,
    20_000,
  );

it(`${MESSAGES} random messages bring nothing down, close nothing, and leave the subscriptions of their connection alone`, {
  timeout: 600_000,
}, async () => {
  const samples = fc.sample(text, { numRuns: MESSAGES, seed: SEED });
  let faults = 0;
  for (let at = 0, round = 1; at < MESSAGES; at += A_CONNECTION, round++) {
    const [rude, bystander] = [await harness.connect(), await harness.connect()];
    for (const client of [rude, bystander]) {
      // An id that no random message hits on, so that none can honestly replace it.
      client.say(subscribeQuotes(`kept-${SEED}`, "ltp", [RELIANCE]));
      client.say(subscribeChain(`kept-chain-${SEED}`, NIFTY, "2026-11-24"));
      await client.hear(asQuotes);
    }
    for (const message of samples.slice(at, at + A_CONNECTION)) {
      rude.ws.send(message);
      if (message.length % 50 === 0) rude.ws.send(randomBytes(message.length), { binary: true });
    }
    const from = [rude.messages.length, bystander.messages.length] as const;
    // Behind everything in the same stream: answered when all before it was.
    rude.say({ command: "dance", uniqueId: "last" });
    await rude.hear((m) => (asError(m)?.uniqueId === "last" ? true : null), from[0], 60_000);
    harness.feed.tick({ [RELIANCE]: 1_000_000 + round });
    await isFed(rude, 1_000_000 + round, from[0]);
    await isFed(bystander, 1_000_000 + round, from[1]);
    expect([rude.closed, bystander.closed]).toEqual([null, null]);
    faults += rude.messages.filter((m) => asError(m) !== null).length;
    for (const client of [rude, bystander]) {
      client.ws.close();
      await client.untilClosed();
    }
  }
  // The mixture reaches what it is meant to reach: most messages are faulty and are told so.
  expect(faults).toBeGreaterThan(MESSAGES / 2);
  for (const code of harness.relay.closes.keys())
    expect(code === 1005 || closeReason(code) !== null).toBe(true);
  figure(`${MESSAGES} random client messages: ${faults} error frames, 0 closed, 0 crashes`);
});
