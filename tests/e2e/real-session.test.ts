import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import { expectLive, expectTicking, mirror, strikes } from "./support/chain-page.ts";
import { type RunningServer, startServer } from "./support/server.ts";
import { asTrader } from "./support/trader.ts";

const DATA = "../shared/data";
const INSTRUMENTS = `${DATA}/instruments/kite_instruments_NFO_BFO_20260818.csv.gz`;
const EOD = `${DATA}/eod/nse_fo_eod_2026-08-18.csv.gz`;
const CASH = `${DATA}/eod/nse_cm_eod_2026-08-18.csv.gz`;

test.skip(!existsSync(INSTRUMENTS) || !existsSync(EOD), "real market data is not here (../shared/data)");

let server: RunningServer;
test.beforeAll(async () => {
  const file = path.join(mkdtempSync(path.join(os.tmpdir(), "strikewise-import-")), "market.json.gz");
  execFileSync(
    process.execPath,
    [
      "dist/server/market-import.js",
      "--instruments",
      INSTRUMENTS,
      "--eod",
      EOD,
      "--cash",
      CASH,
      "--out",
      file,
    ],
    { stdio: "pipe" },
  );
  server = await startServer({ MARKET_SOURCE: "import", MARKET_FILE: file });
});
test.beforeEach(async ({ context }) => {
  await asTrader(context, server);
});
test.afterAll(async () => {
  await server?.stop();
});

interface Contract {
  readonly close: number;
  readonly oi: number;
}

/** NIFTY's options of 25 Aug 2026 at the close of 18 Aug 2026, as the exchange published them. */
function published(): Map<string, Contract> {
  const [head, ...lines] = gunzipSync(readFileSync(EOD)).toString("utf8").trim().split(/\r?\n/);
  const names = head!.split(",");
  const rows = lines.map((line) => Object.fromEntries(line.split(",").map((cell, i) => [names[i]!, cell])));
  return new Map(
    rows
      .filter((r) => r.SYMBOL === "NIFTY" && r.EXPIRY === "2026-08-25" && r.TYPE === "IDO")
      .map((r) => [`${Number(r.STRIKE)} ${r.OPT}`, { close: Number(r.CLOSE), oi: Number(r.OI) }]),
  );
}

test("the session after 18 Aug 2026 opens with NIFTY's real strikes, lot, previous closes and OI", async ({
  page,
}) => {
  const real = published();
  const realStrikes = [...new Set([...real.keys()].map((key) => Number(key.split(" ")[0])))].sort(
    (a, b) => a - b,
  );
  expect(realStrikes.length).toBeGreaterThan(80);

  const meta = (await (await fetch(`${server.origin}/v1/compute/cache/instrument_metacache/1`)).json()) as {
    underlyers: { symbol: string[] };
    chains: { underlyer: number[]; expiry: number[]; lotSize: number[]; strikes: number[][] };
  };
  const nifty = meta.underlyers.symbol.indexOf("NIFTY");
  const chain = meta.chains.expiry.findIndex((e, i) => e === 20260825 && meta.chains.underlyer[i] === nifty);
  expect(meta.chains.strikes[chain]).toEqual(realStrikes);
  expect(meta.chains.lotSize[chain]).toBe(65);

  await page.goto(`${server.origin}/option-chain?tradingsymbol=NIFTY&expiry=2026-08-25&above=40&below=40`);
  await expectLive(page);
  await expectTicking(page);
  await expect(page.getByRole("tab", { selected: true })).toContainText("25 Aug");
  const shown = await strikes(page);
  expect(shown.length).toBeGreaterThan(20);
  for (const strike of shown) expect(realStrikes).toContain(strike);
  await expect(page.getByText("Lot", { exact: true }).locator("..")).toContainText("65");

  // OI on screen less its change since the previous close is the published OI, to the lakh's second decimal.
  const rows = await mirror(page)
    .getByRole("row")
    .evaluateAll((elements) =>
      elements.map((row) =>
        [...row.children].map((cell) => (cell.textContent ?? "").replaceAll(",", "").replace("−", "-")),
      ),
    );
  let compared = 0;
  for (const cells of rows) {
    const [oiChange, oi] = [Number(cells[0]), Number(cells[1])];
    const strike = Number(cells[5]);
    const was = real.get(`${strike} CE`);
    if (was === undefined || Number.isNaN(oi)) continue;
    expect(Math.abs(oi - oiChange - was.oi / 1e5), `${strike} CE`).toBeLessThanOrEqual(0.011);
    compared++;
  }
  expect(compared).toBeGreaterThan(20);
});
