import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import type { VectorFile } from "#analysis/validation/vector-check.ts";
import { hasMarketFile, marketFile } from "#tests/domain/calendar/market-files.ts";
import { loadWasm } from "#tests/support/wasm.ts";
import type { FileOutcome, FileReport, Rows, ValidationApi } from "#workers/validation/api.ts";
import { checkFile } from "#workers/validation/check-file.ts";
import { createValidation, type ValidationEdges } from "#workers/validation/validation.ts";
import { DAY, foEod, nseAnswer, SITE_NAME, SPOT, siteCsv } from "./exchange-files.ts";

function worker(changes: Partial<ValidationEdges> = {}) {
  const logged: string[] = [];
  const validation = createValidation({
    loadWasm,
    fetchVectors: async (name) =>
      JSON.parse(readFileSync(`tests/vectors/${name}.json`, "utf8")) as VectorFile<unknown, unknown>,
    checkFile,
    build: "test",
    log: (message) => logged.push(message),
    ...changes,
  });
  return { validation, logged };
}

const rowsOf = (validation: ValidationApi, table: string, onlyWrong = false): Rows =>
  validation.rows({ from: "file", table: table as never, onlyWrong, first: 0, count: 10_000 });

async function check(
  validation: ValidationApi,
  name: string,
  contents: string | Uint8Array<ArrayBuffer>,
  day: string | null = null,
): Promise<FileOutcome> {
  return validation.file(new File([contents], name), day);
}

async function reportOf(...asked: Parameters<typeof check>): Promise<FileReport> {
  const outcome = await check(...asked);
  if (!outcome.ok) throw new Error(outcome.error.message);
  return outcome.report;
}

describe("our vectors", () => {
  test("come out right by WebAssembly, each with its distribution and its rows", async () => {
    const { validation } = worker();
    expect(await validation.kernel()).toBe("wasm");
    for (const name of validation.vectorNames()) {
      const summary = await validation.vectors(name);
      expect([name, summary.wrong]).toEqual([name, 0]);
      expect(summary.count).toBeGreaterThan(4);
      expect(summary.distribution!.largest).toBeLessThanOrEqual(summary.measure.allowed);
      const { rows, total } = validation.rows({
        from: "vectors",
        table: name,
        onlyWrong: false,
        first: 2,
        count: 2,
      });
      expect([rows.length, total]).toEqual([2, summary.count]);
    }
  });

  test("where WebAssembly does not load, TypeScript computes, and it is said", async () => {
    const { validation, logged } = worker({ loadWasm: () => Promise.reject(new Error("no")) });
    expect(await validation.kernel()).toBe("typescript");
    expect((await validation.vectors("chain")).wrong).toBe(0);
    expect(logged).toHaveLength(1);
  });

  test("can be taken home: a row a figure, and all of it as JSON", async () => {
    const { validation } = worker();
    const { count } = await validation.vectors("probability");
    await validation.vectors("build-up");
    const csv = (await (await validation.download("vectors", "csv")).text()).trimEnd().split("\n");
    expect(csv[0]).toBe("table,case,figure,expected,ours,error,unit,allowed,right");
    expect(csv.filter((line) => line.startsWith("probability,"))).toHaveLength(count);
    expect(csv.some((line) => /^build-up,.*,netChange,-0\.\d+,/.test(line))).toBe(true);
    const json = JSON.parse(await (await validation.download("vectors", "json")).text());
    expect(json).toMatchObject({ build: "test", kernel: "wasm" });
    expect(json.tables[0].figures).toHaveLength(count);
  });
});

