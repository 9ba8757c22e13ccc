import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { callToken, FUTURE } from "../../../support/market/scripted-feed.ts";
import {
  asQuotes,
  type RelayHarness,
  startRelay,
  subscribeQuotes,
} from "../../../support/relay/relay-client.ts";

let harness: RelayHarness;
beforeEach(async () => {
  harness = await startRelay();
});
afterEach(() => harness.stop());

const books = () => harness.relay.hub.quotes.audiences.books;
const turn = () => new Promise((resolve) => setTimeout(resolve, 30));

describe("[CHAIN-65] books", () => {
  it("are counted for each connection that has one open, and free when it is closed", async () => {
    const option = callToken(0, 3);
    const chain = await harness.connect();
    chain.say(subscribeQuotes("q.chain", "mini", [option, FUTURE]));
    await chain.hear(asQuotes);
    expect(books()).toBe(0);
    const from = chain.messages.length;
    chain.say(subscribeQuotes("q.d", "full", [option]));
    await chain.hear(
      (message) => asQuotes(message)?.packets.find(({ length }) => length === 184) ?? null,
      from,
    );
    expect(books()).toBe(1);
    const other = await harness.connect();
    other.say(subscribeQuotes("q.d", "full", [option, FUTURE]));
    await other.hear(asQuotes);
    expect(books()).toBe(3);

    chain.say({ command: "unsubscribe", uniqueId: "q.d" });
    await expect.poll(books).toBe(2);
    const after = chain.messages.length;
    await turn();
    harness.feed.tick({ [option]: 123 });
    const next = await chain.hear(
      (message) => asQuotes(message)?.packets.find((packet) => packet.length > 0) ?? null,
      after,
    );
    expect(next.length).toBe(64);
    other.ws.close();
    await expect.poll(books).toBe(0);
  });
});
