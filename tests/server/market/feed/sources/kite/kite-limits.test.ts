import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROW_WORDS } from "#server/market/feed/market-table.ts";
import { createKiteProtocol } from "#server/market/feed/sources/kite/kite-protocol.ts";
import { type BrokerWorld, createBrokerWorld, testTokens } from "#tests/support/brokers/broker-world.ts";
import { type FakeKite, startFakeKite } from "#tests/support/brokers/fake-kite.ts";
import { fullPacket, indexPacket } from "#tests/support/brokers/kite-packets.ts";
import { isRecorded, KITE_NFO_BFO, KITE_NSE } from "#tests/support/market/recorded-instruments.ts";
import { QUOTE_WORD as WORD } from "#wasm/words.ts";

/** The morning of the recorded dump of 18 Aug 2026, in continuous trading. */
const NOW = Date.parse("2026-08-18T11:00:00+05:30");
const NIFTY = 256265;
const SENSEX_ROW = "265,1,SENSEX,SENSEX,0.0,,0.0,0.0,0,EQ,INDICES,BSE";

function recordedDump(): string {
  const [contracts, spots] = [KITE_NFO_BFO, KITE_NSE].map((file) =>
    gunzipSync(readFileSync(file)).toString("utf8"),
  );
  return `${contracts!.trimEnd()}\n${spots!.trimEnd().split("\n").slice(1).join("\n")}\n${SENSEX_ROW}\n`;
}

function niftyAt(lastPrice: number): Buffer {
  const exchangeTime = NOW / 1000;
  return indexPacket({
    token: NIFTY,
    lastPrice,
    high: lastPrice,
    low: lastPrice,
    open: lastPrice,
    close: lastPrice,
    exchangeTime,
  });
}

function bookOf(token: number): Buffer {
  const time = NOW / 1000;
  const figures = {
    lastPrice: 1_000,
    lastQuantity: 1,
    averagePrice: 1_000,
    volume: 1,
    buyQuantity: 1,
    sellQuantity: 1,
  };
  const day = { open: 1_000, high: 1_000, low: 1_000, close: 1_000, oi: 1, oiDayHigh: 1, oiDayLow: 1 };
  const side = (price: number) => Array.from({ length: 5 }, () => ({ quantity: 1, price, orders: 1 }));
  const times = { lastTradeTime: time, exchangeTime: time };
  return fullPacket({ token, ...figures, ...day, ...times, buy: side(995), sell: side(1_005) });
}

describe.skipIf(!isRecorded(KITE_NFO_BFO, KITE_NSE))("the whole recorded list, 40,000 contracts", () => {
  let kite: FakeKite;
  let world: BrokerWorld;

  beforeAll(async () => {
    kite = await startFakeKite(recordedDump());
    const { apiKey, apiUrl, streamUrl } = kite;
    world = createBrokerWorld({
      protocol: createKiteProtocol({ apiKey, apiUrl, streamUrl }),
      tokens: testTokens("today"),
      now: NOW,
    });
    await world.until(() => world.universes === 2, "listed");
    await world.until(() => kite.connections[0]?.modes.has(NIFTY) === true, "spots");
    kite.push([niftyAt(2_435_000)]);
    await world.until(() => kite.connections.length === 3, "three connections");
    await world.until(() => kite.connections.every(({ modes }) => modes.size === 3_000), "all are full");
  });

  afterAll(async () => {
    world.dispose();
    await kite.close();
  });

  it("is listed without a fault", () => {
    const { instruments, underlyings } = world.source.universe();
    expect(world.health().listFaults).toBe(0);
    // The recorded list of spots is NSE's: BSE's own indices are not in it, but for the one added.
    expect(world.problems.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Contracts of .*SENSEX50.* are left out/),
    ]);
    expect(instruments.length).toBeGreaterThan(38_500);
    expect(underlyings.length).toBeGreaterThan(210);
  });

  it("fills three connections of 3,000 and no more, and says what is left out", () => {
    expect(kite.violations).toEqual([]);
    const { followed, leftOut, state, message } = world.health();
    expect(followed).toBe(9_000);
    expect(leftOut).toBeGreaterThan(29_500);
    expect(state).toBe("live");
    expect(message).toContain(`${leftOut} more than there is room for`);
    const all = kite.connections.flatMap(({ modes }) => [...modes.keys()]);
    expect(new Set(all).size).toBe(9_000);
  });

  it("follows every spot and near future, and each underlying at the money of its nearest expiry", () => {
    const followed = new Set(kite.connections.flatMap(({ modes }) => [...modes.keys()]));
    const { instruments, underlyings } = world.source.universe();
    for (const { underlying, futures, chains } of underlyings) {
      // Its future stands for it where the list has no spot.
      if (underlying.symbol !== "BANKEX") expect(followed, underlying.symbol).toContain(underlying.token);
      if (futures[0] !== undefined) expect(followed).toContain(instruments[futures[0].index]!.token);
      const chain = chains[0]!;
      const middle = chain.strikes.length >> 1;
      const atMoney = [middle - 1, middle, middle + 1].flatMap((i) => [
        chain.callIndex[i]!,
        chain.putIndex[i]!,
      ]);
      if (underlying.token === NIFTY) continue;
      for (const row of atMoney) if (row >= 0) expect(followed).toContain(instruments[row]!.token);
    }
  });

  it("moves with the money by what has to move, room made before it is taken, and drops the books it leaves", async () => {
    const before = new Set(kite.connections.flatMap(({ modes }) => [...modes.keys()]));
    const rowOf = new Map(world.table.universe.instruments.map(({ token }, row) => [token, row] as const));
    const options = [...before].filter(
      (token) => world.table.universe.instruments[rowOf.get(token)!]!.strike > 0,
    );
    kite.push(options.map(bookOf));
    const bidOf = (token: number) => world.table.words[rowOf.get(token)! * ROW_WORDS + WORD.buy + 1];
    await world.until(() => options.every((token) => bidOf(token) === 995), "books");
    const sent = kite.connections.map(({ commands }) => commands.length);
    kite.push([niftyAt(2_455_000)]);
    const commands = () => kite.connections.flatMap((each, i) => each.commands.slice(sent[i]));
    await world.until(() => commands().length >= 2, "moved");
    await world.until(() => kite.connections.every(({ modes }) => modes.size === 3_000), "full again");
    const after = new Set(kite.connections.flatMap(({ modes }) => [...modes.keys()]));
    const gone = [...before].filter((token) => !after.has(token)).length;
    // Four strikes of some sixteen expiries, calls and puts: a hundredth of what is followed.
    expect(gone).toBeGreaterThan(4);
    expect(gone).toBeLessThan(200);
    expect(commands()[0]!.a).toBe("unsubscribe");
    for (const token of options) expect(bidOf(token)).toBe(after.has(token) ? 995 : 0);
    expect(kite.violations).toEqual([]);
  });
});
