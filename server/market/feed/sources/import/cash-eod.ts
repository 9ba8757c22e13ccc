import { dateOfAll, headerOf, numberOf, readSheet } from "#analysis/market-files/csv.ts";
import { CASH_COLUMNS, CASH_DAY_COLUMNS } from "#analysis/market-files/file-kinds.ts";
import type { CashClose, CashDay } from "#analysis/market-files/files.ts";
import type { Problems } from "#analysis/market-files/problems.ts";

/** Series of ordinary shares; the others (bonds, trade-for-trade) have no derivatives. */
const EQUITY_SERIES = "EQ";

/**
 * NSE's `sec_bhavdata_full`: closes of shares. Its cells have leading blanks.
 * @returns null when the file's date cannot be told; its faults have been added
 */
export function readCashEod(file: string, text: string, problems: Problems): CashDay | null {
  const header = headerOf(text);
  const known = new Set(CASH_DAY_COLUMNS.filter((column) => header.includes(column)));
  const sheet = readSheet(file, text, [...CASH_COLUMNS, ...known], problems);
  const figure = (column: (typeof CASH_DAY_COLUMNS)[number], row: number): number => {
    const value = known.has(column) ? Number(sheet.cells[column][row]) : Number.NaN;
    return value > 0 ? value : Number.NaN;
  };
  const date = dateOfAll(sheet, "DATE1");
  const closes = new Map<string, CashClose>();
  for (let row = 0; row < sheet.count; row++) {
    if (sheet.cells.SERIES[row] !== EQUITY_SERIES) continue;
    const symbol = sheet.cells.SYMBOL[row]!;
    const line = sheet.lines[row]!;
    const close = numberOf(sheet, row, "CLOSE_PRICE", 0);
    const previousClose = numberOf(sheet, row, "PREV_CLOSE", 0);
    if (Number.isNaN(close + previousClose)) continue;
    const twin = closes.get(symbol);
    if (twin !== undefined)
      problems.add(file, line, `${symbol} is in row ${twin.line} already`, "keep one of the two");
    else {
      closes.set(symbol, {
        close,
        previousClose,
        open: figure("OPEN_PRICE", row),
        high: figure("HIGH_PRICE", row),
        low: figure("LOW_PRICE", row),
        volume: figure("TTL_TRD_QNTY", row),
        line,
      });
    }
  }
  return date === null ? null : { file, date, closes };
}
