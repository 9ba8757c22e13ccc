import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { AppError } from "#domain/errors.ts";
import { importMarket } from "#server/market/feed/sources/import/import-market.ts";
import {
  encodeMarket,
  readMarketFile,
  writeMarketFile,
} from "#server/market/feed/sources/import/market-file.ts";
import {
  createFileFolder,
  dumpText,
  eodText,
  madeContracts,
} from "../../../../../support/market/market-files.ts";

const folder = createFileFolder();
afterAll(folder.remove);

const contracts = madeContracts();
// One contract without an end of day: unknown numbers have to survive the journey.
const extra = { ...contracts[5]!, strike: 26_000, exchangeToken: 77_777 };
const { market } = importMarket({
  instruments: [folder.write("d.csv", dumpText([...contracts, extra]))],
  eod: [folder.write("e.csv", eodText(contracts))],
  cash: [],
  date: null,
});
const bytes = encodeMarket(market);

test("[INST-2] an expiry that is the last of its month in the list is a weekly all the same, where it is one", () => {
  const moved = contracts.map((each) =>
    each.symbol === "NIFTY" && each.expiry === "2026-09-29" ? { ...each, expiry: "2026-09-01" } : each,
  );
  const imported = importMarket({
    instruments: [folder.write("moved.csv", dumpText(moved))],
    eod: [folder.write("moved-eod.csv", eodText(moved))],
    cash: [],
    date: null,
  });
  const [nifty] = imported.market.underlyings;
  expect(nifty!.chains.map(({ expiry, expiryType }) => [expiry, expiryType])).toEqual([
    ["2026-08-25", "monthly"],
    ["2026-09-01", "weekly"],
  ]);
});

test("a file of an older program has its kinds of expiries read anew, its symbols as they stand", () => {
  const weekly = { ...market.underlyings[0]! };
  const chains = weekly.chains.map((each) => ({ ...each, expiryType: "weekly" as const }));
  const futures = weekly.futures.map((each) => ({ ...each, expiryType: "weekly" as const }));
  const file = folder.write(
    "older.json.gz",
    encodeMarket({ ...market, underlyings: [{ ...weekly, chains, futures }] }),
  );
  const [read] = readMarketFile(file).underlyings;
  expect(read!.chains.map(({ expiryType }) => expiryType)).toEqual(["monthly", "monthly"]);
  expect(read!.futures.map(({ expiryType, tradingsymbol }) => [expiryType, tradingsymbol])).toEqual([
    ["monthly", "NIFTY26AUGFUT"],
    ["monthly", "NIFTY26SEPFUT"],
  ]);
  expect(read!.chains[0]!.call.tradingsymbol).toEqual(weekly.chains[0]!.call.tradingsymbol);
});

function refusal(name: string, contents: Uint8Array): string {
  try {
    readMarketFile(folder.write(name, contents));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(error.code).toBe("market.file_invalid");
    return error.message.replace(`${folder.path}/`, "");
  }
  return "";
}

const FIX = "make it again with npm run market:import";

test("a market comes back as it was written, to a billionth of volatility", () => {
  const file = join(folder.path, "new/folder/market.json.gz");
  writeMarketFile(file, bytes);
  const read = readMarketFile(file);
  const rounded = JSON.parse(
    JSON.stringify(market, (key, value) =>
      key === "iv" || key === "previousIv"
        ? Array.from(value as Float64Array, (iv) => Math.round(iv * 1e9) / 1e9)
        : value,
    ),
  );
  const whole = JSON.parse(
    JSON.stringify(read, (key, value) => (key === "iv" || key === "previousIv" ? Array.from(value) : value)),
  );
  expect(whole).toEqual(rounded);
  expect(read.underlyings[0]!.chains[0]!.call.close.at(-1)).toBeNaN();
  expect(read.underlyings[0]!.chains[0]!.iv).toBeInstanceOf(Float64Array);
});

test("writing leaves nothing but the file, and replaces an older one", () => {
  const file = join(folder.path, "out/market.json.gz");
  writeMarketFile(file, Buffer.from("older"));
  writeMarketFile(file, bytes);
  expect(readdirSync(join(folder.path, "out"))).toEqual(["market.json.gz"]);
  expect(readFileSync(file).equals(bytes)).toBe(true);
});

test("a place that cannot be written is told, and keeps what it had", () => {
  const file = join(folder.path, "d.csv/market.json.gz");
  expect(() => writeMarketFile(file, bytes)).toThrow(/it cannot be written \(\w+\); give --out a file/);
  const taken = join(folder.path, "new");
  expect(() => writeMarketFile(taken, bytes)).toThrow(/it cannot be written/);
  expect(statSync(taken).isDirectory()).toBe(true);
  expect(readdirSync(folder.path).filter((name) => name.endsWith(".tmp"))).toEqual([]);
});

test("a file of the first version has no rates: its volatilities are without interest", () => {
  const [head, body] = gunzipSync(bytes).toString().split("\n");
  const rateless = body!.replaceAll(/"rate":[^,]*,/g, "");
  expect(rateless).not.toBe(body);
  const sha256 = createHash("sha256").update(rateless).digest("hex");
  const first = JSON.stringify({ ...JSON.parse(head!), version: 1, sha256 });
  const read = readMarketFile(folder.write("first.json.gz", gzipSync(`${first}\n${rateless}\n`)));
  for (const { chains } of read.underlyings) for (const { rate } of chains) expect(rate).toBe(0);
});

test("a file that is missing, cut, changed or of another kind is refused in one line", () => {
  expect(() => readMarketFile(join(folder.path, "nowhere"))).toThrow(
    expect.objectContaining({ code: "market.file_missing" }),
  );
  expect(refusal("plain", Buffer.from("{}"))).toBe(`plain: this is not a market file; ${FIX}`);
  expect(refusal("other", gzipSync("hello\n"))).toBe(`other: this is not a market file; ${FIX}`);
  for (const length of [20, bytes.length >> 1, bytes.length - 1]) {
    expect(refusal("cut", bytes.subarray(0, length))).toBe(
      `cut: the market file is cut short or damaged; ${FIX}`,
    );
  }
  const [head, body] = gunzipSync(bytes).toString().split("\n");
  const spoilt = (text: string) => gzipSync(`${head}\n${text}\n`);
  expect(refusal("edited", spoilt(body!.replace("24000", "24001")))).toBe(
    `edited: its contents do not have the checksum in its header; ${FIX}`,
  );
  const newer = gzipSync(`${head!.replace('"version":2', '"version":3')}\n${body}\n`);
  expect(refusal("newer", newer)).toBe(`newer: its version is 3 and this program reads 1 and 2; ${FIX}`);
});

test("a file of an older program, which did not keep what a day was beside its close, is read and says that it lacks it", () => {
  const underlyings = market.underlyings.map((each) => ({
    ...each,
    history: each.history.map(({ date, close, iv30 }) => ({ date, close, iv30 })),
  }));
  const file = folder.write("figureless.json.gz", encodeMarket({ ...market, underlyings }));
  for (const { history } of readMarketFile(file).underlyings) {
    expect(history.map(({ figures }) => figures)).toEqual(history.map(() => undefined));
  }
});
