/** Strategies that outlive their tab: saved and found again, saved by two tabs at once, opened when the market is another. */
import { expect, type Locator, type Page } from "@playwright/test";
import { sessionCookie, signInToSandbox } from "../../bench/lib/sandbox-session.ts";
import { expectNoFaultsInSchemes } from "./support/axe.ts";
import {
  enterQuantity,
  freshPage,
  legs,
  loadPreset,
  numberIn,
  openBuilder,
  quantityOf,
  strikeOf,
} from "./support/builder-page.ts";
import { test } from "./support/journey.ts";
import { watchFaults } from "./support/page-faults.ts";
import { type RunningServer, startServer } from "./support/server.ts";

test.use({ as: "trader" });

let server: RunningServer;
test.beforeAll(async ({ shared }) => {
  server = shared;
});

/** One account's strategies are seen by all journeys of the server: each has names of its own. */
const named = (what: string): string => `${what} ${crypto.randomUUID().slice(0, 8)}`;

const row = (page: Page, name: string) => page.getByTestId("saved-strategy").filter({ hasText: name });

async function saveAs(page: Page, name: string): Promise<void> {
  await page.getByTestId("save-strategy").click();
  await page.getByTestId("strategy-name").fill(name);
  await page.getByTestId("save-confirm").click();
  await expect(page.getByTestId("data-source")).toHaveText(`Saved Strategy · ${name}`);
  await expect(page).toHaveURL(/builder_strategy_id=/);
}

test("[ANZ-60] a strategy is saved, found after a reload, renamed, deleted and brought back", async ({
  page,
  context,
}) => {
  const faults = watchFaults(context);
  const name = named("Monday");
  await openBuilder(page, server.origin);
  await loadPreset(page, "AROUND", "SHORT_STRADDLE");
  await saveAs(page, name);
  await expect(page.getByTestId("unsaved")).toHaveCount(0);
  await enterQuantity(page, 0, "3");
  await expect(page.getByTestId("unsaved")).toBeAttached();

  // What was not saved is there after a reload, and is said to be unsaved.
  await page.reload();
  await expect(quantityOf(page, 0)).toHaveValue("3");
  await expect(page.getByTestId("unsaved")).toBeAttached();
  await page.getByTestId("save-strategy").click();
  await expect(page.getByTestId("unsaved")).toHaveCount(0);

  // Another tab finds it in the list, with a P&L from what it was saved at.
  const other = await context.newPage();
  await openBuilder(other, server.origin);
  await expect(legs(other)).toHaveCount(0);
  await other.getByTestId("loader-saved").click();
  await other.getByTestId("saved-search").fill(name);
  await expect(row(other, name).getByTestId("saved-pnl")).not.toHaveText("--");
  await expectNoFaultsInSchemes(other, '[data-testid="strategy-loader"]');
  await row(other, name).getByTestId("saved-open").click();
  await expect(quantityOf(other, 0)).toHaveValue("3");

  await other.getByTestId("loader-saved").click();
  await row(other, name).getByTestId("saved-rename").click();
  const next = named("Renamed");
  await other.getByTestId("rename-field").fill(next);
  await other.getByTestId("rename-field").press("Enter");
  await expect(other.getByTestId("data-source")).toHaveText(`Saved Strategy · ${next}`);
  await row(other, next).getByTestId("saved-delete").click();
  await expect(row(other, next)).toHaveCount(0);
  await other.getByRole("button", { name: "Undo", exact: true }).last().click();
  await expect(row(other, next)).toHaveCount(1);
  expect(faults).toEqual([]);
});

