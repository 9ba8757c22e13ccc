import { headerOf } from "./csv.ts";
import type { Problems } from "./problems.ts";

export const KITE_COLUMNS = [
  "instrument_token",
  "exchange_token",
  "tradingsymbol",
  "name",
  "expiry",
  "strike",
  "tick_size",
  "lot_size",
  "instrument_type",
  "segment",
  "exchange",
] as const;

export const FO_EOD_COLUMNS = [
  "SYMBOL",
  "TYPE",
  "EXPIRY",
  "STRIKE",
  "OPT",
  "CLOSE",
  "PREV_CLOSE",
  "UNDERLYING",
  "OI",
  "CHG_OI",
  "VOLUME",
  "LOT_SIZE",
  "DATE",
] as const;

export const UDIFF_COLUMNS = [
  "TradDt",
  "Sgmt",
  "Src",
  "FinInstrmTp",
  "FinInstrmId",
  "TckrSymb",
  "XpryDt",
  "StrkPric",
  "OptnTp",
  "FinInstrmNm",
  "ClsPric",
  "LastPric",
  "PrvsClsgPric",
  "UndrlygPric",
  "OpnIntrst",
  "ChngInOpnIntrst",
  "TtlTradgVol",
  "NewBrdLotQty",
] as const;

export const CASH_COLUMNS = ["SYMBOL", "SERIES", "DATE1", "PREV_CLOSE", "CLOSE_PRICE"] as const;

/** What a cash end of day may have beside those. */
export const CASH_DAY_COLUMNS = ["OPEN_PRICE", "HIGH_PRICE", "LOW_PRICE", "TTL_TRD_QNTY"] as const;

type FileKind = "instruments" | "fo-eod" | "udiff" | "cash";

interface KindRow {
  readonly kind: FileKind;
  readonly name: string;
  readonly option: "--instruments" | "--eod" | "--cash";
  readonly columns: readonly string[];
}

const KINDS: readonly KindRow[] = [
  { kind: "instruments", name: "a Kite instrument dump", option: "--instruments", columns: KITE_COLUMNS },
  { kind: "fo-eod", name: "an F&O end of day", option: "--eod", columns: FO_EOD_COLUMNS },
  { kind: "udiff", name: "a UDiFF F&O bhavcopy", option: "--eod", columns: UDIFF_COLUMNS },
  { kind: "cash", name: "a cash end of day", option: "--cash", columns: CASH_COLUMNS },
];

const lacks = (row: KindRow, header: ReadonlySet<string>): string[] =>
  row.columns.filter((column) => !header.has(column));

/** Kinds whose columns the header has, all of them. */
const wholeKinds = (header: ReadonlySet<string>): KindRow[] =>
  KINDS.filter((row) => lacks(row, header).length === 0);

/** Of what was wanted, the kind that the header comes nearest to, or that it comes near none. */
function tellLacking(
  file: string,
  header: ReadonlySet<string>,
  wanted: readonly KindRow[],
  problems: Problems,
): void {
  const share = (row: KindRow): number => 1 - lacks(row, header).length / row.columns.length;
  const candidates = [...wanted].sort((a, b) => share(b) - share(a));
  const nearest = candidates[0]!;
  if (share(nearest) === 0) {
    const names = candidates.map((row) => row.name).join(" or ");
    problems.add(file, 1, "the header is not that of any file known here", `give ${names}`);
    return;
  }
  const missing = lacks(nearest, header).join(", ");
  problems.add(file, 1, `the header lacks ${missing}`, `give ${nearest.name} with its header as published`);
}

/**
 * What a file is, by its header, if it is what its option takes.
 * @returns null after adding the fault: which columns are missing from the kind it comes nearest to
 */
export function kindOf(
  file: string,
  text: string,
  option: "--instruments" | "--eod" | "--cash",
  problems: Problems,
): FileKind | null {
  const header = new Set(headerOf(text));
  const whole = wholeKinds(header);
  const fitting = whole.find((row) => row.option === option);
  if (fitting !== undefined) return fitting.kind;
  const [other] = whole;
  if (other !== undefined) {
    problems.add(file, 1, `this is ${other.name}, given to ${option}`, `give it to ${other.option}`);
    return null;
  }
  tellLacking(
    file,
    header,
    KINDS.filter((row) => row.option === option),
    problems,
  );
  return null;
}

/** Which end of day of derivatives a file is; null after adding the fault. */
export function eodKindOf(file: string, text: string, problems: Problems): "fo-eod" | "udiff" | null {
  const header = new Set(headerOf(text));
  const [whole] = wholeKinds(header);
  if (whole?.kind === "fo-eod" || whole?.kind === "udiff") return whole.kind;
  const wanted = KINDS.filter((row) => row.option === "--eod");
  if (whole === undefined) tellLacking(file, header, wanted, problems);
  else {
    const names = wanted.map((row) => row.name).join(" or ");
    problems.add(file, 1, `this is ${whole.name}`, `give ${names}`);
  }
  return null;
}
