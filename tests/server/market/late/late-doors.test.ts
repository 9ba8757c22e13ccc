import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { ID_PING } from "#protocol/generated/layout.ts";
import { readChainRow } from "#protocol/generated/records.ts";
import { inspectChain } from "#protocol/wire/chain-mirror.ts";
import { decodePing, decodeQuotePacket } from "#protocol/wire/codec.ts";
import type { Bus } from "#server/platform/bus/bus.ts";
import { createLocalBus } from "#server/platform/bus/local.ts";
import { createNatsBus } from "#server/platform/bus/nats.ts";
import { isNatsUp, NATS } from "../../../support/bus/nats.ts";
import {
  type LateWorld,
  NIFTY,
  secondOfSpot,
  secondOfTime,
  startLateWorld,
  type Who,
} from "../../../support/market/late-world.ts";
import { wholeRowsReader } from "../../../support/market/whole-chains.ts";
import {
  asBars,
  asChain,
  asEvent,
  asQuotes,
  asScreener,
  asStats,
  type TestClient,
} from "../../../support/relay/relay-client.ts";

const DELAY_S = 60;
/** The market's clock runs on between two messages of the feed, in real time. */
const CLOCK_S = 1;

type Note = (door: string, second: number) => void;
type Heard = TestClient["messages"][number];

/** Every figure of a message that tells its second. */
function readSeconds(message: Heard, note: Note): void {
  if (message instanceof Uint8Array && message[0] === ID_PING) {
    const ping = decodePing(message);
    if (!("error" in ping)) note("ping", secondOfTime(ping.root.marketTime) - CLOCK_S);
  }
  for (const packet of asQuotes(message)?.packets ?? []) {
    const quote = decodeQuotePacket(packet);
    if (quote === null) continue;
    if (quote.instrumentToken === NIFTY) note("quotes: price", secondOfSpot(quote.lastPrice));
    if (quote.timestamp) note("quotes: time", secondOfTime(quote.timestamp));
    if (quote.lastTradeTime) note("quotes: trade", secondOfTime(quote.lastTradeTime));
  }
  const chain = asChain(message);
  if (chain !== null) {
    note("chain: time", secondOfTime(chain.root.marketTime));
    note("chain: spot", secondOfSpot(chain.root.spot));
    const view = new DataView(chain.bytes.buffer, chain.bytes.byteOffset, chain.bytes.byteLength);
    for (let i = 0; i < chain.root.rowCount; i++) {
      const { call, put } = readChainRow(view, chain.rowsOffset + i * chain.rowLength);
      for (const side of [call, put]) {
        if (side.lastTradeTime > 0) note("chain: trade", secondOfTime(side.lastTradeTime * 1000));
      }
    }
  }
  const stats = asStats(message);
  if (stats !== null) note("stats", secondOfSpot(stats.root.spot));
  for (const row of asScreener(message)?.rows ?? []) {
    if (row.underlying === NIFTY) note("screener", secondOfSpot(row.spot));
  }
  for (const row of asBars(message)?.rows ?? []) {
    if (row.token !== NIFTY) continue;
    note("bars: price", secondOfSpot(Math.max(row.close, row.high) / 100));
    note("bars: time", secondOfTime(row.barTime));
  }
  const event = asEvent(message);
  if (event !== null && event.json !== null && typeof event.json === "object" && "at" in event.json) {
    note("events", secondOfTime(Number(event.json.at)) - CLOCK_S);
  }
}

interface Prices {
  readonly data: {
    readonly underlying_price: number | null;
    readonly last_updated_at: number;
    readonly per_expiry_data: Record<
      string,
      { options: Record<string, Record<string, { last_trade_time: number | null }>> }
    >;
  };
}
interface Quotes {
  readonly data: Record<string, { timestamp: number | null; last_price: number }>;
}

async function askHttp(world: LateWorld, who: Who, note: Note): Promise<void> {
  const prices = (await world.get<Prices>(`/v1/compute/cache/live_derivative_prices/${NIFTY}`, who)).body;
  note("http prices: time", secondOfTime(prices.data.last_updated_at));
  if (prices.data.underlying_price !== null) {
    note("http prices: spot", secondOfSpot(prices.data.underlying_price));
  }
  for (const { options } of Object.values(prices.data.per_expiry_data)) {
    for (const side of Object.values(options).flatMap((pair) => Object.values(pair))) {
      if (side.last_trade_time !== null) note("http prices: trade", secondOfTime(side.last_trade_time));
    }
  }
  const { body } = await world.get<Quotes>("/v1/compute/cache/quotes_v2?i=NIFTY", who);
  for (const quote of Object.values(body.data)) {
    note("http quotes: price", secondOfSpot(quote.last_price));
    if (quote.timestamp) note("http quotes: time", secondOfTime(quote.timestamp));
  }
  const list = await world.get<{ asOf: number }>("/v1/compute/cache/instrument_metacache/1", who);
  note("http instruments", secondOfTime(list.body.asOf));
}

const DOORS = [
  "ping",
  "quotes: price",
  "quotes: time",
  "quotes: trade",
  "chain: time",
  "chain: spot",
  "chain: trade",
  "stats",
  "screener",
  "bars: price",
  "bars: time",
  "events",
  "http prices: time",
  "http prices: spot",
  "http prices: trade",
  "http quotes: price",
  "http quotes: time",
  "http instruments",
];