test("[ANZ-60] two tabs save the same strategy: the second is told, and nothing is lost", async ({
  page,
  context,
}) => {
  const name = named("Twice");
  await openBuilder(page, server.origin);
  await loadPreset(page, "BETWEEN", "SHORT_STRANGLE");
  await saveAs(page, name);
  const second = await context.newPage();
  await second.goto(page.url());
  await expect(legs(second)).toHaveCount(2);
  await enterQuantity(page, 0, "2");
  await page.getByTestId("save-strategy").click();
  await expect(page.getByTestId("unsaved")).toHaveCount(0);

  await enterQuantity(second, 0, "5");
  await second.getByTestId("save-strategy").click();
  const asked = second.getByRole("dialog");
  await expect(asked).toContainText(name);
  await expect(quantityOf(second, 0)).toHaveValue("5");
  const copy = named("Copy");
  await second.getByTestId("changed-save-as").click();
  await second.getByTestId("strategy-name").fill(name);
  await second.getByTestId("save-confirm").click();
  await expect(second.getByRole("alert").filter({ hasText: "another strategy of this name" })).toBeVisible();
  await second.getByTestId("strategy-name").fill(copy);
  await second.getByTestId("save-confirm").click();
  await expect(second.getByTestId("data-source")).toHaveText(`Saved Strategy · ${copy}`);

  // Or knowingly in place of the other.
  const third = await context.newPage();
  await third.goto(page.url());
  await expect(quantityOf(third, 0)).toHaveValue("2");
  await enterQuantity(page, 0, "4");
  await page.getByTestId("save-strategy").click();
  await expect(page.getByTestId("unsaved")).toHaveCount(0);
  await enterQuantity(third, 0, "7");
  await third.getByTestId("save-strategy").click();
  await third.getByTestId("overwrite").click();
  await expect(third.getByTestId("unsaved")).toHaveCount(0);
  await third.reload();
  await expect(quantityOf(third, 0)).toHaveValue("7");
});

/** Quantities in lots or in units, which is told apart by what stands in the field. */
async function countIn(page: Page, what: "Lots" | "Units"): Promise<void> {
  await page.getByTestId("builder-settings").click();
  const settings = page.getByRole("dialog", { name: "Builder settings" });
  await settings.getByText(what, { exact: true }).click();
  await page.keyboard.press("Escape");
  await expect(settings).toBeHidden();
}

test("[KEEP-3] [ANZ-61] a saved strategy opens with its settings, and asks before work that is not saved gives way", async ({
  context,
}) => {
  const page = await freshPage(context, server, "account");
  const name = named("Units");
  await openBuilder(page, server.origin);
  await loadPreset(page, "AROUND", "SHORT_STRADDLE");
  await countIn(page, "Units");
  const units = await quantityOf(page, 0).inputValue();
  expect(Number(units)).toBeGreaterThan(1);
  await saveAs(page, name);
  await expect(page.getByTestId("unsaved")).toHaveCount(0);
  // The account counts in lots again, which is another look at what is saved.
  await countIn(page, "Lots");
  await expect(page.getByTestId("unsaved")).toBeAttached();
  await page.getByTestId("loader-saved").click();
  await row(page, name).getByTestId("saved-open").click();
  await page.getByTestId("open-anyway").click();
  await expect(quantityOf(page, 0)).toHaveValue(units);
  await expect(page.getByTestId("unsaved")).toHaveCount(0);

  // Over work on another underlying too; put off, that work stays.
  await openBuilder(page, server.origin, "?instrument_symbol=BANKNIFTY");
  await loadPreset(page, "BETWEEN", "SHORT_STRANGLE");
  await expect(quantityOf(page, 0)).toHaveValue("1");
  await page.getByTestId("loader-saved").click();
  await row(page, name).getByTestId("saved-open").click();
  const asked = page.getByRole("dialog", { name: "Your work is not saved" });
  await expect(asked).toContainText(name);
  await asked.getByRole("button", { name: "Not now" }).click();
  await expect(page.getByTestId("underlying")).toContainText("BANKNIFTY");
  await expect(legs(page)).toHaveCount(2);
  await row(page, name).getByTestId("saved-open").click();
  await page.getByTestId("open-anyway").click();
  await expect(page.getByTestId("data-source")).toHaveText(`Saved Strategy · ${name}`);
  await expect(quantityOf(page, 0)).toHaveValue(units);
  await page.context().close();
});

