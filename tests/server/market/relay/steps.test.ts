/** No subscriber ever sees a stream step backwards, or miss a step without being told, whatever is lost before it. */
import { afterEach, expect, it } from "vitest";
import { figure, sized } from "../../../support/http/form.ts";
import { callToken, EXPIRIES, NIFTY, putToken, STRIKES } from "../../../support/market/scripted-feed.ts";
import {
  asChain,
  asQuotes,
  type RelayHarness,
  startRelay,
  subscribeChain,
  subscribeQuotes,
  type TestClient,
} from "../../../support/relay/relay-client.ts";

const PACKETS = sized(100_000, 10_000_000);
const CLIENTS = 25;
const TOKENS = EXPIRIES.flatMap((_, chain) =>
  STRIKES.flatMap((_s, row) => [callToken(chain, row), putToken(chain, row)]),
);

let harness: RelayHarness;
afterEach(() => harness.stop());

/** Reads everything a client hears, once, and forgets it; prices only ever rise in this market. */
function createWitness(client: TestClient) {
  const prices = new Map<number, number>();
  const state = { packets: 0, quoteEpoch: 0, quotes: 0, chainEpoch: 0, chain: 0, resets: 0 };
  const fail = (what: string, ...values: number[]): never => expect.fail(`${what}: ${values.join(", ")}`);

  function quotes(bytes: Uint8Array): boolean {
    const message = asQuotes(bytes);
    if (message === null) return false;
    const { epoch, sequence } = message.trailer;
    if (epoch < state.quoteEpoch) fail("quotes of an older epoch", epoch, state.quoteEpoch);
    if (epoch > state.quoteEpoch) state.quotes = 0;
    if (sequence !== state.quotes + 1) fail("a quote message is missing", state.quotes, sequence);
    state.quoteEpoch = epoch;
    state.quotes = sequence;
    for (const packet of message.packets) {
      const view = new DataView(packet.buffer, packet.byteOffset, packet.byteLength);
      const [token, price] = [view.getUint32(0), view.getInt32(4)];
      const before = prices.get(token) ?? 0;
      if (price < before) fail(`token ${token} stepped back`, before, price);
      prices.set(token, price);
      state.packets++;
    }
    return true;
  }

  function chain(bytes: Uint8Array): void {
    const message = asChain(bytes);
    if (message === null) return;
    const { epoch, sequence } = message.header;
    if (epoch < state.chainEpoch) fail("a chain of an older epoch", epoch, state.chainEpoch);
    if (message.isSnapshot) {
      if (epoch === state.chainEpoch && sequence < state.chain)
        fail("an older snapshot", state.chain, sequence);
      state.resets++;
    } else if (sequence !== state.chain + 1) fail("a delta is missing", state.chain, sequence);
    state.chainEpoch = epoch;
    state.chain = sequence;
    state.packets++;
  }

  return {
    state,
    prices,
    take() {
      for (const message of client.messages.splice(0)) {
        if (message instanceof Uint8Array && !quotes(message)) chain(message);
      }
    },
  };
}

it(`${PACKETS} packets without a backward step, while messages are lost on the bus and feeds are replaced`, {
  timeout: 1_200_000,
}, async () => {
  harness = await startRelay();
  const witnesses: ReturnType<typeof createWitness>[] = [];
  for (let i = 0; i < CLIENTS; i++) {
    const client = await harness.connect();
    client.say(subscribeQuotes("q", "ltp", TOKENS));
    client.say(subscribeChain("c", NIFTY, "2026-11-24"));
    await client.hear(asChain);
    witnesses.push(createWitness(client));
  }
  const rows = [...STRIKES.keys()];
  const counted = () => witnesses.reduce((sum, { state }) => sum + state.packets, 0);
  // Above what the scripted feed begins with.
  let price = 1_000_000;
  while (counted() < PACKETS) {
    price++;
    const everything = Object.fromEntries(TOKENS.map((token) => [token, price]));
    if (price % 37 === 0) harness.feed.loseQuotes(everything);
    else harness.feed.tick(everything);
    harness.feed.moveChain(0, [price % rows.length], price, price % 41 === 0);
    if (price % 499 === 0) harness.feed.restart();
    await new Promise((resolve) => setImmediate(resolve));
    for (const witness of witnesses) witness.take();
  }
  price++;
  harness.feed.tick(Object.fromEntries(TOKENS.map((token) => [token, price])));
  for (const witness of witnesses) {
    await expect
      .poll(
        () => {
          witness.take();
          return Math.min(...TOKENS.map((token) => witness.prices.get(token) ?? 0));
        },
        { timeout: 20_000 },
      )
      .toBe(price);
  }
  const resets = witnesses.reduce((sum, { state }) => sum + state.resets, 0);
  expect(resets).toBeGreaterThan(CLIENTS);
  figure(`${counted()} packets read by ${CLIENTS} clients, ${resets} snapshots among them: 0 backward steps`);
});
