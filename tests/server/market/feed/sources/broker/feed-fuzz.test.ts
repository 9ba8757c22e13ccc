import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { StreamSink } from "#server/market/feed/sources/broker/broker-protocol.ts";
import { listedUniverse } from "#server/market/feed/sources/broker/listed-universe.ts";
import { createListing } from "#server/market/feed/sources/broker/listing.ts";
import { createLiveTable } from "#server/market/feed/sources/broker/live-table.ts";
import { readKiteDump } from "#server/market/feed/sources/kite/kite-instruments.ts";
import { createKiteProtocol } from "#server/market/feed/sources/kite/kite-protocol.ts";
import { readUpstoxInstruments } from "#server/market/feed/sources/upstox/upstox-instruments.ts";
import { createUpstoxProtocol } from "#server/market/feed/sources/upstox/upstox-protocol.ts";
import { NIFTY_KEY, upstoxInstruments, upstoxKey } from "#tests/support/brokers/fake-upstox.ts";
import { fullPacket, kiteMessage } from "#tests/support/brokers/kite-packets.ts";
import { contractOf, kiteDump, LIVE_DATE, LIVE_NOW } from "#tests/support/brokers/kite-rows.ts";
import { feedResponse, fullFeed, indexFeed } from "#tests/support/brokers/upstox-messages.ts";
import { QUOTE_WORD as WORD } from "#wasm/words.ts";

const CALL = contractOf("NIFTY", "2026-08-25", 24_350, "CE");
const RECEIVED = ["data", "heartbeat", "text", "garbled", "rejected"];

function sinkOf(rows: Parameters<typeof createListing>[1]): StreamSink {
  const listing = createListing(LIVE_DATE, rows, null);
  const table = createLiveTable(listedUniverse(listing, LIVE_NOW), null, () => Number.NaN);
  return { listing, table, now: LIVE_NOW, garbled: () => {} };
}

/** Every row has its own token still, and no price below zero. */
function expectSane({ table }: StreamSink): void {
  const priced = [WORD.lastPrice, WORD.averagePrice, WORD.open, WORD.high, WORD.low, WORD.close];
  table.universe.instruments.forEach(({ token }, row) => {
    expect(table.words[row * 48 + WORD.token]! >>> 0).toBe(token);
    if (table.isIndex[row] === 1) return;
    for (const word of priced) expect(table.words[row * 48 + word]!).toBeGreaterThanOrEqual(0);
  });
}

const seconds = LIVE_NOW / 1000;
const level = { quantity: 65, price: 18_500, orders: 1 };
const kiteGood = kiteMessage([
  fullPacket({
    token: CALL.token,
    lastPrice: 18_545,
    lastQuantity: 65,
    averagePrice: 18_500,
    volume: 1,
    buyQuantity: 1,
    sellQuantity: 1,
    open: 1,
    high: 2,
    low: 1,
    close: 1,
    lastTradeTime: seconds,
    oi: 1,
    oiDayHigh: 1,
    oiDayLow: 1,
    exchangeTime: seconds,
    buy: [level, level, level, level, level],
    sell: [level, level, level, level, level],
  }),
]);
const trade = { ltp: 185.45, ltt: LIVE_NOW, ltq: 65, cp: 184 };
const day = { open: 184, high: 190, low: 180 };
const upstoxGood = feedResponse(
  {
    [NIFTY_KEY]: indexFeed({ ...trade, ltp: 24_350 }, day),
    [upstoxKey(CALL)]: fullFeed({
      ...trade,
      levels: [{ bidQ: 65, bidP: 185.4, askQ: 65, askP: 185.5 }],
      day,
      atp: 185,
      vtt: 1,
      oi: 1,
      iv: 0.1,
      tbq: 1,
      tsq: 1,
    }),
  },
  LIVE_NOW,
);

/** A good message with a few bytes changed, cut or lengthened. */
function mutated(good: Buffer): fc.Arbitrary<Buffer> {
  const change = fc.tuple(fc.nat(good.length - 1), fc.nat(255));
  return fc
    .tuple(fc.array(change, { maxLength: 6 }), fc.nat(good.length), fc.uint8Array({ maxLength: 9 }))
    .map(([changes, length, tail]) => {
      const bytes = Buffer.from(good);
      for (const [at, value] of changes) bytes[at] = value;
      return Buffer.concat([length % 3 === 0 ? bytes.subarray(0, length) : bytes, tail]);
    });
}

describe.each([
  ["Kite", createKiteProtocol({ apiKey: "k" }), () => sinkOf(readKiteDump(kiteDump())), kiteGood],
  [
    "Upstox",
    createUpstoxProtocol(),
    () => sinkOf(readUpstoxInstruments(JSON.stringify(upstoxInstruments()), LIVE_DATE)),
    upstoxGood,
  ],
] as const)("whatever bytes %s's stream sends", (_name, protocol, open, good) => {
  it("the good one is data, and nothing throws or leaves a row without sense", () => {
    const sink = open();
    expect(protocol.receive(good, sink)).toBe("data");
    const any = fc.oneof(
      mutated(good),
      fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
    );
    fc.assert(
      fc.property(any, (bytes) => {
        expect(RECEIVED).toContain(protocol.receive(bytes, sink));
      }),
      { numRuns: 5_000 },
    );
    expectSane(sink);
    expect(protocol.receive(good, sink)).toBe("data");
    expect(sink.table.words[sink.table.rows.get(CALL.token)! * 48 + WORD.lastPrice]).toBe(18_545);
  });

  it("and whatever text", () => {
    const sink = open();
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(RECEIVED).toContain(protocol.receive(text, sink));
      }),
      { numRuns: 2_000 },
    );
  });
});

it("whatever text Kite's list is, it is rows or a refusal", () => {
  const lines = kiteDump().split("\n");
  const any = fc.array(fc.oneof(fc.constantFrom(...lines), fc.string()), { maxLength: 30 });
  fc.assert(
    fc.property(any, (some) => {
      try {
        const rows = readKiteDump([lines[0], ...some].join("\n"));
        createListing(LIVE_DATE, rows, null);
      } catch (error) {
        expect(error).toHaveProperty("code", "feed.instruments");
      }
    }),
    { numRuns: 500 },
  );
});

it("whatever JSON Upstox's list is, it is rows or a refusal", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.json(),
        fc
          .array(
            fc.dictionary(
              fc.constantFrom(
                "segment",
                "expiry",
                "exchange_token",
                "instrument_type",
                "instrument_key",
                "strike_price",
              ),
              fc.oneof(fc.constantFrom("NSE_FO", "CE", "FUT", "25000"), fc.double(), fc.string()),
            ),
          )
          .map((rows) => JSON.stringify(rows)),
      ),
      (text) => {
        try {
          createListing(LIVE_DATE, readUpstoxInstruments(text, LIVE_DATE), null);
        } catch (error) {
          expect(error).toHaveProperty("code", "feed.instruments");
        }
      },
    ),
    { numRuns: 1_000 },
  );
});
