/** Nothing of an imported market's opening reaches who is late before its own opening, through relay, HTTP and compute. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { afterAll, afterEach, expect, it } from "vitest";
import WebSocket from "ws";
import { ANONYMOUS } from "#domain/access/brokers.ts";
import { istInstant } from "#domain/calendar/ist.ts";
import { inspectChain } from "#protocol/wire/chain-mirror.ts";
import { decodeQuotePacket } from "#protocol/wire/codec.ts";
import { visitorOf } from "#server/identity/visitors.ts";
import {
  type ComputeCall,
  decodeLivePricesAnswer,
  encodeComputeQuestion,
  encodeLivePricesQuestion,
  encodeQuotesQuestion,
} from "#server/market/bus/compute-questions.ts";
import { computeRequest } from "#server/market/bus/market-subjects.ts";
import { startComputeInProcess } from "#server/market/compute/start-compute.ts";
import { importMarket } from "#server/market/feed/sources/import/import-market.ts";
import { encodeMarket, writeMarketFile } from "#server/market/feed/sources/import/market-file.ts";
import { createRelay } from "#server/market/relay/relay.ts";
import { createOriginPolicy } from "#server/platform/http/origins.ts";
import { NIFTY } from "../../../support/market/late-world.ts";
import { createFileFolder, dumpText, eodText, madeContracts } from "../../../support/market/market-files.ts";
import { wholeRowsReader } from "../../../support/market/whole-chains.ts";
import {
  asBars,
  asChain,
  asQuotes,
  asScreener,
  asStats,
  subscribeChain,
  subscribeCharts,
  subscribeQuotes,
  TestClient,
} from "../../../support/relay/relay-client.ts";
import { startOpeningFeed } from "./opening-feed.ts";

const folder = createFileFolder();
afterAll(folder.remove);
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const OPEN = istInstant("2026-08-19", "09:15");
const EXPIRY = "2026-08-25";
const contracts = madeContracts();
const DOORS = [
  "quotes: spot",
  "quotes: future",
  "chain: spot",
  "chain: future",
  "chain: forward",
  "stats: spot",
  "stats: future",
  "screener: spot",
  "bars: spot",
  "bars: future",
  "live prices: spot",
  "quotes over HTTP: spot",
  "quotes over HTTP: future",
  "builder: spot",
  "builder: forward",
  "margin: spot",
];

/** Of each door what it said of NIFTY's spot, its near future. */
type Seen = Map<string, Set<number>>;

function note(seen: Seen, door: string, price: number | null | undefined): void {
  if (price === null || price === undefined || Number.isNaN(price)) return;
  const said = seen.get(door) ?? new Set();
  seen.set(door, said.add(Math.round(100 * price) / 100));
}

function read(seen: Seen, message: TestClient["messages"][number], futureToken: number): void {
  for (const packet of asQuotes(message)?.packets ?? []) {
    const quote = decodeQuotePacket(packet);
    if (quote?.instrumentToken === NIFTY) note(seen, "quotes: spot", quote.lastPrice);
    if (quote?.instrumentToken === futureToken) note(seen, "quotes: future", quote.lastPrice);
  }
  const chain = asChain(message);
  note(seen, "chain: spot", chain?.root.spot);
  note(seen, "chain: future", chain?.root.future);
  note(seen, "chain: forward", chain?.root.forward);
  const stats = asStats(message);
  note(seen, "stats: spot", stats?.root.spot);
  note(seen, "stats: future", stats?.rows[0]?.futurePrice);
  for (const row of asScreener(message)?.rows ?? []) {
    if (row.underlying === NIFTY) note(seen, "screener: spot", row.spot);
  }
  for (const row of asBars(message)?.rows ?? []) {
    for (const price of [row.open, row.high, row.low, row.close]) {
      note(seen, row.token === NIFTY ? "bars: spot" : "bars: future", price / 100);
    }
  }
}