test("[KEEP-4] of a strategy on a share, contracts that are listed otherwise or no more are named, each with what changed", async ({
  page,
}) => {
  const name = named("Before a split");
  await openBuilder(page, server.origin, "?instrument_symbol=RELIANCE");
  await loadPreset(page, "BETWEEN", "SHORT_STRANGLE");
  await saveAs(page, name);
  const id = new URL(page.url()).searchParams.get("builder_strategy_id")!;
  // As it would have been kept before the exchange adjusted one strike, and the lot of the other contract.
  const kept = await page.evaluate(
    async ([from, as]) => {
      const { data } = await (await fetch(`/v1/strategies/${from}`)).json();
      const [one, other] = data.strategy.legs;
      const legs = [
        { ...one, strike: one.strike * 2 + 0.15, tradingsymbol: "RELIANCEBEFORE" },
        { ...other, lotSize: other.lotSize / 2 },
      ];
      const body = JSON.stringify({ name: as, strategy: { ...data.strategy, legs } });
      const headers = { "content-type": "application/json" };
      const made = await (await fetch("/v1/strategies", { method: "POST", headers, body })).json();
      return { id: made.data.id as string, legs };
    },
    [id, `${name}, kept`],
  );
  const old = await page.context().newPage();
  await old.goto(
    `${server.origin}/option-strategy-builder?instrument_symbol=RELIANCE&builder_strategy_id=${kept.id}`,
  );
  const notes = old.getByTestId("leg-notes").getByRole("listitem");
  await expect(notes).toHaveCount(2);
  await expect(notes.nth(0)).toHaveText(
    /^RELIANCEBEFORE is left out: strike [\d,]+\.15 is not listed any more for .* corporate action/,
  );
  const { tradingsymbol, lotSize } = kept.legs[1];
  await expect(notes.nth(1)).toHaveText(
    new RegExp(`^${tradingsymbol}: its lot was ${lotSize} and is ${lotSize * 2} now\\. .* corporate action`),
  );
  // Nothing stands in place of the first, and the other has the units that were dealt.
  await expect(legs(old)).toHaveCount(1);
  await expect(quantityOf(old, 0)).toHaveValue("1");
  await expectNoFaultsInSchemes(old, '[data-testid="leg-notes"]');
  // Nor has the list a P&L of it, though the token of the first is a living contract's.
  await old.getByTestId("loader-saved").click();
  await old.getByTestId("saved-search").fill(name);
  await expect(row(old, `${name}, kept`).getByTestId("saved-pnl")).toHaveText("--");
  const sound = row(old, name).filter({ hasNotText: ", kept" });
  await expect(sound.getByTestId("saved-pnl")).toHaveText(/₹/);
  await expect(row(old, `${name}, kept`).getByTestId("saved-pnl")).toHaveText("--");
});

const rupeesIn = async (of: Locator): Promise<number> =>
  Number(((await of.textContent()) ?? "").replace("−", "-").replaceAll(/[₹,+\s]/g, ""));

/** On Monday: a calendar of NIFTY whose near call, which ends that day deep in the money, is sold at 510.35; saved. */
async function saveCalendar(monday: Page, origin: string): Promise<{ href: string; strike: number }> {
  await openBuilder(monday, origin);
  await loadPreset(monday, "AROUND", "LONG_CALENDAR_WITH_CALLS");
  const sold = monday.locator('[data-testid="leg"][aria-label^="Sell"]');
  const strike = (await numberIn(strikeOf(sold))) - 500;
  await strikeOf(sold).fill(String(strike));
  await strikeOf(sold).press("Enter");
  await sold.getByTestId("leg-price").fill("510.35");
  await sold.getByTestId("leg-price").press("Enter");
  await saveAs(monday, "Calendar");
  return { href: monday.url(), strike };
}

