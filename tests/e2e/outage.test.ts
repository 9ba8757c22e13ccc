import { once } from "node:events";
import { createReadStream, existsSync } from "node:fs";
import { createServer, type Server } from "node:http";
import path from "node:path";
import { expect, type Page, test } from "@playwright/test";
import {
  grab,
  handle,
  legs,
  loadPreset,
  numberIn,
  openBuilder,
  strikeOf,
  summaryFigure,
} from "./support/builder-page.ts";
import { expectLive, expectTicking, feedState, mirror, strikes } from "./support/chain-page.ts";
import { type RunningServer, startServer } from "./support/server.ts";
import { asTrader } from "./support/trader.ts";

let server: RunningServer;
// One for all three: each ends it and starts it again.
test.beforeAll(async () => {
  server = await startServer({ MARKET_UNIVERSE: "NIFTY,BANKNIFTY" });
});
test.beforeEach(({ context }) => asTrader(context, server));
test.afterAll(() => server.stop());

/**
 * After a restart prices are there first, and storage, which knows whose session it is, some moments later: until then they
 * are a minute late, and then the connection is made once more.
 */
const KNOWN_AGAIN_MS = 60_000;

const BANNER = "Prices might be off (Websocket is Disconnected)";

/** With the server gone the builder goes on: what is dragged is computed here, in the market that was heard last. */
async function expectDragGoesOn(builder: Page): Promise<void> {
  await builder.bringToFront();
  const sold = strikeOf(legs(builder).nth(1));
  const before = await numberIn(sold);
  const profit = await summaryFigure(builder, "maxProfit").textContent();
  // A notice that comes above the chart at this moment moves the handle away from under the mouse.
  await expect(async () => {
    await builder.mouse.up();
    await grab(builder, handle(builder, "Sell CE, strike"), handle(builder, "Buy CE, strike"));
    await expect.poll(() => numberIn(sold), { timeout: 5_000 }).toBeGreaterThan(before);
  }).toPass({ timeout: 60_000 });
  await expect(summaryFigure(builder, "maxProfit")).not.toHaveText(profit!);
  await builder.mouse.up();
  await expect(builder.getByTestId("standing")).toContainText("computed in your browser");
  await builder.keyboard.press("Control+z");
  await expect.poll(() => numberIn(sold)).toBe(before);
}

test("a server that dies leaves a stale chain and stale figures under its expiries, which say so; back again, it is live by itself, subscribed once", async ({
  page,
}) => {
  await page.goto(`${server.origin}/option-chain`);
  await expectLive(page);
  const figures = page.getByTestId("expiry-figures").first();
  await expect(figures).toHaveText(/PCR \d/);
  await expect(figures).not.toHaveAttribute("data-stale");
  await server.kill();
  await expect(page.getByText(BANNER)).toBeVisible();
  await expect(feedState(page)).toHaveText(/Stale|Offline/);
  expect((await strikes(page)).length).toBeGreaterThan(20);
  await expect(figures).toHaveAttribute("data-stale");
  await expect(figures).toHaveText(/PCR \d/);
  await server.start();
  await expectLive(page, KNOWN_AGAIN_MS);
  await expectTicking(page);
  await expect(page.getByText(BANNER)).toHaveCount(0);
  await expect(figures).not.toHaveAttribute("data-stale");
  await expect.poll(() => server.metric("strikewise_relay_clients")).toBe(1);
  await expect.poll(() => server.metric("strikewise_relay_chain_subscriptions")).toBe(1);
  // One message for the one view, however often the connection was tried.
  expect(await server.metric("strikewise_relay_subscribes_total", 'source="option-chain"')).toBe(1);
});

/** Serves the page and nothing else: every call hangs, every websocket is refused. */
async function pageOnly(port: number): Promise<Server> {
  const types: Record<string, string> = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".wasm": "application/wasm",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
  };
  const standIn = createServer((request, reply) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    if (pathname.startsWith("/v1/")) return;
    const file = path.join("dist/web", pathname);
    const found = path.extname(pathname) !== "" && existsSync(file) ? file : "dist/web/index.html";
    reply.writeHead(200, { "content-type": types[path.extname(found)] ?? "application/octet-stream" });
    createReadStream(found).pipe(reply);
  });
  standIn.on("upgrade", (_, socket) => socket.destroy());
  standIn.listen(port, "127.0.0.1");
  await once(standIn, "listening");
  return standIn;
}

test("a reload paints the last chain from IndexedDB, marked as old, before the network answers", async ({
  page,
}) => {
  // Named, for without a network only the device's clock says which expiry is next, and the market of the run has its own (18 Nov 2026).
  await page.goto(`${server.origin}/option-chain?tradingsymbol=NIFTY&expiry=2026-12-01`);
  await expectLive(page);
  // What is on screen is saved a moment after it changes.
  await page.waitForTimeout(6000);
  const before = await strikes(page);
  await server.stop();
  const standIn = await pageOnly(server.port);
  try {
    await page.reload();
    // Rows are there before the page has scrolled to the money.
    const kept = async () => (await strikes(page)).filter((strike) => before.includes(strike)).length;
    await expect.poll(kept).toBeGreaterThan(15);
    await expect(feedState(page)).toHaveText(/Stale|Offline/);
    await expect(
      mirror(page)
        .getByRole("gridcell")
        .filter({ hasText: /^\d+\.\d\d/ })
        .first(),
    ).toBeAttached();
  } finally {
    standIn.closeAllConnections();
    standIn.close();
    await once(standIn, "close");
  }
  await server.start();
  await expectLive(page, KNOWN_AGAIN_MS);
});

test("going offline is seen at once, a builder computes by itself meanwhile, and coming back is live within seconds", async ({
  page,
  context,
}) => {
  const builder = await context.newPage();
  await openBuilder(builder, server.origin);
  await loadPreset(builder, "ABOVE", "BUY_CALL_SPREAD");
  await page.bringToFront();
  await page.goto(`${server.origin}/option-chain`);
  await expectLive(page);
  await context.setOffline(true);
  await server.kill();
  await expect(page.getByText(BANNER)).toBeVisible();
  await expectDragGoesOn(builder);
  await page.bringToFront();
  await server.start();
  await context.setOffline(false);
  await expectLive(page, KNOWN_AGAIN_MS);
  // Asked again by itself, and then there is nothing to be said.
  await expect(builder.getByTestId("standing")).toHaveCount(0, { timeout: KNOWN_AGAIN_MS });
  await expect(summaryFigure(builder, "maxProfit")).not.toHaveText("--");
});
