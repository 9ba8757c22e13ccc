/** Packets 5, 7 and 101: a root block and rows, each a plain record. */
import {
  CHART_ROOT_SIZE,
  CHART_ROW_SIZE,
  HEADER_SIZE,
  ID_CHART_QUOTES,
  ID_SCREENER_STATS,
  ID_UNDERLYING_STATS,
  SCREENER_ROOT_SIZE,
  SCREENER_ROW_SIZE,
  STATS_ROOT_SIZE,
  STATS_ROW_SIZE,
  VERSION_CHART_QUOTES,
  VERSION_SCREENER_STATS,
  VERSION_UNDERLYING_STATS,
} from "../generated/layout.ts";
import * as records from "../generated/records.ts";
import { checkRows, type DecodeError, openMessage, readBlock, type Stamp } from "./blocks.ts";

interface RowCounts {
  readonly rowCount: number;
  readonly rowLength: number;
}

interface TableFormat<Root extends RowCounts, Row> {
  readonly id: number;
  readonly version: number;
  readonly rootSize: number;
  readonly rowSize: number;
  readonly readRoot: (view: DataView, at: number) => Root;
  readonly writeRoot: (view: DataView, at: number, root: Root) => void;
  readonly readRow: (view: DataView, at: number) => Row;
  readonly writeRow: (view: DataView, at: number, row: Row) => void;
}

export interface TableMessage<Root, Row> {
  readonly header: records.Header;
  readonly root: Root;
  readonly rows: readonly Row[];
}

const STATS: TableFormat<records.StatsRoot, records.StatsRow> = {
  id: ID_UNDERLYING_STATS,
  version: VERSION_UNDERLYING_STATS,
  rootSize: STATS_ROOT_SIZE,
  rowSize: STATS_ROW_SIZE,
  readRoot: records.readStatsRoot,
  writeRoot: records.writeStatsRoot,
  readRow: records.readStatsRow,
  writeRow: records.writeStatsRow,
};

const SCREENER: TableFormat<records.ScreenerRoot, records.ScreenerRow> = {
  id: ID_SCREENER_STATS,
  version: VERSION_SCREENER_STATS,
  rootSize: SCREENER_ROOT_SIZE,
  rowSize: SCREENER_ROW_SIZE,
  readRoot: records.readScreenerRoot,
  writeRoot: records.writeScreenerRoot,
  readRow: records.readScreenerRow,
  writeRow: records.writeScreenerRow,
};

const BARS: TableFormat<records.ChartRoot, records.ChartRow> = {
  id: ID_CHART_QUOTES,
  version: VERSION_CHART_QUOTES,
  rootSize: CHART_ROOT_SIZE,
  rowSize: CHART_ROW_SIZE,
  readRoot: records.readChartRoot,
  writeRoot: records.writeChartRoot,
  readRow: records.readChartRow,
  writeRow: records.writeChartRow,
};

function encodeTable<Root extends RowCounts, Row>(
  format: TableFormat<Root, Row>,
  root: Root,
  rows: readonly Row[],
  stamp: Stamp,
): Uint8Array {
  if (rows.length > 0xffff)
    throw new RangeError(`packet ${format.id}: ${rows.length} rows, at most 65535 fit`);
  const message = openMessage(
    format.id,
    format.version,
    stamp,
    format.rootSize,
    rows.length * format.rowSize,
  );
  format.writeRoot(message.view, HEADER_SIZE, root);
  rows.forEach((row, i) => {
    format.writeRow(message.view, message.tail + i * format.rowSize, row);
  });
  return message.bytes;
}

function decodeTable<Root extends RowCounts, Row>(
  format: TableFormat<Root, Row>,
  message: Uint8Array,
): TableMessage<Root, Row> | DecodeError {
  const block = readBlock(message, format.rootSize);
  if ("error" in block) return block;
  const root = format.readRoot(block.view, HEADER_SIZE);
  const fault = checkRows(message, block.tail, root, format.rowSize);
  if (fault !== null) return fault;
  const rows = Array.from({ length: root.rowCount }, (_, i) =>
    format.readRow(block.view, block.tail + i * root.rowLength),
  );
  return { header: block.header, root, rows };
}

/** Packet 5. */
export function encodeStats(
  root: Omit<records.StatsRoot, keyof RowCounts>,
  rows: readonly records.StatsRow[],
  stamp: Stamp,
): Uint8Array {
  return encodeTable(STATS, { ...root, rowCount: rows.length, rowLength: STATS_ROW_SIZE }, rows, stamp);
}

/** Packet 7. */
export function encodeScreener(rows: readonly records.ScreenerRow[], stamp: Stamp): Uint8Array {
  return encodeTable(SCREENER, { rowCount: rows.length, rowLength: SCREENER_ROW_SIZE }, rows, stamp);
}

/** Packet 101. */
export function encodeBars(rows: readonly records.ChartRow[], stamp: Stamp): Uint8Array {
  return encodeTable(BARS, { rowCount: rows.length, rowLength: CHART_ROW_SIZE }, rows, stamp);
}

export function decodeStats(
  message: Uint8Array,
): TableMessage<records.StatsRoot, records.StatsRow> | DecodeError {
  return decodeTable(STATS, message);
}

export function decodeScreener(
  message: Uint8Array,
): TableMessage<records.ScreenerRoot, records.ScreenerRow> | DecodeError {
  return decodeTable(SCREENER, message);
}

export function decodeBars(
  message: Uint8Array,
): TableMessage<records.ChartRoot, records.ChartRow> | DecodeError {
  return decodeTable(BARS, message);
}
