import { afterEach, beforeEach, expect, it } from "vitest";
import { fromCompactDate } from "#domain/calendar/ist.ts";
import { ID_OPTION_CHAIN_DELTA } from "#protocol/generated/layout.ts";
import { ChainMirror, inspectChain } from "#protocol/wire/chain-mirror.ts";
import { EXPIRIES, NIFTY } from "../../../../support/market/scripted-feed.ts";
import {
  asChain,
  type RelayHarness,
  startRelay,
  subscribeChain,
  type TestClient,
} from "../../../../support/relay/relay-client.ts";

let harness: RelayHarness;
beforeEach(async () => {
  harness = await startRelay();
  harness.feed.tellsCells = true;
});
afterEach(() => harness.stop());

const ROUNDS = 4;

/** What a client has of the chain at this sequence, and the packets that it was told since its snapshot. */
async function stateAt(client: TestClient, sequence: number): Promise<{ bytes: Uint8Array; ids: number[] }> {
  const mirror = new ChainMirror();
  const ids: number[] = [];
  let from = 0;
  for (;;) {
    const at = await client.hear((message) => {
      const index = client.messages.indexOf(message, from);
      return message instanceof Uint8Array && inspectChain(message) !== null ? index : null;
    }, from);
    from = at + 1;
    const message = client.messages[at] as Uint8Array;
    const info = inspectChain(message)!;
    if (mirror.take(message, info) === "delta") ids.push(message[0]!);
    if (info.sequence === sequence) return { bytes: mirror.snapshot!.slice(), ids };
  }
}

it("gives clients of today deltas of cells and earlier ones whole rows, and both end with the same chain", async () => {
  const versions = [["strikewise.3"], ["strikewise.5"], ["strikewise.6"], []];
  const clients = await Promise.all(versions.map((protocols) => harness.connect({ protocols })));
  for (const client of clients) client.say(subscribeChain("c", NIFTY, fromCompactDate(EXPIRIES[0])));
  const firsts = await Promise.all(clients.map((client) => client.hear(asChain)));
  for (let round = 1; round <= ROUNDS; round++)
    harness.feed.moveChain(0, [round, 2 * round + 3], 10_000 + round);
  const end = firsts[0]!.header.sequence + ROUNDS;
  const states = await Promise.all(clients.map((client) => stateAt(client, end)));
  const [rows, shorterRoot, cells, newest] = states.map(({ ids }) => new Set(ids));
  expect([...rows!]).toEqual([3]);
  expect([...shorterRoot!]).toEqual([3]);
  expect([...cells!]).toEqual([ID_OPTION_CHAIN_DELTA]);
  expect([...newest!]).toEqual([ID_OPTION_CHAIN_DELTA]);
  for (const { bytes } of states) expect(bytes).toEqual(states[0]!.bytes);
});
