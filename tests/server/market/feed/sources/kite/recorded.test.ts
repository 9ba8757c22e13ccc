import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ROW_WORDS } from "#server/market/feed/market-table.ts";
import { listedUniverse } from "#server/market/feed/sources/broker/listed-universe.ts";
import { createListing } from "#server/market/feed/sources/broker/listing.ts";
import { createLiveTable } from "#server/market/feed/sources/broker/live-table.ts";
import { applyKiteMessage } from "#server/market/feed/sources/kite/apply-kite-packets.ts";
import { readKiteDump } from "#server/market/feed/sources/kite/kite-instruments.ts";
import { createKiteProtocol } from "#server/market/feed/sources/kite/kite-protocol.ts";
import { createBrokerWorld, testTokens } from "#tests/support/brokers/broker-world.ts";
import { startFakeKite } from "#tests/support/brokers/fake-kite.ts";
import { indexPacket, kiteMessage, ltpPacket } from "#tests/support/brokers/kite-packets.ts";
import { HEADER } from "#tests/support/brokers/kite-rows.ts";
import { isRecorded, readGzippedCsv, recordedPath } from "#tests/support/market/recorded-instruments.ts";
import { QUOTE_WORD as WORD } from "#wasm/words.ts";

const PACKET = recordedPath("kite-mocks/ticker_full.packet");
const DECODED = recordedPath("kite-mocks/ticker_full.json");

interface Decoded {
  readonly last_price: number;
  readonly last_quantity: number;
  readonly average_price: number;
  readonly volume: number;
  readonly buy_quantity: number;
  readonly sell_quantity: number;
  readonly ohlc: { open: number; high: number; low: number; close: number };
  readonly last_trade_time: string;
  readonly timestamp: string;
  readonly oi: number;
  readonly depth: Record<"buy" | "sell", { price: number; quantity: number; orders: number }[]>;
}

describe.skipIf(!isRecorded(PACKET, DECODED))("Kite's own sample packet", () => {
  it("becomes the row that Kite's own decoding describes", () => {
    const rows = [
      HEADER,
      "408065,1594,INFY,INFOSYS,0,,0,0.05,1,EQ,NSE,NSE",
      "10240258,40001,INFY21JULFUT,INFY,0,2021-07-29,0,0.05,600,FUT,NFO-FUT,NFO",
    ];
    const now = Date.parse("2021-07-05T10:41:28+05:30");
    const listing = createListing("2021-07-05", readKiteDump(`${rows.join("\n")}\n`), null);
    const table = createLiveTable(listedUniverse(listing, now), null, () => Number.NaN);
    const packet = Buffer.from(readFileSync(PACKET, "utf8"), "base64");
    const garbled: string[] = [];
    const sink = { table, listing, now, garbled: (why: string) => void garbled.push(why) };
    expect(applyKiteMessage(kiteMessage([packet]), sink)).toBe(1);
    expect(garbled).toEqual([]);

    const decoded = JSON.parse(readFileSync(DECODED, "utf8")) as Decoded;
    const base = table.rows.get(408065)! * ROW_WORDS;
    const word = (k: number) => table.words[base + k]! >>> 0;
    const rupees = (k: number) => word(k) / 100;
    const time = (text: string) => Date.parse(text) / 1000;
    const level = (at: number) => ({ price: rupees(at + 1), quantity: word(at), orders: word(at + 2) });
    expect({
      last_price: rupees(WORD.lastPrice),
      last_quantity: word(WORD.lastQuantity),
      average_price: rupees(WORD.averagePrice),
      volume: word(WORD.volume),
      buy_quantity: word(WORD.buyQuantity),
      sell_quantity: word(WORD.sellQuantity),
      ohlc: {
        open: rupees(WORD.open),
        high: rupees(WORD.high),
        low: rupees(WORD.low),
        close: rupees(WORD.close),
      },
      last_trade_time: word(WORD.lastTradeTime),
      timestamp: word(WORD.exchangeTime),
      oi: word(WORD.oi),
      depth: {
        buy: [0, 1, 2, 3, 4].map((n) => level(WORD.buy + 3 * n)),
        sell: [0, 1, 2, 3, 4].map((n) => level(WORD.sell + 3 * n)),
      },
    }).toMatchObject({
      last_price: decoded.last_price,
      last_quantity: decoded.last_quantity,
      average_price: decoded.average_price,
      volume: decoded.volume,
      buy_quantity: decoded.buy_quantity,
      sell_quantity: decoded.sell_quantity,
      ohlc: decoded.ohlc,
      last_trade_time: time(decoded.last_trade_time),
      timestamp: time(decoded.timestamp),
      oi: decoded.oi,
      depth: decoded.depth,
    });
  });
});