describe("a chain of NSE's site", () => {
  test("as its API answers: IVs come back, and one that is off is found by its name", async () => {
    const { validation } = worker();
    const report = await reportOf(validation, "chain.json", nseAnswer());
    expect(report).toMatchObject({ kind: "nse-answer", date: DAY, spot: SPOT, isSpotFound: false });
    expect(report.tables.map(({ id, wrong }) => [id, wrong])).toEqual([
      ["published-iv", 0],
      ["open-interest", 0],
      ["totals", 0],
    ]);
    expect(report.tables[0]!.count).toBe(34);
    expect(report.tables[0]!.distribution!.largest).toBeLessThan(0.05);

    const spoiled = await reportOf(validation, "chain.json", nseAnswer({ strike: 24_000, iv: 13 }));
    expect(spoiled.tables[0]).toMatchObject({ count: 34, wrong: 1 });
    expect(rowsOf(validation, "published-iv", true).rows).toMatchObject([
      { of: "NIFTY 2026-08-25 24000 CE", wanted: 13, got: expect.closeTo(12, 1), isRight: false },
    ]);
  });

  test("as it is downloaded, with its day entered: the spot is found from its own IVs", async () => {
    const { validation } = worker();
    const report = await reportOf(validation, SITE_NAME, siteCsv(), DAY);
    expect(report).toMatchObject({ kind: "nse-site", date: DAY, isSpotFound: true });
    expect(report.spot).toBeCloseTo(SPOT, 0);
    expect(report.tables[0]).toMatchObject({ id: "published-iv", count: 34, wrong: 0 });
  });
});

describe("an end of day", () => {
  test("gives forwards, IVs that return their prices, PCR and max pain", async () => {
    const { validation } = worker();
    const report = await reportOf(validation, "eod.csv", foEod());
    expect(report).toMatchObject({ kind: "fo-eod", date: DAY, spot: null });
    expect(report.tables.map(({ id, count, wrong }) => [id, count, wrong])).toEqual([
      ["forward-index", 1, 0],
      ["iv-returns", 17, 0],
      ["open-interest", 2, 0],
    ]);
    expect(rowsOf(validation, "open-interest").rows[0]).toMatchObject({ figure: "pcr", got: 2, wanted: 2 });
  });

  test("with a future that its options contradict is red there alone", async () => {
    const { validation } = worker();
    const report = await reportOf(validation, "eod.csv", foEod(24_300));
    expect(report.tables.map(({ wrong }) => wrong)).toEqual([1, 0, 0]);
    expect(rowsOf(validation, "forward-index", true).rows[0]!.error).toBeCloseTo(-0.988, 2);
  });

  test("is read as it is packed", async () => {
    const { validation } = worker();
    for (const bytes of [gzipSync(foEod()), zipSync({ "a.csv": strToU8(foEod()) })]) {
      expect((await reportOf(validation, "packed", new Uint8Array(bytes))).date).toBe(DAY);
    }
  });
});

const told = async (...asked: Parameters<typeof check>): Promise<string> => {
  const outcome = await check(...asked);
  if (outcome.ok) throw new Error("The file was taken");
  expect(outcome.error.code).toBe("market.file_invalid");
  return outcome.error.message;
};

describe("a file that is none of these is refused with the way out:", () => {
  const { validation } = worker();
  const cut = gzipSync(foEod());
  test.each([
    ["no text", "x.bin", "\u0000\u0001\u0002", "this is not text; give a CSV file"],
    ["empty", "x.csv", "", "the file is empty; download it again"],
    [
      "another CSV",
      "x.csv",
      "a,b\n1,2\n",
      "row 1: the header is not that of any file known here; give an F&O",
    ],
    [
      "a Kite dump",
      "x.csv",
      `${"instrument_token,exchange_token,tradingsymbol,name,expiry,strike,tick_size,lot_size,instrument_type,segment,exchange"}\n`,
      "this is a Kite instrument dump; give an F&O end of day",
    ],
    ["a column gone", "x.csv", foEod().replace("CHG_OI", "CHANGE"), "the header lacks CHG_OI"],
    [
      "a price below 0",
      "x.csv",
      foEod().replace(",24060,", ",-1,"),
      "row 2: CLOSE is -1, below 0; correct the row",
    ],
    ["two days", "x.csv", foEod().replace(/2026-08-19\n$/, "2026-08-20\n"), "give one file a day"],
    ["cut JSON", "x.json", nseAnswer().slice(0, 500), "the JSON is cut short or damaged; save the answer"],
    ["other JSON", "x.json", "[1, 2]", "this JSON has no records.data with rows"],
    [
      "an IV that is text",
      "x.json",
      nseAnswer().replace('"impliedVolatility":12', '"impliedVolatility":"12"'),
      "row 1: iv of CE is not a number",
    ],
    ["a chain without its day", SITE_NAME, siteCsv(), "it does not say of which day it is; enter its day"],
    [
      "a chain renamed",
      "chain.csv",
      siteCsv(),
      "its name does not say the expiry; keep the name that NSE gives it",
    ],
    [
      "a cell of text",
      SITE_NAME,
      siteCsv().replace("12.00", "n/a"),
      "row 3: a cell is neither a figure nor a dash",
    ],
  ])("%s", async (_, name, contents, message) => {
    expect(await told(validation, name, contents)).toContain(message);
  });

  test("a gzip file cut short, and a day on which the chain had expired", async () => {
    expect(await told(validation, "x.gz", new Uint8Array(cut.subarray(0, cut.length - 20)))).toContain(
      "the gzip file is cut short or damaged; download it again",
    );
    expect(await told(validation, SITE_NAME, siteCsv(), "2026-08-25")).toContain(
      "check the day beside the file",
    );
  });

  test("and what was kept of the file before it is gone", async () => {
    await reportOf(validation, "eod.csv", foEod());
    await told(validation, "x.csv", "");
    expect(rowsOf(validation, "open-interest").total).toBe(0);
  });
});