it("relay, quotes, live prices, builder and margin are the day before's for a visitor's first minute", async () => {
  const { market } = importMarket({
    instruments: [folder.write("d.csv", dumpText(contracts))],
    eod: [folder.write("e.csv", eodText(contracts))],
    cash: [],
    date: null,
  });
  const nifty = market.underlyings.find(({ symbol }) => symbol === "NIFTY")!;
  const { token: futureToken, tradingsymbol: futureSymbol } = nifty.futures[0]!;
  const row = nifty.chains[0]!.strikes.indexOf(24_000);
  const { call, put } = nifty.chains[0]!;
  const file = folder.write("market.json.gz", "");
  writeMarketFile(file, encodeMarket(market));
  const feed = startOpeningFeed({ source: "import", marketFile: file });
  closers.push(feed.stop);

  const http = createServer();
  const relay = createRelay({
    bus: feed.buses.live,
    log: pino({ level: "silent" }),
    origins: () => createOriginPolicy(null, (http.address() as AddressInfo).port),
    identify: () => visitorOf(ANONYMOUS),
    connectionsPerAddress: 10,
    times: { ping: 20, charts: 10, events: 10, interest: 10 },
  });
  http.on("upgrade", relay.handleUpgrade);
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  closers.push(async () => {
    await relay.close();
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
  });
  const { port } = http.address() as AddressInfo;
  const address = `127.0.0.1:${port}`;
  const client = new TestClient(
    new WebSocket(`ws://${address}/broker/1?consumerType=platform_pro`, { origin: `http://${address}` }),
  );
  await once(client.ws, "open");
  client.say(subscribeQuotes("q", "full", [NIFTY, futureToken]));
  client.say(subscribeChain("c", NIFTY, EXPIRY));
  client.say(subscribeCharts("b", [NIFTY, futureToken]));
  const stream = { command: "subscribe", brokerId: 1 };
  client.say({ ...stream, dataSource: "underlying-stats", uniqueId: "s", tokens: [NIFTY] });
  client.say({ ...stream, dataSource: "screener-stats", uniqueId: "sc" });

  const compute = await startComputeInProcess(feed.buses.live);
  closers.push(compute.stop);
  async function ask(name: ComputeCall, body: Uint8Array): Promise<Uint8Array> {
    return feed.buses.late.request(computeRequest(name), encodeComputeQuestion({ who: "visitor", body }));
  }
  const json = (value: unknown) => Buffer.from(JSON.stringify(value));
  const parsed = <T>(bytes: Uint8Array) => JSON.parse(Buffer.from(bytes).toString()) as T;

  async function askAll(seen: Seen): Promise<void> {
    const prices = decodeLivePricesAnswer(
      await ask("live_prices", encodeLivePricesQuestion({ underlying: NIFTY, etag: null })),
    );
    const live = parsed<{ data: { underlying_price: number } }>(prices!.json!);
    note(seen, "live prices: spot", live.data.underlying_price);
    const symbols = ["NIFTY", futureSymbol];
    const quotes = parsed<{ data: Record<string, { last_price: number }> }>(
      await ask("quotes", encodeQuotesQuestion({ symbols })),
    );
    const [spot, near] = symbols.map((symbol) => quotes.data[symbol]?.last_price);
    note(seen, "quotes over HTTP: spot", spot);
    note(seen, "quotes over HTTP: future", near);
    const sold = { trade_action: "SELL", quantity: 65, price: 100 };
    const trades = [call, put].map((side) => ({ ...sold, tradingsymbol: side.tradingsymbol[row]! }));
    const builder = parsed<{
      payload: { underlying_price: number; trade_stats: Record<string, { forward: number }> };
    }>(await ask("builder_v3", json({ underlying_token: NIFTY, trades })));
    note(seen, "builder: spot", builder.payload.underlying_price);
    for (const { forward } of Object.values(builder.payload.trade_stats))
      note(seen, "builder: forward", forward);
    const margin = parsed<{ payload: { exposure: number } }>(
      await ask(
        "margin",
        json({
          trades: [{ trade_type: "new_trade", tradingsymbol: futureSymbol, action: "SELL", quantity: 65 }],
          consider_positions_for_funds: false,
          consider_positions_for_margin: false,
        }),
      ),
    );
    // Two per cent of the contract's value.
    note(seen, "margin: spot", margin.payload.exposure / 65 / 0.02);
  }

  let readTo = 0;
  const whole = wholeRowsReader();
  async function listen(until: number): Promise<Seen> {
    const seen: Seen = new Map();
    while (feed.times.late < until) {
      feed.timers.pass(500);
      await new Promise((resolve) => setTimeout(resolve, 12));
      for (; readTo < client.messages.length; readTo++) {
        const message = client.messages[readTo]!;
        const isChain = message instanceof Uint8Array && inspectChain(message) !== null;
        read(seen, isChain ? whole(message) : message, futureToken);
      }
    }
    await askAll(seen);
    return seen;
  }
  const closed = (door: string) => [door.endsWith("spot") ? nifty.close : nifty.futures[0]!.close];

  const before = await listen(OPEN - 2_000);
  expect([...before.keys()].sort()).toEqual([...DOORS].sort());
  for (const [door, said] of before) expect([...said], door).toEqual(closed(door));

  // Compute gives what it holds for two seconds of the machine's, in which this market lives through many.
  await listen(OPEN + 20_000);
  await new Promise((resolve) => setTimeout(resolve, 2_100));
  const after = await listen(OPEN + 30_000);
  for (const door of DOORS) {
    const said = [...(after.get(door) ?? [])];
    expect(said.length, door).toBeGreaterThan(0);
    for (const price of said) expect(Math.abs(price / closed(door)[0]! - 1), door).toBeGreaterThan(0.003);
  }
});
