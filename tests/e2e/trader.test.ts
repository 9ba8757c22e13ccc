import { expect } from "@playwright/test";
import { expectNoSeriousFaults } from "./support/axe.ts";
import { expectLive, expectTicking, strikes } from "./support/chain-page.ts";
import { test } from "./support/journey.ts";
import type { RunningServer } from "./support/server.ts";
import { asTrader } from "./support/trader.ts";

/** What a demanding trader does to a page: fast, out of order, without a mouse. */

test.use({ as: "trader" });

let server: RunningServer;
test.beforeAll(async ({ shared }) => {
  server = shared;
});

test("a storm of expiry switches ends live on the last one, and no header ever shows another chain's figures", async ({
  page,
}) => {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  await page.goto(`${server.origin}/option-chain`);
  await expectLive(page);
  const synthOf = () =>
    page
      .locator("dl > div")
      .filter({ hasText: /^(Synth|Forward)/ })
      .locator("dd")
      .textContent();
  const first = await synthOf();
  // The first, or on the evening of its last day the second.
  const start = await page
    .getByRole("tab")
    .evaluateAll((tabs) => tabs.findIndex((tab) => tab.getAttribute("aria-selected") === "true"));
  await page.evaluate(() => {
    const seen = new Map<number, Set<string>>();
    Object.assign(window, { seen });
    const look = (): void => {
      // By its place: its name tells the time that is left.
      const tab = [...document.querySelectorAll('[role="tab"]')].findIndex(
        (each) => each.getAttribute("aria-selected") === "true",
      );
      // Synth and straddle: no two expiries have both in common.
      const own = [...document.querySelectorAll("dl dd")].slice(-2).map((dd) => dd.textContent);
      seen.set(tab, (seen.get(tab) ?? new Set()).add(own.join(" ")));
      requestAnimationFrame(look);
    };
    look();
  });
  for (let i = 0; i < 60; i++) await page.keyboard.press(i % 12 < 6 ? "]" : "[", { delay: 5 });
  await page.keyboard.press("]");
  await expectLive(page);
  await expectTicking(page);
  await expect(page.getByRole("tab").nth(start + 1)).toHaveAttribute("aria-selected", "true");
  await expect.poll(synthOf).not.toBe(first);
  const shared = await page.evaluate(() => {
    const { seen } = window as unknown as { seen: Map<number, Set<string>> };
    const owners = new Map<string, number>();
    for (const figures of seen.values()) for (const f of figures) owners.set(f, (owners.get(f) ?? 0) + 1);
    return [...owners].filter(([figure, count]) => count > 1 && /\d/.test(figure)).map(([figure]) => figure);
  });
  expect(shared).toEqual([]);
  expect(faults).toEqual([]);
});

test("a killed engine is followed by another within five seconds, with the last figures on screen meanwhile", async ({
  page,
  browser,
}) => {
  await page.goto(`${server.origin}/option-chain`);
  await expectLive(page);
  const before = (await strikes(page)).length;
  const devtools = await browser.newBrowserCDPSession();
  const { targetInfos } = await devtools.send("Target.getTargets");
  const engines = targetInfos.filter((target) => target.type === "shared_worker");
  expect(engines).toHaveLength(1);
  const killedAt = await page.evaluate(() => performance.timeOrigin + performance.now());
  await devtools.send("Target.closeTarget", { targetId: engines[0]!.targetId });
  let least = before;
  await expect
    .poll(
      async () => {
        least = Math.min(least, (await strikes(page)).length);
        return page.evaluate(
          (since) =>
            new Promise<boolean>((resolve) => {
              const take = (event: Event): void =>
                resolve(
                  (event as CustomEvent<{ receivedAt: number }[]>).detail.some((f) => f.receivedAt > since),
                );
              window.addEventListener("strikewise:frames", take, { once: true });
              window.dispatchEvent(new Event("strikewise:frame-log"));
            }),
          killedAt,
        );
      },
      { intervals: [50] },
    )
    .toBe(true);
  await expectLive(page);
  expect(least).toBeGreaterThan(20);
});

test("links to what is not there lead to what is, and the address says so", async ({ page }) => {
  await page.goto(`${server.origin}/option-chain?tradingsymbol=NIFTY&expiry=2020-01-02&view=bogus&above=3`);
  await expectLive(page);
  await expect(page).toHaveURL(/\?tradingsymbol=NIFTY$/);
  await page.goto(`${server.origin}/option-chain?view=GREEKS&hundreds=true`);
  await expectLive(page);
  await expect(page.getByRole("radio", { name: "Greeks" })).toBeChecked();
  for (const strike of await strikes(page)) expect(strike % 50).toBe(0);
});

test("Enter takes the first hit of what was typed, however fast, and back returns", async ({ page }) => {
  await page.goto(`${server.origin}/option-chain`);
  await expectLive(page);
  for (const symbol of ["GOLD", "RELIANCE"]) {
    await page.getByTestId("underlying").focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog").getByRole("option").first()).toBeVisible();
    await page.keyboard.type(symbol.toLowerCase());
    await page.keyboard.press("Enter");
    await expect(page.getByTestId("underlying")).toContainText(symbol);
    await expectLive(page);
  }
  await expect(page.getByTestId("underlying")).toBeFocused();
  await page.goBack();
  await expect(page.getByTestId("underlying")).toContainText("GOLD");
  await expectLive(page);
});