/** Every table's name, figures, wrong ones. */
const outcomeOf = ({ tables }: FileReport) =>
  Object.fromEntries(tables.map(({ id, count, wrong }) => [id, [count, wrong]]));

async function recorded(name: string, day: string | null = null): Promise<FileReport> {
  const file = name.slice(name.lastIndexOf("/") + 1);
  return reportOf(worker().validation, file, new Uint8Array(readFileSync(marketFile(name))), day);
}

describe("real files", () => {
  const UDIFF = "eod/udiff/BhavCopy_NSE_FO_0_0_0_20250911_F_0000.csv.zip";
  test.skipIf(!hasMarketFile(UDIFF))("the UDiFF bhavcopy of 11 Sep 2025, as published", async () => {
    const report = await recorded(UDIFF);
    expect(report).toMatchObject({ kind: "udiff", date: "2025-09-11" });
    const { "forward-index": index, "iv-returns": returns, "open-interest": interest } = outcomeOf(report);
    expect(index![0]).toBeGreaterThanOrEqual(9);
    expect(index![1]).toBe(0);
    expect(returns![0]).toBeGreaterThan(7_000);
    expect(returns![1]).toBe(0);
    expect(interest![0]).toBeGreaterThan(1_000);
    expect(interest![1]).toBe(0);
  });

  const EOD = "eod/nse_fo_eod_2026-08-18.csv.gz";
  test.skipIf(!hasMarketFile(EOD))("the end of day of 18 Aug 2026", async () => {
    const report = await recorded(EOD);
    const { "iv-returns": returns, "open-interest": interest } = outcomeOf(report);
    expect([returns![1], interest![1]]).toEqual([0, 0]);
  });

  const NIFTY = "chain/nse_option-chain-indices_NIFTY_20250805_135923.json.gz";
  test.skipIf(!hasMarketFile(NIFTY))("NSE's answer of 5 Aug 2025, eighteen expiries", async () => {
    const report = await recorded(NIFTY);
    expect(report).toMatchObject({ kind: "nse-answer", date: "2025-08-05", spot: 24_623.45 });
    const [ivs, interest, totals] = report.tables;
    expect([interest!.wrong, totals!.wrong]).toEqual([0, 0]);
    expect(ivs!.distribution!.median).toBeLessThan(0.2);
    expect(ivs!.wrong / ivs!.count).toBeLessThan(0.2);
  });

  const SITE = "chain/nse_website_option-chain-ED-NIFTY-30-Jun-2026.csv";
  test.skipIf(!hasMarketFile(SITE))(
    "NSE's download of 29 Jun 2026 is of the spot at that day's close",
    async () => {
      const report = await recorded(SITE, "2026-06-29");
      expect(Math.abs(report.spot! / 23_946.25 - 1)).toBeLessThan(0.001);
      expect(report.tables[0]!.distribution!.median).toBeLessThan(0.5);
    },
  );
});
