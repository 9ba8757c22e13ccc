/** The last minutes of an expiry day on screen: the auction, what the chain settles at, and that it stays. */
import { expect, test } from "@playwright/test";
import { expectLive, expectTicking, mirror } from "./support/chain-page.ts";
import { type RunningServer, startServer } from "./support/server.ts";
import { asTrader } from "./support/trader.ts";

let server: RunningServer;
test.beforeAll(async () => {
  // Ten times as fast: eight minutes of the market are 48 seconds, in which the page has to be there on a busy machine too.
  server = await startServer({ MARKET_CLOCK: "2026-08-18T15:32@10", MARKET_UNIVERSE: "NIFTY" });
});
test.afterAll(() => server.stop());

test("an expiring chain says what it settled at and stays, selected, when it has expired", async ({
  browser,
}) => {
  const context = await browser.newContext();
  await asTrader(context, server);
  const page = await context.newPage();
  await page.goto(`${server.origin}/option-chain?tradingsymbol=NIFTY`);
  const expiry = page.getByRole("tab", { selected: true });
  const settled = page.getByTestId("settled");
  await expect(expiry).toContainText("18 Aug");
  await expect(settled).toHaveText(/^Settled at [\d,]+\.\d\d\. Its contracts trade until 15:40\.$/, {
    timeout: 60_000,
  });
  const price = /Settled at ([\d,]+\.\d\d)/.exec((await settled.textContent()) ?? "")![1]!;
  await expect(expiry).toContainText("Settled");
  await expect(page.getByTestId("status-line")).toContainText("Settled, F&O open");
  await expect(page.getByTestId("spot")).toContainText(price);
  await expect(settled).toHaveText(`Expired at 15:40, settled at ${price}.`, { timeout: 60_000 });
  await expect(expiry).toContainText("18 Aug");
  await expect(expiry).toContainText("Expired");
  expect(await mirror(page).getByRole("row").count()).toBeGreaterThan(20);
  // [CHAIN-33] Who comes later has the expiry that trades.
  const later = await context.newPage();
  await later.goto(`${server.origin}/option-chain?tradingsymbol=NIFTY`);
  await expect(later.getByRole("tab", { selected: true })).toContainText("25 Aug");
  await expect(later.getByRole("tab").first()).toContainText("18 Aug");
  await later.close();
  // The next expiry is as it always is, and the expired one can be come back to.
  await page.getByRole("button", { name: "Go to 25 Aug" }).click();
  await expect(expiry).toContainText("25 Aug");
  await expect(settled).toHaveCount(0);
  await page.getByRole("tab").nth(0).click();
  await expect(settled).toHaveText(`Expired at 15:40, settled at ${price}.`);
  await context.close();
});

test("[CHAIN-33] on the evening of an expiry a market that never sleeps opens on a chain that is alive", async ({
  browser,
}) => {
  const evening = await startServer({
    MARKET_CLOCK: "always@2026-11-23T18:00",
    MARKET_UNIVERSE: "NIFTY,BANKNIFTY",
  });
  try {
    const context = await browser.newContext();
    await asTrader(context, evening);
    const page = await context.newPage();
    await page.goto(`${evening.origin}/option-chain?tradingsymbol=NIFTY`);
    await expectLive(page);
    await expect(page.getByRole("tab", { selected: true })).toContainText("1 Dec");
    await expect(page.getByRole("tab").first()).toContainText("Expired");
    await expectTicking(page);
    // Who looks at what is over reads no figure that only a market has, and has the way back on a button and a key.
    const header = page.getByRole("region", { name: "Underlying" });
    await expect(header).toContainText(/Straddle [\d,]+/);
    await page.getByRole("tab").first().click();
    await expect(page.getByTestId("settled")).toHaveText(/^Expired at 15:40, settled at [\d,]+\.\d\d\.$/);
    await expect(header).toContainText("Max pain--");
    await expect(header).not.toContainText(/Straddle \d/);
    await expect(page.getByRole("button", { name: "Go to 1 Dec" })).toBeVisible();
    await page.keyboard.press("]");
    await expect(page.getByRole("tab", { selected: true })).toContainText("1 Dec");
    await expect(page.getByTestId("market-state")).toHaveText("Open around the clock");
    await context.close();
  } finally {
    await evening.stop();
  }
});