const SPOT_TICKS = recordedPath("ticks/kite_ltp_ticks_NIFTY50_256265_20251008.csv.gz");
const CALL_TICKS = recordedPath("ticks/kite_ltp_ticks_NIFTY25O1425000CE_10924290_20251008.csv.gz");
const NIFTY = 256265;
const CALL = 10924290;

describe.skipIf(!isRecorded(SPOT_TICKS, CALL_TICKS))("the recorded ticks of 8 Oct 2025", () => {
  it("come through tick by tick, and the recorder's lost ten minutes are ten minutes of a stale feed", async () => {
    const dump = [
      HEADER,
      `${NIFTY},1001,NIFTY 50,NIFTY 50,0,,0,0,0,EQ,INDICES,NSE`,
      `${CALL},42673,NIFTY25O1425000CE,NIFTY,0,2025-10-14,25000,0.05,75,CE,NFO-OPT,NFO`,
      "10932226,42704,NIFTY25O1425400PE,NIFTY,0,2025-10-14,25400,0.05,75,PE,NFO-OPT,NFO",
    ];
    const ticks = [...readGzippedCsv(SPOT_TICKS), ...readGzippedCsv(CALL_TICKS)]
      .map((row) => ({
        at: Date.parse(`${row.timestamp!.slice(0, 23).replace(" ", "T")}+05:30`),
        token: Number(row.token),
        paise: Math.round(Number(row.ltp) * 100),
      }))
      .sort((a, b) => a.at - b.at);
    const from = Date.parse("2025-10-08T11:46:30+05:30");
    const lostAt = ticks.findIndex(
      (tick, i) => tick.at > from && (ticks[i + 1]?.at ?? 0) - tick.at > 300_000,
    );
    const [lost, back] = [ticks[lostAt]!.at, ticks[lostAt + 1]!.at];
    expect(back - lost).toBeGreaterThan(600_000);

    const kite = await startFakeKite(`${dump.join("\n")}\n`);
    const { apiKey, apiUrl, streamUrl } = kite;
    const protocol = createKiteProtocol({ apiKey, apiUrl, streamUrl });
    const world = createBrokerWorld({ protocol, tokens: testTokens("today"), now: from });
    try {
      await world.until(() => kite.connections[0]?.modes.has(NIFTY) === true, "followed");
      let next = ticks.findIndex((tick) => tick.at >= world.now);
      const states: { at: number; state: string }[] = [];
      const step = async (): Promise<void> => {
        const packets: Buffer[] = [];
        for (; ticks[next]!.at <= world.now; next++) {
          const { token, paise, at } = ticks[next]!;
          const day = { high: paise, low: paise, open: paise, close: paise };
          if (token === NIFTY) {
            packets.push(
              indexPacket({ token, lastPrice: paise, ...day, exchangeTime: Math.floor(at / 1000) }),
            );
          } else packets.push(ltpPacket(token, paise));
        }
        kite.say(kiteMessage(packets));
        await world.turn(1_000);
        states.push({ at: world.now, state: world.health().state });
      };
      while (world.now < back + 15_000) await step();
      // The last tick before each second is what the row says in it.
      await step();
      const last = ticks.slice(0, next).findLast((tick) => tick.token === NIFTY)!;
      await world.turn(0);
      expect(world.word(NIFTY, WORD.lastPrice)).toBe(last.paise);
      expect(ticks.slice(0, next).some((tick) => tick.token === CALL)).toBe(true);
      expect(world.word(CALL, WORD.lastPrice)).toBe(
        ticks.slice(0, next).findLast((tick) => tick.token === CALL)!.paise,
      );

      const stateAt = (at: number) => states.findLast((each) => each.at <= at)!.state;
      expect(stateAt(lost)).toBe("live");
      for (let at = lost + 20_000; at < back - 2_000; at += 10_000) expect(stateAt(at)).toBe("stale");
      expect(states.at(-1)!.state).toBe("live");
      expect(world.problems.map(({ code }) => code)).toContain("feed.stalled");
    } finally {
      world.dispose();
      await kite.close();
    }
  });
});
