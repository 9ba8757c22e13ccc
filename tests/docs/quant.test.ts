/** The example of docs/quant.md is what the market file and our solver say. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createChainColumns } from "#domain/chain/chain-columns.ts";
import { createLoneChainSolver } from "#domain/chain/lone-chain.ts";
import { referenceKernel } from "#domain/pricing/reference-kernel.ts";
import { hasMarketFile, isoFromDayMonth } from "../domain/calendar/market-files.ts";
import { contextOf } from "../domain/chain/chain-fixture.ts";
import { CHAIN_MINUTES, chainMinutes, wholeDayYears } from "../support/market/published-chains.ts";
import { ERROR_ROWS, summariseErrors } from "../support/market/published-errors.ts";

const PAGE = new URL("../../docs/quant.md", import.meta.url);
const MINUTE = "202608191230";
const TODAY = "19-Aug-2026";
const NSE_RATE = 0.1;

/** "24,116.35" to the hundredth, as the page has it. */
const shown = (value: number) =>
  value.toLocaleString("en-IN", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

test.skipIf(!hasMarketFile(CHAIN_MINUTES))(
  "NSE's two IVs, the two forwards and our IV are those of the page",
  () => {
    const page = readFileSync(PAGE, "utf8");
    const rows = Array.from(page.matchAll(/^\| (2026-\d\d-\d\d) \| ([\d,]+) \| (.+) \|$/gm));
    expect(rows.length).toBe(4);
    const now = Date.parse("2026-08-19T12:30:00+05:30");
    const minute = chainMinutes().filter((option) => option.minute === MINUTE);
    for (const [, expiry = "", strikeText = "", rest = ""] of rows) {
      const strike = Number(strikeText.replace(",", ""));
      const options = minute.filter((option) => isoFromDayMonth(option.expiry) === expiry);
      const strikes = [...new Set(options.map((option) => option.strike))].sort((a, b) => a - b);
      const chain = createChainColumns(strikes.length);
      chain.count = strikes.length;
      chain.strikes.set(strikes);
      for (const option of options) {
        const side = option.type === "CE" ? chain.call : chain.put;
        const row = strikes.indexOf(option.strike);
        side.ltp[row] = option.price;
        side.lastTradeTime[row] = now - 5000;
      }
      const { spot, expiry: nseExpiry } = options[0]!;
      const expiryInstant = Date.parse(`${expiry}T15:35:00+05:30`);
      const got = createLoneChainSolver(referenceKernel)(chain, contextOf({ now, expiryInstant, spot }));
      const [call, put] = (["CE", "PE"] as const).map(
        (type) => options.find((option) => option.strike === strike && option.type === type)!,
      );
      const grown = spot * Math.exp(NSE_RATE * wholeDayYears(nseExpiry, TODAY));
      expect(rest).toBe(
        [
          `${shown(call!.price)}, ${shown(call!.iv)}`,
          `${shown(put!.price)}, ${shown(put!.iv)}`,
          shown(got.forward),
          shown(grown),
          shown(100 * got.iv[strikes.indexOf(strike)]!),
        ].join(" | "),
      );
      expect(page).toContain(`spot ${shown(spot)}`);
    }
  },
);

test.each(ERROR_ROWS)("the errors of the page are those of $name", (row) => {
  const page = readFileSync(PAGE, "utf8");
  const line = page.split("\n").find((each) => each.startsWith(`| ${row.name} |`));
  expect(line).toBeDefined();
  if (!row.files.every(hasMarketFile)) return;
  const got = row.measure();
  const figures = [got.biasOfCalls, got.biasOfPuts, got.meanAbsolute, got.median, got.percentile99].map(
    (each) => each.toFixed(2).replace("-", "\u2212"),
  );
  expect(line).toBe(`| ${[row.name, got.count, ...figures].join(" | ")} |`);
});

test("a bias hides errors that their mean size does not", () => {
  const got = summariseErrors({ calls: [-1, -1, -1, -1], puts: [1, 1, 1, 2] });
  expect(got).toEqual({
    count: 8,
    biasOfCalls: -1,
    biasOfPuts: 1.25,
    meanAbsolute: 1.125,
    median: 1,
    percentile99: 2,
  });
});
