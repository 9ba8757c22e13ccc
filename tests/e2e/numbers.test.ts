/** A visitor checks our numbers in the browser: our vectors, then a file of the exchange that goes nowhere. */
import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { VECTOR_NAMES } from "#analysis/validation/vectors/checks.ts";
import { foEod, nseAnswer } from "../workers/validation/exchange-files.ts";
import { expectNoSeriousFaults } from "./support/axe.ts";
import { test } from "./support/journey.ts";
import { watchFaults } from "./support/page-faults.ts";
import type { RunningServer } from "./support/server.ts";

let server: RunningServer;
test.beforeAll(async ({ shared }) => {
  server = shared;
});

const VECTORS = new RegExp(`/assets/(${VECTOR_NAMES.join("|")})-[\\w-]+\\.json$`);
const standing = (page: Page) => page.getByTestId("numbers-standing");

function watchRequests(page: Page): string[] {
  const asked: string[] = [];
  page.context().on("request", (request) => asked.push(`${request.method()} ${request.url()}`));
  return asked;
}

test("[NUM-1, NUM-10] from the help menu to every figure recomputed by WebAssembly, row by row; no other page fetches a vector", async ({
  page,
  context,
}) => {
  const faults = watchFaults(context);
  const asked = watchRequests(page);
  await page.goto(`${server.origin}/option-chain`);
  await expect(page.getByTestId("chain-grid")).toBeVisible();
  expect(asked.filter((line) => VECTORS.test(line) || /validation/.test(line))).toEqual([]);

  await page.getByRole("banner").getByRole("button", { name: "More" }).click();
  await page
    .getByTestId("menu-more")
    .getByRole("link", { name: /^How our numbers are made/ })
    .click();
  await expect(page).toHaveURL(/\/how-numbers-are-made$/);
  await expect(standing(page)).toContainText(
    `figures of ${VECTOR_NAMES.length} files are what they should be`,
  );
  await expect(standing(page)).toContainText("By the same WebAssembly as the chain");
  const fetched = asked.filter((line) => VECTORS.test(line));
  expect(fetched).toHaveLength(VECTOR_NAMES.length);

  const tables = page.getByTestId("vector-tables").locator("details");
  await expect(tables).toHaveCount(VECTOR_NAMES.length);
  const greeks = page.locator("#table-black-76");
  await greeks.locator("summary").click();
  await expect(greeks.getByRole("row")).toHaveCount(51);
  await expect(greeks.getByRole("row").nth(1)).toContainText("159.110977566");
  await expect(greeks.getByText("99th percentile")).toBeVisible();
  await expect(greeks.getByRole("img", { name: /^Distribution of/ })).toBeVisible();
  await expectNoSeriousFaults(page);

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "CSV" }).click(),
  ]);
  const rows = readFileSync(await download.path(), "utf8")
    .trimEnd()
    .split("\n");
  const said = /All ([\d,]+) figures/.exec((await standing(page).textContent()) ?? "");
  expect(rows.length - 1).toBe(Number(said![1]!.replaceAll(",", "")));

  await page.getByRole("checkbox", { name: "Failures only" }).check();
  await expect(page).toHaveURL(/\?show=failures$/);
  await expect(page.getByText("No figure is wrong.")).toBeVisible();
  await expect(tables).toHaveCount(0);
  expect(faults).toEqual([]);
});

test("[NUM-8, NUM-9] a file of the exchange is recomputed in the tab and leaves it in no request; a bad one is refused with a way out", async ({
  page,
}) => {
  await page.goto(`${server.origin}/how-numbers-are-made`);
  await expect(standing(page)).toContainText("are what they should be");
  const choose = page.locator('input[type="file"]');
  const give = (name: string, text: string) =>
    choose.setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  const report = page.getByTestId("file-report");

  // The first file fetches its reader; from then on nothing is asked at all.
  await give("bad.csv", "SYMBOL,TYPE\nNIFTY,IDO\n");
  const refusal = page.getByTestId("file-refused");
  await expect(refusal).toContainText("bad.csv, row 1: the header lacks EXPIRY");
  await expect(refusal).toContainText("Code: market.file_invalid");
  const asked = watchRequests(page);

  await give("fo.csv", foEod());
  await expect(report).toContainText("NSE F&O end of day, 2026-08-19");
  await expect(report.locator("details")).toHaveCount(3);
  await expect(refusal).toHaveCount(0);

  await give("chain.json", nseAnswer({ strike: 24_000, iv: 13 }));
  await expect(report).toContainText("NSE option chain, JSON, 2026-08-19");
  await page.getByRole("checkbox", { name: "Failures only" }).check();
  await expect(report.locator("details")).toHaveCount(1);
  await report.locator("summary").click();
  await expect(report.getByRole("row")).toHaveCount(2);
  await expect(report.getByRole("row").nth(1)).toContainText("NIFTY 2026-08-25 24000 CE");
  await expect(report.getByText("1 off")).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    report.getByRole("button", { name: "JSON" }).click(),
  ]);
  const whole = JSON.parse(readFileSync(await download.path(), "utf8"));
  expect(whole).toMatchObject({ kernel: "wasm", tables: [{ id: "published-iv", wrong: 1 }, {}, {}] });
  // The page's own beat to our server apart, which carries no file.
  expect(asked.filter((line) => !line.startsWith("GET ") && !line.includes("blob:"))).toEqual([]);
  expect(asked.filter((line) => /\.(?:js|json|wasm)$/.test(line))).toEqual([]);
});

test("[NUM-1] a file of vectors that does not come is named, the others go on, and trying again brings it", async ({
  page,
  context,
}) => {
  await context.route("**/assets/chain-*.json", (route) => route.abort());
  await page.goto(`${server.origin}/how-numbers-are-made`);
  await expect(standing(page)).toContainText(`figures of ${VECTOR_NAMES.length - 1} files`);
  await expect(standing(page)).toContainText("did not load: An expiry: forward, IVs, PCR, max pain.");
  await context.unroute("**/assets/chain-*.json");
  await standing(page).getByRole("button", { name: "Try again" }).click();
  await expect(standing(page)).toContainText(`figures of ${VECTOR_NAMES.length} files`);
});
