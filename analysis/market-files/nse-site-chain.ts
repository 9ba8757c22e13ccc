import { parseDate, recordsOf } from "./csv.ts";
import type { Problems } from "./problems.ts";
import type { PublishedChain, PublishedOption } from "./published-chain.ts";

/** Columns of the download, calls from the left, puts mirrored. */
const CALL = { oi: 1, oiChange: 2, volume: 3, iv: 4, price: 5, bid: 8, ask: 9 } as const;
const PUT = { oi: 21, oiChange: 20, volume: 19, iv: 18, price: 17, bid: 13, ask: 14 } as const;
const STRIKE = 11;
const LEAST_CELLS = 22;
const AGAIN = "download the chain again from NSE's site";
const NAME = /option-chain-\w+-(.+?)-(\d{1,2}-[A-Za-z]{3}-\d{4})/;

/** Whether a text begins as NSE's download of a chain does. */
export const isSiteChain = (text: string): boolean => /^\uFEFF?"?CALLS"?,/.test(text);

/** "1,03,805" or "-" for none. @returns NaN for what is no figure */
function figureOf(cell: string): number {
  const plain = cell.replaceAll(",", "").trim();
  return plain === "-" || plain === "" ? 0 : Number(plain);
}

function optionOf(
  cells: readonly string[],
  type: "CE" | "PE",
  expiry: string,
  line: number,
): PublishedOption {
  const at = type === "CE" ? CALL : PUT;
  const figure = (column: keyof typeof CALL): number => figureOf(cells[at[column]]!);
  return {
    type,
    expiry,
    strike: figureOf(cells[STRIKE]!),
    price: figure("price"),
    bid: figure("bid"),
    ask: figure("ask"),
    iv: figure("iv"),
    oi: figure("oi"),
    oiChange: figure("oiChange"),
    volume: figure("volume"),
    line,
  };
}

/**
 * The CSV that NSE's site offers below its option chain: two header lines, calls left of the strike and puts right, `-` for
 * none. It names neither its day nor the spot; underlying and expiry stand in the file's name.
 * @returns null after adding the faults
 */
export function readSiteChain(file: string, text: string, problems: Problems): PublishedChain | null {
  const named = NAME.exec(file);
  const expiry = named === null ? null : parseDate(named[2]!);
  if (named === null || expiry === null) {
    const fix = "keep the name that NSE gives it, such as option-chain-ED-NIFTY-30-Jun-2026.csv";
    problems.add(file, null, "its name does not say the expiry", fix);
    return null;
  }
  const before = problems.count;
  const options: PublishedOption[] = [];
  for (const { cells, line } of recordsOf(text).slice(2)) {
    if (cells.length < LEAST_CELLS) {
      problems.add(file, line, `the row has ${cells.length} cells, not ${LEAST_CELLS} or more`, AGAIN);
      continue;
    }
    const pair = [optionOf(cells, "CE", expiry, line), optionOf(cells, "PE", expiry, line)];
    const isSound = pair.every(
      (option) =>
        option.strike > 0 &&
        [option.price, option.iv, option.oi, option.volume].every((value) => value >= 0) &&
        ![option.bid, option.ask, option.oiChange].some(Number.isNaN),
    );
    if (isSound) options.push(...pair);
    else problems.add(file, line, "a cell is neither a figure nor a dash", AGAIN);
  }
  if (problems.count > before) return null;
  if (options.length === 0) {
    problems.add(file, null, "there are no rows below the header", AGAIN);
    return null;
  }
  return { file, symbol: named[1]!, date: null, spot: Number.NaN, options, totals: null };
}
