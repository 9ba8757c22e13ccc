/**
 * A trading day of eight hours at once: a market that runs so much faster that the day passes in SOAK_MINUTES (8 unless
 * said), while tabs come and go, expiries are switched and sockets break. Heap, nodes, listeners, sockets and WASM memory
 * of page, engine and server stay flat.
 */
import { type BrowserContext, type CDPSession, expect, type Page, test } from "@playwright/test";
import { expectLive, expectTicking, feedState } from "../e2e/support/chain-page.ts";
import { attachEngine, type EngineWorker } from "../e2e/support/engine-worker.ts";
import { watchFaults } from "../e2e/support/page-faults.ts";
import { type NetworkProxy, startProxy } from "../e2e/support/proxy.ts";
import { type RunningServer, startServer } from "../e2e/support/server.ts";
import { controlShown, show } from "../e2e/support/shown.ts";
import { asTrader } from "../e2e/support/trader.ts";
import { figure, quantile } from "../support/http/form.ts";

const MINUTES = Number(process.env.SOAK_MINUTES ?? 8);
const DAY_MINUTES = 480;
const SPEED = Math.min(1_000, Math.round(DAY_MINUTES / MINUTES));
const SAMPLES = 24;
const MIB = 1024 * 1024;
/** Commodities are traded until late at night: this tab is live all through the day. */
const MAIN = "CRUDEOIL";
const SYMBOLS = ["NIFTY", "BANKNIFTY", "GOLD", "RELIANCE", "SENSEX"];

/** What must not grow, and how much of it is nothing: garbage that is due, buffers that come and go. */
const SLACK = {
  "page heap": 2 * MIB,
  "page nodes": 200,
  "page listeners": 40,
  "engine heap": 1 * MIB,
  "engine WASM memory": 0,
  "server memory": 24 * MIB,
  "server heap": 12 * MIB,
  "server sockets": 4,
} as const;
type Figure = keyof typeof SLACK;
type Sample = Record<Figure, number>;
const FIGURES = Object.keys(SLACK) as Figure[];

let proxy: NetworkProxy;
let server: RunningServer;
test.beforeAll(async () => {
  proxy = await startProxy();
  server = await startServer({
    PUBLIC_ORIGIN: proxy.origin,
    MARKET_CLOCK: `2026-08-19T09:15@${SPEED}`,
  });
  proxy.aim(server.port);
});
test.afterAll(async () => {
  await proxy.stop();
  await server.stop();
});

async function openTab(context: BrowserContext, symbol: string): Promise<Page> {
  await asTrader(context, server);
  const page = await context.newPage();
  await page.goto(`${proxy.origin}/option-chain?tradingsymbol=${symbol}`);
  await expect(feedState(page)).toHaveText(/Live|Closed/, { timeout: 30_000 });
  return page;
}

/** Bytes of every WebAssembly memory in the engine. */
async function wasmBytes(engine: EngineWorker): Promise<number> {
  const { result } = await engine.send<{ result: { objectId: string } }>("Runtime.evaluate", {
    expression: "WebAssembly.Memory.prototype",
    objectGroup: "soak",
  });
  const { objects } = await engine.send<{ objects: { objectId: string } }>("Runtime.queryObjects", {
    prototypeObjectId: result.objectId,
    objectGroup: "soak",
  });
  const sum = await engine.send<{ result: { value: number } }>("Runtime.callFunctionOn", {
    objectId: objects.objectId,
    functionDeclaration: "function(){return this.reduce((sum,memory)=>sum+memory.buffer.byteLength,0)}",
    returnByValue: true,
  });
  await engine.send("Runtime.releaseObjectGroup", { objectGroup: "soak" });
  return sum.result.value;
}

async function sample(session: CDPSession, engine: EngineWorker): Promise<Sample> {
  await session.send("HeapProfiler.collectGarbage");
  await engine.send("HeapProfiler.collectGarbage");
  const page = await session.send("Runtime.getHeapUsage");
  const dom = await session.send("Memory.getDOMCounters");
  const worker = await engine.send<{ usedSize: number }>("Runtime.getHeapUsage");
  return {
    "page heap": page.usedSize,
    "page nodes": dom.nodes,
    "page listeners": dom.jsEventListeners,
    "engine heap": worker.usedSize,
    "engine WASM memory": await wasmBytes(engine),
    "server memory": await server.metric("strikewise_process_resident_memory_bytes"),
    "server heap": await server.metric("strikewise_nodejs_heap_size_used_bytes"),
    "server sockets": await server.metric("strikewise_nodejs_active_resources", 'type="TCPSocketWrap"'),
  };
}

/** Something of a day's doings: another tab comes and goes, this one looks elsewhere, the network hiccups. */
async function disturb(context: BrowserContext, page: Page, round: number): Promise<void> {
  const guest = await openTab(context, SYMBOLS[round % SYMBOLS.length]!);
  await show(page, false);
  await guest.close();
  await show(page, true);
  const expiries = page.getByRole("tablist", { name: "Expiry" }).getByRole("tab");
  const count = await expiries.count();
  if (count > 1) await expiries.nth(round % Math.min(count, 4)).click({ timeout: 5_000 });
  if (round % 4 === 3) {
    proxy.cut();
    proxy.mend();
  }
}

test(`eight hours of market in ${MINUTES} minutes leave heap, nodes, listeners, sockets and WASM memory flat`, async ({
  context,
  browser,
}) => {
  test.setTimeout((MINUTES + 5) * 60_000);
  await controlShown(context);
  const faults = watchFaults(context);
  const page = await openTab(context, MAIN);
  await expectLive(page);
  await expectTicking(page);
  const session = await context.newCDPSession(page);
  const engine = await attachEngine(browser, proxy.origin);
  const samples: Sample[] = [];
  const began = performance.now();
  for (let round = 0; round < SAMPLES; round++) {
    await disturb(context, page, round);
    const due = began + ((round + 1) * MINUTES * 60_000) / SAMPLES;
    // Long enough for what was disturbed to settle again.
    await page.waitForTimeout(Math.max(1_000, due - performance.now()));
    samples.push(await sample(session, engine));
  }
  await expectLive(page);
  await expectTicking(page);
  const bytes = await server.metric("strikewise_relay_sent_bytes_total");
  const messages = await server.metric("strikewise_relay_sent_messages_total");
  figure(
    `day: ${((MINUTES * SPEED) / 60).toFixed(1)} market hours in ${MINUTES} min, ${messages} messages and ${(bytes / MIB).toFixed(0)} MB sent`,
  );
  const third = SAMPLES / 3;
  const grown: string[] = [];
  for (const name of FIGURES) {
    const values = samples.map((taken) => taken[name]);
    const [middle, last] = [values.slice(third, 2 * third), values.slice(2 * third)].map((part) =>
      quantile(part, 0.5),
    ) as [number, number];
    const isBytes = middle > 100_000;
    const shown = (value: number): string => (isBytes ? `${(value / MIB).toFixed(1)} MB` : value.toFixed(0));
    figure(`day: ${name} ${shown(middle)} in the second third, ${shown(last)} in the last`);
    if (last > 1.15 * middle + SLACK[name]) grown.push(`${name}: ${values.map(shown).join(", ")}`);
  }
  expect(grown).toEqual([]);
  expect([...faults, ...engine.faults]).toEqual([]);
  await engine.detach();
});
