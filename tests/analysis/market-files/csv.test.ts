import { expect, test } from "vitest";
import { dateOfAll, headerOf, numberOf, parseDate, readSheet } from "#analysis/market-files/csv.ts";
import { createProblems } from "#analysis/market-files/problems.ts";

const COLUMNS = ["A", "B", "DATE"] as const;

function sheetOf(text: string) {
  const problems = createProblems();
  return { problems, sheet: readSheet("f.csv", text, COLUMNS, problems) };
}

test("a byte-order mark, blanks and carriage returns around names and cells go away", () => {
  const { sheet, problems } = sheetOf("\uFEFFA, B ,DATE\r\n 1 ,x, 2026-08-18\r\n\r\n2,y,2026-08-18\r\n");
  expect(headerOf("\uFEFFA, B ,DATE\r\n")).toEqual(["A", "B", "DATE"]);
  expect(sheet.cells.A).toEqual(["1", "2"]);
  expect(sheet.cells.DATE).toEqual(["2026-08-18", "2026-08-18"]);
  expect(sheet.lines).toEqual([2, 4]);
  expect(problems.count).toBe(0);
});

test("quoted cells hold commas and quotes", () => {
  expect(headerOf('1,"a, ""b""",,"2"')).toEqual(["1", 'a, "b"', "", "2"]);
});

test("columns are found by name, whatever stands around them", () => {
  const { sheet } = sheetOf("X,DATE,B,A\n9,2026-08-18,b,1\n");
  expect([sheet.cells.A[0], sheet.cells.B[0]]).toEqual(["1", "b"]);
});

test("a last row that breaks off says that the file is cut short, any other that the row is wrong", () => {
  expect(sheetOf("A,B,DATE\n1,x,2026-08-18\n2,y").problems.lines()).toEqual([
    "f.csv, row 3: the row has 2 cells and the header 3: the file is cut short; download it again",
  ]);
  expect(sheetOf("A,B,DATE\n1,x,y,2026-08-18\n2,y,2026-08-18\n").problems.lines()).toEqual([
    "f.csv, row 2: the row has 4 cells and the header 3; correct the row or download the file again",
  ]);
});

test("a header alone is no file", () => {
  expect(sheetOf("A,B,DATE\n").problems.lines()[0]).toContain("no rows below the header");
});

test.each([
  ["", "A is empty, not a number"],
  ["-", 'A is "-", not a number'],
  ["1,2", "the row has 4 cells"],
  ["NaN", 'A is "NaN", not a number'],
  ["Infinity", 'A is "Infinity", not a number'],
  ["-1", "A is -1, below 0"],
  ["1.5", "A is 1.5, not a whole number"],
])("the cell %j is no count", (cell, told) => {
  const { sheet, problems } = sheetOf(`A,B,DATE\n${cell},x,2026-08-18\n`);
  if (sheet.count > 0) expect(numberOf(sheet, 0, "A", 0, true)).toBeNaN();
  expect(problems.lines()[0]).toContain(`f.csv, row 2: ${told}`);
});

test("dates are read in the exchanges' two forms, and only real ones", () => {
  expect(parseDate("2026-08-18")).toBe("2026-08-18");
  expect(parseDate("18-Aug-2026")).toBe("2026-08-18");
  expect(parseDate("1-SEP-2026")).toBe("2026-09-01");
  for (const text of ["2026-02-30", "31-Feb-2026", "18/08/2026", "20260818", "18-Agu-2026", ""]) {
    expect(parseDate(text)).toBeNull();
  }
});

test("rows of two dates are told with the row where the second begins", () => {
  const { sheet, problems } = sheetOf("A,B,DATE\n1,x,2026-08-18\n2,y,2026-08-18\n3,z,2026-08-19\n");
  expect(dateOfAll(sheet, "DATE")).toBeNull();
  expect(problems.lines()).toEqual([
    "f.csv, row 4: DATE is 2026-08-19 where the first row says 2026-08-18; give one file a day",
  ]);
});
