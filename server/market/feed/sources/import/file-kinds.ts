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
  "PrvsClsgPric",
  "UndrlygPric",
  "OpnIntrst",
  "ChngInOpnIntrst",
  "TtlTradgVol",
  "NewBrdLotQty",
] as const;

export const CASH_COLUMNS = ["SYMBOL", "SERIES", "DATE1", "PREV_CLOSE", "CLOSE_PRICE"] as const;

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
  const whole = KINDS.filter((row) => row.columns.every((column) => header.has(column)));
  const fitting = whole.find((row) => row.option === option);
  if (fitting !== undefined) return fitting.kind;
  const [other] = whole;
  if (other !== undefined) {
    problems.add(file, 1, `this is ${other.name}, given to ${option}`, `give it to ${other.option}`);
    return null;
  }
  const share = (row: KindRow): number =>
    row.columns.filter((column) => header.has(column)).length / row.columns.length;
  const candidates = KINDS.filter((row) => row.option === option).sort((a, b) => share(b) - share(a));
  const nearest = candidates[0]!;
  if (share(nearest) === 0) {
    const names = candidates.map((row) => row.name).join(" or ");
    problems.add(file, 1, "the header is not that of any file known here", `give ${names}`);
    return null;
  }
  const missing = nearest.columns.filter((column) => !header.has(column)).join(", ");
  problems.add(file, 1, `the header lacks ${missing}`, `give ${nearest.name} with its header as published`);
  return null;
}
