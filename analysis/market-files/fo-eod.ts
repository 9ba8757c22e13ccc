import type { IsoDate } from "#domain/units/iso-date.ts";
import { dateOf, dateOfAll, readSheet, type Sheet } from "./csv.ts";
import { createDayReader, eodKind, type FigureColumns, figuresOf } from "./eod-rows.ts";
import { FO_EOD_COLUMNS } from "./file-kinds.ts";
import type { EodContract, EodDay } from "./files.ts";
import type { Problems } from "./problems.ts";

type Column = (typeof FO_EOD_COLUMNS)[number];

const FIGURES: FigureColumns<Column> = {
  strike: "STRIKE",
  close: "CLOSE",
  previousClose: "PREV_CLOSE",
  underlyingClose: "UNDERLYING",
  oi: "OI",
  oiChange: "CHG_OI",
  volume: "VOLUME",
  lotSize: "LOT_SIZE",
};

function contractOf(sheet: Sheet<Column>, row: number, problems: Problems): EodContract | null {
  const { cells, file } = sheet;
  const line = sheet.lines[row]!;
  const kind = cells.TYPE[row]!;
  const right = cells.OPT[row]!;
  const derivative = eodKind(kind);
  if (derivative === null) {
    problems.add(file, line, `TYPE is "${kind}"`, "give NSE's F&O end of day: IDF, IDO, STF or STO");
    return null;
  }
  const { isFuture, onIndex } = derivative;
  if (isFuture ? right !== "" && right !== "XX" : right !== "CE" && right !== "PE") {
    problems.add(
      file,
      line,
      `OPT is "${right}" in a row of type ${kind}`,
      "options have CE or PE, futures nothing",
    );
    return null;
  }
  const expiry = dateOf(sheet, row, "EXPIRY");
  const figures = figuresOf(sheet, row, FIGURES, isFuture);
  if (expiry === null || figures === null) return null;
  return {
    exchange: "NFO",
    symbol: cells.SYMBOL[row]!,
    expiry,
    type: isFuture ? "FUT" : (right as "CE" | "PE"),
    onIndex,
    token: 0,
    tradingsymbol: "",
    ...figures,
    file,
    line,
  };
}

/**
 * NSE's F&O bhavcopy with fewer columns. OI and its change are in units, volume in lots.
 * @returns null when the file's date cannot be told; its faults have been added
 */
export function readFoEod(file: string, text: string, problems: Problems): EodDay | null {
  const sheet = readSheet(file, text, FO_EOD_COLUMNS, problems);
  const date: IsoDate | null = dateOfAll(sheet, "DATE");
  const reader = createDayReader(date, problems);
  for (let row = 0; row < sheet.count; row++) {
    const contract = contractOf(sheet, row, problems);
    // This file has no last price.
    if (contract !== null) reader.add(contract, Number.NaN);
  }
  return date === null ? null : reader.day(file, date);
}
