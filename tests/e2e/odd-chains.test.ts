/** Chains that no index has: of one strike, of three hundred, of calls alone and of puts alone, and of a name that an address must escape. */
import { execFileSync } from "node:child_process";
import path from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { expiryInstant } from "#domain/calendar/expiries.ts";
import { sessionClose } from "#domain/calendar/market-sessions.ts";
import { blackPrice } from "#domain/pricing/black76.ts";
import { yearsToExpiry } from "#domain/pricing/time.ts";
import {
  createFileFolder,
  EXPIRIES,
  forwardAt,
  type MadeContract,
  madeContracts,
  SESSION,
  udiffText,
} from "../support/market/market-files.ts";
import { cellStory, expectLive, mirror, openCellStory, strikes } from "./support/chain-page.ts";
import { watchFaults } from "./support/page-faults.ts";
import { type RunningServer, startServer } from "./support/server.ts";
import { asTrader } from "./support/trader.ts";

const [EXPIRY] = EXPIRIES;
const SPOT = 24_000;
const STRIKES = Array.from({ length: 300 }, (_, i) => SPOT + 50 * (i - 150));

/** What a day of them leaves, as the exchange publishes it. */
function oddContracts(): MadeContract[] {
  const made = madeContracts();
  const share = made.filter(({ symbol }) => symbol === "RELIANCE");
  const index = made.find(({ symbol, type }) => symbol === "NIFTY" && type === "CE")!;
  const years = yearsToExpiry(sessionClose("NFO", SESSION), expiryInstant("NFO", EXPIRY));
  const forward = forwardAt(SPOT, EXPIRY);
  const wide = STRIKES.flatMap((strike) =>
    (["CE", "PE"] as const).map((type) => {
      const close = Math.max(0.05, Math.round(blackPrice(type, forward, strike, years, 0.12, 0) * 20) / 20);
      return { ...index, expiry: EXPIRY, strike, type, close, previousClose: close };
    }),
  );
  const named = (symbol: string, keeps: (contract: MadeContract) => boolean): MadeContract[] =>
    share.filter((each) => each.type === "FUT" || keeps(each)).map((each) => ({ ...each, symbol }));
  return [
    ...made.filter(({ symbol, type }) => symbol === "NIFTY" && type === "FUT"),
    ...wide,
    ...named("M&M", ({ strike }) => strike === 1320),
    ...named("TCS", ({ type }) => type === "CE"),
    ...named("INFY", ({ type }) => type === "PE"),
  ].map((each, i) => ({ ...each, exchangeToken: 60_000 + i }));
}

const folder = createFileFolder();
let server: RunningServer;
test.beforeAll(async () => {
  const file = path.join(folder.path, "market.json.gz");
  execFileSync(
    process.execPath,
    [
      "dist/server/market-import.js",
      "--eod",
      folder.write("day.csv", udiffText(oddContracts())),
      "--out",
      file,
    ],
    { stdio: "pipe" },
  );
  server = await startServer({ MARKET_SOURCE: "import", MARKET_FILE: file });
});
test.afterAll(async () => {
  await server?.stop();
  folder.remove();
});

const open = async (page: Page, symbol: string, more = ""): Promise<void> => {
  await page.goto(
    `${server.origin}/option-chain?tradingsymbol=${encodeURIComponent(symbol)}&expiry=${EXPIRY}${more}`,
  );
  await expectLive(page);
  await expect(page.getByTestId("underlying")).toContainText(symbol);
};

test("chains of one strike, of three hundred, of calls or puts alone show what there is, and no more", async ({
  page,
  context,
}) => {
  const faults = watchFaults(context);
  await asTrader(context, server);

  await open(page, "M&M");
  await expect.poll(() => strikes(page)).toEqual([1320]);
  await expect(page).toHaveTitle(/M&M/);
  await page.getByRole("grid").first().focus();
  await openCellStory(page);
  await expect(cellStory(page)).toContainText("1,320");
  await page.keyboard.press("Escape");

  for (const symbol of ["TCS", "INFY"]) {
    await open(page, symbol);
    await expect.poll(async () => (await strikes(page)).length).toBe(11);
    await expect(mirror(page)).not.toContainText(/NaN|Infinity|undefined/);
    await expect(page.getByRole("main")).not.toContainText(/NaN|Infinity|undefined/);
  }

  await open(page, "NIFTY", "&above=40&below=40");
  await expect(page.getByRole("grid").first()).toHaveAttribute("aria-rowcount", "82");
  expect(faults).toEqual([]);
});