/** Of each door the newest second that came through it, and the least that its figures were behind. */
function createLedger() {
  const newest = new Map<string, number>();
  const behind = new Map<string, number>();
  return {
    newest,
    behind,
    noteAt:
      (now: number): Note =>
      (door, second) => {
        if (!Number.isFinite(second)) return;
        newest.set(door, Math.max(newest.get(door) ?? -Infinity, second));
        behind.set(door, Math.min(behind.get(door) ?? Infinity, now - second));
      },
  };
}

const natsIsUp = await isNatsUp();
if (!natsIsUp) console.warn("NATS is not running on 127.0.0.1:4222: late doors over it are skipped");

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

function localBuses() {
  const bus = createLocalBus();
  closers.push(() => bus.close());
  return Promise.resolve({ feed: bus, relay: bus, api: bus });
}

async function natsBuses() {
  const prefix = `test-${randomUUID()}`;
  const open = async (): Promise<Bus> => {
    const bus = await createNatsBus({ url: NATS, prefix });
    closers.push(() => bus.close());
    return bus;
  };
  return { feed: await open(), relay: await open(), api: await open() };
}

describe.each([
  ["one process", true, localBuses],
  ["NATS", natsIsUp, natsBuses],
] as const)("over %s", (_name, isThere, buses) => {
  it.skipIf(!isThere)(
    "nothing of the last 60 s reaches who is late, through any door; all that is older does",
    { timeout: 60_000 },
    async () => {
      const world = await startLateWorld(await buses());
      closers.push(world.stop);
      await world.tick(100);
      const clients = {
        live: await world.connect("live"),
        google: await world.connect("google"),
        anonymous: await world.connect("anonymous"),
      };
      const options = [...(world.market.universe().underlyings[0]?.chains[0]?.callIndex.slice(8, 12) ?? [])];
      const tokens = options.map((row) => world.market.universe().instruments[row]!.token);
      for (const client of Object.values(clients)) world.watchAll(client, tokens);
      const ledgers = { live: createLedger(), google: createLedger(), anonymous: createLedger() };
      const readTo = { live: 0, google: 0, anonymous: 0 };
      const wholeRows = { live: wholeRowsReader(), google: wholeRowsReader(), anonymous: wholeRowsReader() };
      while (world.second < 135) {
        await world.tick();
        for (const who of ["live", "google", "anonymous"] as const) {
          const { messages } = clients[who];
          const note = ledgers[who].noteAt(world.now);
          for (; readTo[who] < messages.length; readTo[who]++) {
            const message = messages[readTo[who]]!;
            const isChain = message instanceof Uint8Array && inspectChain(message) !== null;
            readSeconds(isChain ? wholeRows[who](message) : message, note);
          }
        }
        // One after the other, so that an answer kept for one could go to the next.
        if (world.second % 5 === 0) {
          for (const who of ["live", "google", "live", "anonymous"] as const) {
            await askHttp(world, who, ledgers[who].noteAt(world.now));
          }
        }
      }
      // Answers over HTTP are kept for a second, in which this market lives through dozens.
      await new Promise((resolve) => setTimeout(resolve, 1_100));
      for (const who of ["live", "google", "anonymous"] as const) {
        await askHttp(world, who, ledgers[who].noteAt(world.now));
      }
      for (const who of ["google", "anonymous"] as const) {
        const { behind, newest } = ledgers[who];
        expect([...newest.keys()].sort()).toEqual([...DOORS].sort());
        for (const door of DOORS) {
          expect(behind.get(door), `${who}, ${door}: seconds behind`).toBeGreaterThanOrEqual(DELAY_S);
          // Bars are of whole minutes, lists of instruments of when they were asked for first.
          const isCoarse = door === "bars: time" || door === "http instruments";
          if (!isCoarse) expect(newest.get(door), `${who}, ${door}: newest`).toBeGreaterThanOrEqual(65);
        }
      }
      const { newest } = ledgers.live;
      for (const door of DOORS) {
        const isCoarse = door === "bars: time" || door === "http instruments";
        if (!isCoarse) expect(newest.get(door), `live, ${door}: newest`).toBeGreaterThanOrEqual(125);
      }
    },
  );
});

describe("answers over HTTP", () => {
  it("are the caller's alone: no cache may keep them, and an etag of one market is none of the other's", async () => {
    const world = await startLateWorld(await localBuses());
    closers.push(world.stop);
    for (let i = 0; i < 70; i++) await world.tick(0);
    const path = `/v1/compute/cache/live_derivative_prices/${NIFTY}`;
    const live = await world.get<Prices>(path, "live");
    for (const header of ["cache-control", "vary"]) expect(live.headers[header]).toBeDefined();
    expect(live.headers["cache-control"]).toMatch(/private/);
    expect(live.headers.vary).toMatch(/cookie/);
    const etag = { "if-none-match": String(live.headers.etag) };
    expect((await world.get(path, "live", etag)).status).toBe(304);
    const late = await world.get<Prices>(path, "anonymous", etag);
    expect(late.status).toBe(200);
    expect(secondOfSpot(late.body.data.underlying_price!)).toBeLessThanOrEqual(10);
    expect(secondOfSpot(live.body.data.underlying_price!)).toBe(70);
  });
});
