/** A book whose contract expires under it, in a market four times as fast, and one whose server dies. */
import { expect, test } from "@playwright/test";
import { mirror } from "../e2e/support/chain-page.ts";
import { focusCell, ladder, openByKey, quantity } from "../e2e/support/ladder-page.ts";
import { startServer } from "../e2e/support/server.ts";
import { asTrader } from "../e2e/support/trader.ts";

test.setTimeout(240_000);

test("[CHAIN-67] a contract that expires under its book says so; a server that goes leaves the others stale", async ({
  browser,
}) => {
  const server = await startServer({ MARKET_CLOCK: "2026-08-18T15:36@4", MARKET_UNIVERSE: "NIFTY" });
  try {
    const context = await browser.newContext();
    await asTrader(context, server);
    const page = await context.newPage();
    await page.goto(`${server.origin}/option-chain?tradingsymbol=NIFTY`);
    await expect(mirror(page).getByRole("row").first()).toBeAttached({ timeout: 30_000 });
    await focusCell(page);
    await openByKey(page, /^NIFTY [\d,]+ CE · 18 Aug$/);
    const expiring = ladder(page, /18 Aug/);
    await expect(expiring.getByRole("status").first()).not.toContainText("Expired");
    await expect(expiring).toContainText("Expired on 18 Aug, 15:40: nobody trades it any more", {
      timeout: 120_000,
    });
    await expect(expiring.getByTestId("ladder")).toHaveAttribute("data-stale");

    await page.goto(`${server.origin}/option-chain?tradingsymbol=NIFTY&expiry=2026-09-29`);
    await expect(mirror(page).getByRole("row").first()).toBeAttached({ timeout: 30_000 });
    await focusCell(page);
    await openByKey(page, /CE · 29 Sept?$/);
    const other = ladder(page, /29 Sep/);
    await expect(quantity(page, /29 Sep/).first()).toHaveText(/^[\d,]+$/, { timeout: 15_000 });
    await expect(other.getByTestId("ladder")).not.toHaveAttribute("data-stale");
    await server.kill();
    await expect(other).toContainText("Stale: these are the figures that were heard last", {
      timeout: 30_000,
    });
    await expect(quantity(page, /29 Sep/).first()).toHaveText(/^[\d,]+$/);
    await context.close();
  } finally {
    await server.stop();
  }
});