test("[CHAIN-37][CHAIN-38][CHAIN-39] by keyboard a strike is found, the way back to the money, and the whole chain is taken along", async ({
  browser,
}) => {
  const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
  await asTrader(context, server);
  const page = await context.newPage();
  await page.goto(`${server.origin}/option-chain`);
  await expectLive(page);
  const grid = page.getByRole("grid");
  const cell = async (): Promise<string> => {
    const id = await grid.getAttribute("aria-activedescendant");
    return id === null ? "" : ((await page.locator(`#${id}`).textContent()) ?? "");
  };
  const tools = page.getByRole("button", { name: "Take the chain along" });
  await tools.focus();
  await page.keyboard.press("Tab");
  await expect(grid).toBeFocused();
  const atMoney = await cell();
  expect(atMoney).toMatch(/^[\d,]+$/);

  const first = (await strikes(page))[0] ?? 0;
  await page.keyboard.type(String(first));
  await expect.poll(cell).toBe(first.toLocaleString("en-IN"));
  const chip = page.getByRole("button", { name: /^Back to the at-the-money strike/ });
  const scroller = page.locator('[data-testid="chain-grid"] > div').first();
  const height = () => scroller.evaluate((element) => element.clientHeight);
  const room = await height();
  await scroller.evaluate((element) => element.scrollTo(0, 0));
  await expect(chip).toBeVisible();
  // What stands over the grid takes no room from it.
  expect(await height()).toBe(room);
  await page.keyboard.press("Escape");
  await page.keyboard.press("0");
  await expect(chip).toBeHidden();
  await expect(page.locator(`#${await grid.getAttribute("aria-activedescendant")}`)).toHaveRole("rowheader");

  await page.keyboard.press("Control+a");
  await expect(page.getByText(/^All \d+ strikes marked/)).toBeVisible();
  expect(await height()).toBe(room);
  await page.keyboard.press("Control+c");
  const text = await page.evaluate(() => navigator.clipboard.readText());
  const [heads = [], ...rows] = text.split("\n").map((line) => line.split("\t"));
  // All rows of the chain, not those on screen alone.
  expect(rows).toHaveLength(Number(await grid.getAttribute("aria-rowcount")) - 1);
  expect(heads).toContain("Call OI");
  for (const row of rows) {
    expect(row).toHaveLength(heads.length);
    for (const figure of row) expect(figure).toMatch(/^(-?\d+(\.\d+)?)?$/);
  }

  await tools.click();
  const saved = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Download as CSV" }).click();
  expect((await saved).suggestedFilename()).toMatch(
    /^NIFTY_\d{4}-\d\d-\d\d_chain_\d{4}-\d\d-\d\d_\d{6}\.csv$/,
  );
  await context.close();
});

test("axe finds nothing serious in the picker, the health panel, a failed chain and on a phone", async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  await asTrader(context, server);
  const page = await context.newPage();
  await page.goto(`${server.origin}/option-chain`);
  await expectLive(page);
  await expectNoSeriousFaults(page);
  await page.getByTestId("health").click();
  await expect(page.locator("#health-panel")).toBeVisible();
  await expectNoSeriousFaults(page);
  await page.keyboard.press("Escape");
  await page.keyboard.press("/");
  await expect(page.getByRole("dialog").getByRole("option").first()).toBeVisible();
  await expectNoSeriousFaults(page);
  await page.goto(`${server.origin}/option-chain?tradingsymbol=NOSUCH`);
  await expect(page.getByRole("heading", { name: "This chain cannot be shown" })).toBeVisible();
  await expectNoSeriousFaults(page);
  await context.close();
});

test("forced colours get the plain table, and a row height keeps the middle strike in the middle", async ({
  page,
}) => {
  await page.goto(`${server.origin}/option-chain`);
  await expectLive(page);
  const offset = () =>
    page.getByRole("grid").evaluate((grid) => {
      const scroller = grid.closest("[data-testid=chain-grid]")?.firstElementChild;
      if (!scroller) return -1;
      const rowHeight = (grid.lastElementChild?.clientHeight ?? 0) / (Number(grid.ariaRowCount) - 1);
      // The row that the middle is in: a chain opens with the middle of a row there, where rounding would be a toss.
      return Math.floor((scroller.scrollTop + (scroller.clientHeight - 47) / 2) / rowHeight);
    });
  // A chain that has just come may still scroll to its middle when the bars above it have their figures.
  const place = () =>
    page
      .getByTestId("chain-grid")
      .evaluate(({ firstElementChild: scroller }) => [scroller?.scrollTop, scroller?.clientHeight]);
  await expect(async () => {
    const first = await place();
    await page.waitForTimeout(1_000);
    expect(await place()).toEqual(first);
  }).toPass();
  const before = await offset();
  await page.getByLabel("Rows").selectOption("large");
  await expect.poll(offset).toBe(before);
  await page.emulateMedia({ forcedColors: "active" });
  await expect(page.getByTestId("chain-grid")).toHaveAttribute("data-renderer", "dom");
  await expect(page.locator(".dom-rows [role=row]").first()).toBeVisible();
});
