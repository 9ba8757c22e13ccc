import { SEGMENT, tokenOf } from "#domain/units/segments.ts";
import { dateOf, dateOfAll, numberOf, readSheet, type Sheet } from "./csv.ts";
import { createDayReader, eodKind, type FigureColumns, figuresOf } from "./eod-rows.ts";
import { UDIFF_COLUMNS } from "./file-kinds.ts";
import type { EodContract, EodDay } from "./files.ts";
import type { Problems } from "./problems.ts";

type Column = (typeof UDIFF_COLUMNS)[number];

const FIGURES: FigureColumns<Column> = {
  strike: "StrkPric",
  close: "ClsPric",
  previousClose: "PrvsClsgPric",
  underlyingClose: "UndrlygPric",
  oi: "OpnIntrst",
  oiChange: "ChngInOpnIntrst",
  volume: "TtlTradgVol",
  lotSize: "NewBrdLotQty",
};

interface Venue {
  readonly exchange: "NFO" | "BFO";
  readonly segment: number;
  /** What TtlTradgVol counts. */
  readonly volumeIn: "lots" | "units";
}

const VENUES: Readonly<Record<string, Venue>> = {
  NSE: { exchange: "NFO", segment: SEGMENT.NFO, volumeIn: "lots" },
  BSE: { exchange: "BFO", segment: SEGMENT.BFO, volumeIn: "units" },
};

function contractOf(sheet: Sheet<Column>, row: number, problems: Problems): EodContract | null {
  const { cells, file } = sheet;
  const line = sheet.lines[row]!;
  const kind = cells.FinInstrmTp[row]!;
  const right = cells.OptnTp[row]!;
  const venue = Object.hasOwn(VENUES, cells.Src[row]!) ? VENUES[cells.Src[row]!] : undefined;
  if (venue === undefined || cells.Sgmt[row] !== "FO") {
    const place = `${cells.Src[row]} ${cells.Sgmt[row]}`;
    problems.add(file, line, `this is a row of ${place}`, "give the F&O bhavcopy of NSE or BSE");
    return null;
  }
  const derivative = eodKind(kind);
  if (derivative === null) {
    problems.add(file, line, `FinInstrmTp is "${kind}"`, "give the F&O bhavcopy: IDF, IDO, STF or STO");
    return null;
  }
  const { isFuture, onIndex } = derivative;
  if (!isFuture && right !== "CE" && right !== "PE") {
    problems.add(file, line, `OptnTp is "${right}" in a row of type ${kind}`, "options have CE or PE");
    return null;
  }
  const expiry = dateOf(sheet, row, "XpryDt");
  const id = numberOf(sheet, row, "FinInstrmId", 1, true);
  const figures = figuresOf(sheet, row, FIGURES, isFuture);
  if (expiry === null || Number.isNaN(id) || figures === null) return null;
  if (id > 0xffffff) {
    problems.add(file, line, `FinInstrmId ${id} has more than 24 bits`, "download the file again");
    return null;
  }
  const { volume, lotSize } = figures;
  return {
    exchange: venue.exchange,
    symbol: cells.TckrSymb[row]!,
    expiry,
    type: isFuture ? "FUT" : (right as "CE" | "PE"),
    onIndex,
    token: tokenOf(id, venue.segment),
    tradingsymbol: cells.FinInstrmNm[row]!,
    ...figures,
    volume: venue.volumeIn === "lots" ? volume : volume / lotSize,
    file,
    line,
  };
}

/**
 * The exchanges' F&O bhavcopy in the Unified Distilled File Formats (UDiFF), as published since Jul 2024. FinInstrmId is
 * the exchange token and OI is in units at both exchanges. TtlTradgVol is in lots at NSE and in units at BSE: in every row of either
 * TtlTrfVal is the sum of (strike + premium) over the units traded, which no other reading gives (docs/market-files.md).
 * @returns null when the file's date cannot be told; its faults have been added
 */
export function readUdiff(file: string, text: string, problems: Problems): EodDay | null {
  const sheet = readSheet(file, text, UDIFF_COLUMNS, problems);
  const date = dateOfAll(sheet, "TradDt");
  const reader = createDayReader(date, problems);
  const tokens = new Map<number, EodContract>();
  for (let row = 0; row < sheet.count; row++) {
    const contract = contractOf(sheet, row, problems);
    if (contract === null) continue;
    const twin = tokens.get(contract.token);
    if (twin !== undefined && twin.tradingsymbol !== contract.tradingsymbol) {
      const what = `FinInstrmId ${sheet.cells.FinInstrmId[row]} is ${twin.tradingsymbol}'s in row ${twin.line} already`;
      problems.add(file, contract.line, what, "keep one of the two");
      continue;
    }
    tokens.set(contract.token, contract);
    reader.add(contract, Number(sheet.cells.LastPric[row]!));
  }
  return date === null ? null : reader.day(file, date);
}
