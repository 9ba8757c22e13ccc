/**
 * A chain in the layout of the CSV file that NSE's website gives (nseindia.com, Option Chain, "Download (.csv)", as of 2026): a
 * spreadsheet made for that file takes ours. OI, its change and volume are in lots there, and what is nought is a dash.
 */
import type { ChainField, SideField } from "#domain/chain/fields.ts";
import { asciiMinus, decimalsOfTick, formatFixed } from "#domain/format/number.ts";
import { CHAIN_FIELD_INDEX, HEAD_INDEX } from "#protocol/frames/chain-frame.ts";
import { type GridState, valueAt } from "#protocol/frames/grid-state.ts";
import { TEXTS } from "./texts.ts";

const SIDES = ["call", "put"] as const;
const OF_SIDE = [
  "oi",
  "oiChange",
  "volume",
  "ltp",
  "change",
  "bid",
  "ask",
] as const satisfies readonly SideField[];

/** What the file is made of. */
export const WEBSITE_FIELDS: readonly ChainField[] = [
  ...SIDES.flatMap((side) => OF_SIDE.map((field) => `${side}.${field}` as const)),
  "iv",
];

const { figures: HEADS, book: BOOK, calls: CALLS, puts: PUTS, strike: STRIKE } = TEXTS.website;
const NOTHING = "-";

function written(value: number, decimals: number): string {
  if (Number.isNaN(value)) return NOTHING;
  const text = asciiMinus(formatFixed(value, decimals));
  return /[1-9]/.test(text) ? text : NOTHING;
}

/** Rows of the file, both of its heads included. @param grid every strike of an expiry with `WEBSITE_FIELDS` */
export function websiteTable(grid: GridState): string[][] {
  const { [HEAD_INDEX.lotSize]: lot = Number.NaN, [HEAD_INDEX.tickSize]: tick = 0.05 } = grid.head;
  const decimals = Math.max(2, decimalsOfTick(tick));
  const at = (row: number, field: ChainField): number => valueAt(grid, row, CHAIN_FIELD_INDEX[field]);

  function quantity(row: number, field: ChainField): string {
    const lots = at(row, field) / lot;
    return written(lots, Number.isInteger(lots) ? 0 : 2);
  }

  function figures(row: number, side: "call" | "put"): string[] {
    return [
      quantity(row, `${side}.oi`),
      quantity(row, `${side}.oiChange`),
      quantity(row, `${side}.volume`),
      written(at(row, "iv"), 2),
      written(at(row, `${side}.ltp`), decimals),
      written(at(row, `${side}.change`), decimals),
    ];
  }

  /** Sizes of the book are not among a chain's figures. */
  const book = (row: number, side: "call" | "put"): string[] => [
    NOTHING,
    written(at(row, `${side}.bid`), decimals),
    written(at(row, `${side}.ask`), decimals),
    NOTHING,
  ];

  const rows = Array.from(grid.strikes, (strike, row) => [
    "",
    ...figures(row, "call"),
    ...book(row, "call"),
    written(strike, decimals),
    ...book(row, "put"),
    ...figures(row, "put").reverse(),
    "",
  ]);
  return [[CALLS, "", PUTS], ["", ...HEADS, ...BOOK, STRIKE, ...BOOK, ...[...HEADS].reverse(), ""], ...rows];
}
