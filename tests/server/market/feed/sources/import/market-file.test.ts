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
  const newer = gzipSync(`${head!.replace('"version":1', '"version":2')}\n${body}\n`);
  expect(refusal("newer", newer)).toBe(`newer: its version is 2 and this program reads 1; ${FIX}`);
});