test("[KEEP-5] [ANZ-62] what was saved on Monday has on Wednesday the result of the leg that is over, beside the living one", async ({
  browser,
}) => {
  test.slow();
  const market = { MARKET_CLOCK: "always@2026-11-23T11:00", MARKET_UNIVERSE: "NIFTY,BANKNIFTY" };
  const days = await startServer(market);
  try {
    const context = await browser.newContext();
    await context.addCookies([sessionCookie(days.origin, await signInToSandbox(days.origin))]);
    const monday = await context.newPage();
    const { href } = await saveCalendar(monday, days.origin);
    await monday.close();

    await days.stop();
    market.MARKET_CLOCK = "always@2026-11-25T11:00";
    await days.start();
    const wednesday = await context.newPage();
    await wednesday.goto(href);
    const settled = wednesday.getByTestId("settled-leg");
    await expect(settled).toHaveCount(1, { timeout: 60_000 });
    // Nobody kept a settlement while the server was away: what stands for it is said.
    // A server that has just begun asks for the past first.
    await expect(settled).toContainText(/^Sell 23 Nov .* CE settled at .*price of that evening.*ESTIMATED/, {
      timeout: 60_000,
    });
    const price = Number((await settled.locator("strong").first().textContent())!.replaceAll(",", ""));
    expect(price).toBeGreaterThan(0);
    // One lot of 65, sold at 510.35.
    const exact = (510.35 - price) * 65;
    const realised = await rupeesIn(wednesday.getByTestId("realised"));
    expect(Math.abs(realised - exact)).toBeLessThanOrEqual(0.5);
    const charges = await rupeesIn(wednesday.getByTestId("realised-charges"));
    expect(charges).toBeGreaterThan(20);
    await expect(wednesday.getByTestId("still-open")).toHaveText(/₹[\d,]+/);
    await expect(wednesday.getByText("You Are viewing an expired strategy.")).toBeVisible();
    await expect(legs(wednesday)).toHaveCount(2);
    await expectNoFaultsInSchemes(wednesday, '[data-testid="settled-result"]');
    await context.close();
  } finally {
    await days.stop();
  }
});

test("[KEEP-5] [ANZ-62] a leg whose settlement the server heard is on its evening, and two days later, realised to the rupee", async ({
  browser,
}) => {
  test.slow();
  const market = { MARKET_CLOCK: "always@2026-11-23T11:00", MARKET_UNIVERSE: "NIFTY,BANKNIFTY" };
  const days = await startServer(market);
  const restart = async (instant: string): Promise<void> => {
    await days.stop();
    market.MARKET_CLOCK = `always@${instant}`;
    await days.start();
  };
  try {
    const context = await browser.newContext();
    await context.addCookies([sessionCookie(days.origin, await signInToSandbox(days.origin))]);
    const page = await context.newPage();
    const { href, strike } = await saveCalendar(page, days.origin);

    // That evening the chain says what the day settled at.
    await page.goto("about:blank");
    await restart("2026-11-23T18:00");
    await page.goto(`${days.origin}/option-chain?tradingsymbol=NIFTY`);
    await page.getByRole("tab").filter({ hasText: "Expired" }).click();
    const end = page.getByTestId("settled");
    await expect(end).toHaveText(/settled at [\d,]+\.\d\d\.$/);
    const underlying = Number(/at ([\d,.]+)\.$/.exec((await end.textContent())!)![1]!.replaceAll(",", ""));
    const worth = underlying - strike;
    expect(worth).toBeGreaterThan(100);

    /** One lot of 65 sold at 510.35, by hand. */
    const gross = (510.35 - worth) * 65;
    // In: brokerage 20, STT 0.15 % and NSE 0.03553 % and SEBI 0.0001 % of 33,172.75, GST 18 % of all but the STT. Out: who has sold
    // is assigned for a fee of 20 with its GST.
    const charges = 20 + 49.759 + 11.786 + 0.033 + 0.18 * (20 + 11.786 + 0.033) + 20 * 1.18;
    const settled = page.getByTestId("settled-leg");
    const expectResult = async (): Promise<void> => {
      // A server that has just begun may not have heard it yet.
      await expect(async () => {
        await page.goto(href);
        await expect(settled).toContainText("the simulated market’s own settlement", { timeout: 20_000 });
      }).toPass({ timeout: 240_000 });
      await expect(settled).toHaveCount(1);
      await expect(settled).toContainText(/^Sell 23 Nov .* CE settled at/);
      await expect(settled).not.toContainText("ESTIMATED");
      expect(
        Number((await settled.locator("strong").first().textContent())!.replaceAll(",", "")),
      ).toBeCloseTo(worth, 2);
      expect(await rupeesIn(page.getByTestId("realised"))).toBe(Math.round(gross));
      expect(await rupeesIn(page.getByTestId("realised-charges"))).toBe(Math.round(charges));
      expect(await rupeesIn(page.getByTestId("realised-net"))).toBe(Math.round(gross - charges));
    };
    await expectResult();

    // Two days later nobody but the storage remembers it.
    await page.goto("about:blank");
    await restart("2026-11-25T11:00");
    await expectResult();
    await expect(page.getByTestId("still-open")).toHaveText(/₹[\d,]+/);
    await context.close();
  } finally {
    await days.stop();
  }
});
