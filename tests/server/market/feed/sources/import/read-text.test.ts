import { gzipSync } from "node:zlib";
import { strToU8, zipSync } from "fflate";
import { afterAll, expect, test } from "vitest";
import { createProblems } from "#analysis/market-files/problems.ts";
import { readText } from "#server/market/feed/sources/import/read-text.ts";
import { createFileFolder } from "../../../../../support/market/market-files.ts";

const folder = createFileFolder();
afterAll(folder.remove);

const TEXT = `A,B\n${"1,2\n".repeat(500)}`;

function read(name: string, contents: string | Uint8Array): { text: string | null; told: string } {
  const problems = createProblems();
  const text = readText(folder.write(name, contents), problems);
  return { text, told: problems.lines().join("\n").replaceAll(`${folder.path}/`, "") };
}

test("plain, gzipped and zipped files give the same text, whatever they are called", () => {
  const gzip = gzipSync(TEXT);
  const zip = zipSync({ "b.csv": strToU8(TEXT) });
  expect(read("a.csv", TEXT).text).toBe(TEXT);
  expect(read("a.csv.gz", gzip).text).toBe(TEXT);
  expect(read("a.csv.zip", zip).text).toBe(TEXT);
  expect(read("renamed.csv", gzip).text).toBe(TEXT);
});

test("a gzip file cut anywhere is told as such", () => {
  const gzip = gzipSync(TEXT);
  for (const length of [10, gzip.length >> 1, gzip.length - 1]) {
    expect(read("cut.csv.gz", gzip.subarray(0, length))).toEqual({
      text: null,
      told: "cut.csv.gz: the gzip file is cut short; download it again",
    });
  }
});

test("a flipped bit inside a packed file is found", () => {
  const gzip = gzipSync(TEXT);
  gzip[gzip.length - 6]! ^= 1;
  expect(read("bit.csv.gz", gzip).told).toBe("bit.csv.gz: the gzip file is damaged; download it again");
  const zip = zipSync({ "b.csv": [strToU8(TEXT), { level: 0 }] });
  zip[200]! ^= 1;
  expect(read("bit.csv.zip", zip).told).toBe(
    "bit.csv.zip: b.csv inside the zip file is damaged; download it again",
  );
});

test("a zip file is read only when it holds one CSV, whole", () => {
  const fix = "give the exchange's zip with its one CSV, or the CSV itself";
  expect(read("none.zip", zipSync({ "a.txt": strToU8("x") })).told).toBe(
    `none.zip: the zip file holds no CSV file; ${fix}`,
  );
  const two = zipSync({ "a.csv": strToU8("x"), "b.csv": strToU8("y") });
  expect(read("two.zip", two).told).toBe(`two.zip: the zip file holds 2 CSV files; ${fix}`);
  const zip = zipSync({ "b.csv": strToU8(TEXT) });
  for (const length of [4, zip.length >> 1, zip.length - 30]) {
    expect(read("cut.zip", zip.subarray(0, length)).told).toBe(
      "cut.zip: the zip file is cut short or damaged; download it again",
    );
  }
});

test("what is not there, not text or not packed as named gets its line", () => {
  const problems = createProblems();
  expect(readText("nowhere.csv", problems)).toBeNull();
  expect(readText(folder.path, problems)).toBeNull();
  expect(problems.lines()).toEqual([
    "nowhere.csv: there is no such file; check the path",
    `${folder.path}: this is a folder; name the file in it`,
  ]);
  expect(read("empty.csv", "").told).toBe("empty.csv: the file is empty; download it again");
  expect(read("page.csv.gz", "<html>").told).toContain("its name says it is packed and its contents are not");
  expect(read("parquet.csv", new Uint8Array([80, 65, 82, 49, 0, 0])).told).toContain("this is not text");
});
