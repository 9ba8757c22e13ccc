import { expect, type Page } from "@playwright/test";
import { expectLive } from "./support/chain-page.ts";
import { test } from "./support/journey.ts";
import type { RunningServer } from "./support/server.ts";

test.use({ as: "trader" });

let server: RunningServer;
test.beforeAll(async ({ shared }) => {
  server = shared;
});

/** What the selected expiry's tab and the header say at one moment. */
function shown(page: Page) {
  return page.evaluate(() => {
    const number = (text: string | null | undefined, label: string): number =>
      Number.parseFloat((text ?? "").split(label)[1]?.replaceAll(",", "").trim() ?? "");
    const head = (label: string): number =>
      number(
        [...document.querySelectorAll("dl > div")].find((div) => div.textContent?.startsWith(label))
          ?.textContent,
        label,
      );
    const figures = document.querySelector(
      '[role="tab"][aria-selected="true"] [data-testid="expiry-figures"]',
    );
    return {
      strip: {
        iv: number(figures?.textContent, "IV "),
        pcr: number(figures?.textContent, "PCR "),
        maxPain: number(document.querySelector('[role="tooltip"]')?.textContent, "Max pain"),
      },
      header: { iv: head("ATM IV"), pcr: head("PCR"), maxPain: head("Max pain") },
    };
  });
}

const told = (page: Page) => page.getByTestId("provenance");

/** The header moves ten times a second, the strip once: they agree within what a second of market moves. */
async function expectAgreement(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await page.getByRole("tab", { selected: true }).getByTestId("expiry-figures").hover();
  await expect
    .poll(async () => {
      const { strip, header } = await shown(page);
      return (
        Math.abs(strip.iv - header.iv) <= 0.11 &&
        Math.abs(strip.pcr - header.pcr) <= 0.011 &&
        strip.maxPain === header.maxPain
      );
    })
    .toBe(true);
}

const figures = (page: Page) => page.getByTestId("expiry-figures");
const row = (page: Page, symbol: string) =>
  page
    .getByRole("option")
    .filter({ has: page.getByText(symbol, { exact: true }) })
    .first();
const cell = (page: Page, symbol: string, column: string) =>
  row(page, symbol).locator(`[data-column="${column}"]`);

test("every expiry shows its IV and PCR, which agree with the header of its chain", async ({ page }) => {
  await page.goto(`${server.origin}/option-chain`);
  await expectLive(page);
  // The first may be over.
  await expect(figures(page).nth(1)).toHaveText(/^IV \d+\.\d · ±\d+\.\d % · PCR \d+\.\d\d$/);
  const texts = await figures(page).allTextContents();
  expect(texts.length).toBeGreaterThan(5);
  expect(texts.every((text) => /^IV (\d+\.\d|--) · ±(\d+\.\d|--) % · PCR (\d+\.\d\d|--)$/.test(text))).toBe(
    true,
  );
  await expectAgreement(page);
  // The closes that percentiles are taken of are told a few seconds after the start.
  await expect(told(page)).toContainText(/IVP\d+/);
  await expect(told(page)).toContainText("Closes250 sessions, made up");
  const tab = page.getByRole("tab").nth(2);
  const before = Number.parseFloat((await figures(page).nth(2).textContent())?.slice(3) ?? "");
  await tab.click();
  await expectLive(page);
  await expectAgreement(page);
  expect(Math.abs((await shown(page)).header.iv - before)).toBeLessThan(1);
  await expect(tab).toHaveAccessibleDescription(/^IV \d+\.\d · ±\d+\.\d % · PCR \d+\.\d\d$/);
});

test("a figure of the header says when pressed what it was made of, of when, and that the market is made up", async ({
  page,
}) => {
  await page.goto(`${server.origin}/option-chain`);
  await expectLive(page);
  const ivp = page.getByRole("button", { name: /^IVP/ });
  await expect(ivp).toHaveText(/^\d+$/);
  await page.getByRole("button", { name: /^Fut/ }).focus();
  for (let i = 0; i < 2; i++) await page.keyboard.press("ArrowRight");
  await expect(ivp).toBeFocused();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "IVP" });
  await expect(dialog).toContainText("share of the last 250 daily closes");
  await expect(told(page)).toContainText("Closes250 sessions, made up");
  await expect(told(page)).toContainText("SourceSimulated market");
  await expect(told(page)).toContainText(/As of\d\d:\d\d:\d\d IST, live/);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(ivp).toBeFocused();
  await page.goto(`${server.origin}/`);
  await page.getByRole("columnheader", { name: "PCR" }).getByRole("button").click();
  await expect(told(page)).toContainText("SourceSimulated market");
});

test("the picker shows every underlying live while it is open, and asks for nothing once it is closed", async ({
  page,
}) => {
  await page.goto(`${server.origin}/option-chain`);
  await expectLive(page);
  await page.keyboard.press("/");
  await expect(cell(page, "NIFTY", "spot")).toHaveText(/^[\d,]{5,}\.\d\d$/);
  const spot = async (symbol: string): Promise<number> =>
    Number((await cell(page, symbol, "spot").textContent())?.replaceAll(",", ""));
  const header = await page.getByTestId("spot").locator("span").first().textContent();
  expect(Math.abs((await spot("NIFTY")) / Number(header?.replaceAll(",", "")) - 1)).toBeLessThan(0.005);
  for (const symbol of ["BANKNIFTY", "SENSEX", "GOLD", "USDINR"]) {
    expect(await spot(symbol)).toBeGreaterThan(0);
    await expect(cell(page, symbol, "iv")).toHaveText(/^\d+\.\d$/);
    await expect(cell(page, symbol, "pcr")).toHaveText(/^\d+\.\d\d$/);
    await expect(cell(page, symbol, "change")).toHaveText(/^[+−]?\d+\.\d\d$/);
  }
  await expect(cell(page, "NIFTY", "ivp")).toHaveText(/^\d+$/);
  const first = await cell(page, "NIFTY", "spot").textContent();
  await expect.poll(() => cell(page, "NIFTY", "spot").textContent()).not.toBe(first);
  // Only the rows in view are in the document; the last ones are there once scrolled to.
  expect(await page.getByRole("option").count()).toBeLessThan(60);
  await page.getByRole("listbox").evaluate((list) => list.scrollTo(0, list.scrollHeight));
  const last = page.getByRole("option").last();
  await expect(last.locator('[data-column="spot"]')).toHaveText(/\d/);

  await expect.poll(() => server.metric("strikewise_relay_screener_clients")).toBe(1);
  await page.keyboard.press("Escape");
  await expect.poll(() => server.metric("strikewise_relay_screener_clients")).toBe(0);
});

test("a chain without the code of its extras is a chain all the same", async ({ page }) => {
  await page.route(/\/assets\/(ExpiryFigures|Sparkline)-/, (route) => route.abort());
  await page.goto(`${server.origin}/option-chain`);
  await expectLive(page);
  await expect(page.getByRole("tab").first()).toBeVisible();
  await expect(figures(page)).toHaveCount(0);
});
