import { dateOf, parseDate, readSheet, recordsOf } from "#analysis/market-files/csv.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import { counted, type EventFile, type EventReader, isSymbol, spanOf, symbolOf } from "./rows.ts";

/** Our own list: a row for each share and trade date; one without a symbol says that none is in ban. */
export const BAN_COLUMNS = ["TRADE_DATE", "SYMBOL"] as const;
/** How NSE's file of a trade date begins: no header, a number and a symbol a row. */
export const BAN_TITLE = /^\ufeff?"?securities in ban for trade date/i;

function fileOf(file: string, byDate: ReadonlyMap<IsoDate, ReadonlySet<string>>): EventFile | null {
  const span = spanOf([...byDate.keys()]);
  if (span === null) return null;
  const lists = [...byDate].map(([date, symbols]) => ({ date, symbols: [...symbols].toSorted() }));
  const days = counted(lists.length, "ban list");
  return { batch: { list: "bans", ...span, lists }, says: `${file}: ${days}, ${span.from} to ${span.to}` };
}

export const readBans: EventReader = (file, text, problems) => {
  const sheet = readSheet(file, text, BAN_COLUMNS, problems);
  const byDate = new Map<IsoDate, Set<string>>();
  for (let row = 0; row < sheet.count; row++) {
    const date = dateOf(sheet, row, "TRADE_DATE");
    const isNone = sheet.cells.SYMBOL[row] === "";
    const symbol = isNone ? null : symbolOf(sheet, row, "SYMBOL");
    if (date === null) continue;
    const symbols = byDate.get(date) ?? new Set();
    if (symbol !== null) symbols.add(symbol);
    byDate.set(date, symbols);
  }
  return fileOf(file, byDate);
};

/** NSE's own file of one trade date. */
export const readPublishedBans: EventReader = (file, text, problems) => {
  const [title, ...rows] = recordsOf(text);
  const said = /(\d{1,2}-[a-z]{3}-\d{4})/i.exec(title?.cells.join(",") ?? "")?.[1] ?? "";
  const date = parseDate(said);
  if (date === null) {
    problems.add(file, 1, "the first line names no trade date such as 24-NOV-2026", "download it again");
    return null;
  }
  const symbols = new Set<string>();
  for (const { cells, line } of rows) {
    const [number = "", symbol = ""] = cells;
    if (/^nil\b/i.test(number) || cells.every((cell) => cell === "")) continue;
    if (/^\d+$/.test(number) && isSymbol(symbol)) symbols.add(symbol);
    else {
      const what = `"${cells.join(",").slice(0, 40)}" is not a number and a symbol such as 1,SAIL`;
      problems.add(file, line, what, "correct the row or download the file again");
    }
  }
  return fileOf(file, new Map([[date, symbols]]));
};
