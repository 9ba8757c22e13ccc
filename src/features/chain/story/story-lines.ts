import {
  FLAG_IV_SUSPECT,
  FLAG_POP_FROM_ATM,
  FLAG_STALE_TIME_VALUE,
  liquidityWarnings,
} from "#domain/chain/flags.ts";
import { cellText, ivText, popText, strikeText } from "#domain/format/chain-cells.ts";
import type { ChainColumn, ChainViewLayout } from "#domain/format/chain-columns.ts";
import { formatFixed, formatIv } from "#domain/format/number.ts";
import type { CellStory, ContractStory } from "#protocol/frames/cell-story.ts";
import type { FigureStory, Line } from "../../../shared/provenance/provenance-lines.ts";
import { headLines } from "../head-story/head-lines.ts";
import { strikeFromForward } from "../header-story/from-forward.ts";
import { wordsOf } from "../headings.ts";
import { TEXTS } from "./texts.ts";

/** A column's cell in a row of this strike, in rupees. */
export interface ToldCell {
  readonly column: ChainColumn;
  readonly strike: number;
  readonly layout: ChainViewLayout;
}

const DAYS = 365;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

function ageText(ms: number, none: string): string {
  const { age } = TEXTS;
  if (Number.isNaN(ms)) return none;
  if (ms < MINUTE) return age.seconds(formatFixed(Math.floor(ms / SECOND), 0));
  if (ms < HOUR) return age.minutes(formatFixed(Math.floor(ms / MINUTE), 0));
  if (ms < 48 * HOUR) return age.hours(formatFixed(Math.floor(ms / HOUR), 0));
  return age.days(formatFixed(Math.floor(ms / (24 * HOUR)), 0));
}

const agesOf = ({ quoteAge, tradeAge }: ContractStory): string =>
  TEXTS.ages(ageText(quoteAge, TEXTS.age.unknown), ageText(tradeAge, TEXTS.age.never));

/** The text of the cell, as the grid has it. */
export function valueText({ column, layout }: ToldCell, story: CellStory): string {
  if (column.id === "strike") return strikeText(story.value, layout);
  const flags = (column.side === "put" ? story.put : (story.call ?? story.put))?.flags ?? 0;
  if (column.id === "iv") return ivText(column, story.value, layout, flags);
  const isChance = column.id === "pop" || column.id === "popSeller";
  return isChance ? popText(column, story.value, layout, flags) : cellText(column, story.value, layout);
}

/** What the cell is called: contract and column. */
export function titleOf({ column, strike, layout }: ToldCell): string {
  const contract = TEXTS.contracts[column.side](strikeText(strike, layout));
  return TEXTS.title(contract, wordsOf(column).spoken.toLowerCase());
}

/** Lines that stories are put together of. */
function linesOf(story: CellStory, { levelDecimals }: ChainViewLayout) {
  const { labels } = TEXTS;
  const price = (rupees: number): string => formatFixed(rupees, levelDecimals);
  const priced = (label: string, of: ContractStory | null): Line[] =>
    of === null ? [] : [[label, TEXTS.priced(price(of.price), of.priceKind)]];
  const forward: Line = [labels.forward, price(story.forward)];
  const terms: Line[] = [
    forward,
    [labels.time, TEXTS.time(formatFixed(story.years * DAYS, 2), formatFixed(story.years, 5))],
    [labels.rate, TEXTS.percent(formatFixed(story.rate * 100, 2))],
  ];
  const iv: Line = [labels.iv, TEXTS.iv(formatIv(story.iv, 2), story.ivSource)];
  const spot: Line = [labels.spot, price(story.spot)];
  return { labels, price, priced, forward, terms, iv, spot };
}

function contractLines(
  id: ChainColumn["id"],
  of: ContractStory,
  story: CellStory,
  layout: ChainViewLayout,
): Line[] {
  const { labels, price, priced, forward, terms, iv, spot } = linesOf(story, layout);
  const units = (count: number): string => formatFixed(count, 0);
  const book: Line[] = [
    [labels.bid, price(of.bid)],
    [labels.ask, price(of.ask)],
  ];
  switch (id) {
    case "ltp":
      return [[labels.previousClose, price(of.previousClose)], ...book];
    case "change":
    case "changePct":
      return [
        [labels.ltp, price(of.ltp)],
        [labels.previousClose, price(of.previousClose)],
      ];
    case "bid":
    case "ask":
      return [...book, [labels.ltp, price(of.ltp)]];
    case "oi":
    case "oiChange":
    case "oiChangePct":
      return [
        [labels.oi, units(of.oi)],
        [labels.previousOi, units(of.previousOi)],
      ];
    case "volume":
      return [
        [labels.volume, units(of.volume)],
        [labels.oi, units(of.oi)],
      ];
    case "intrinsic":
      return [forward];
    case "intrinsicSpot":
      return [spot];
    case "breakevenPct":
      return [...priced(labels.price, of), spot];
    case "timeValue":
      return [...priced(labels.price, of), forward];
    case "breakeven":
      return priced(labels.price, of);
    case "pop":
    case "popSeller":
      return [...priced(labels.price, of), ...terms, iv];
    default:
      return [...terms, iv];
  }
}

function centreLines(id: ChainColumn["id"], story: CellStory, layout: ChainViewLayout): Line[] {
  const { labels, price, priced, forward, terms, iv, spot } = linesOf(story, layout);
  const { call, put } = story;
  const prices = [...priced(labels.callPrice, call), ...priced(labels.putPrice, put)];
  switch (id) {
    case "strike":
      return [
        forward,
        spot,
        [
          labels.atmStrike,
          strikeFromForward(
            strikeText(story.atmStrike, layout),
            story.atmStrike,
            story.forward,
            layout.levelDecimals,
          ),
        ],
      ];
    case "pcr":
    case "totalOi":
      return [
        [labels.putOi, formatFixed(put?.oi, 0)],
        [labels.callOi, formatFixed(call?.oi, 0)],
      ];
    case "straddle":
    case "straddleLower":
    case "straddleUpper":
      return prices;
    case "straddleChange":
    case "straddleChangePct":
      return [
        ...prices,
        [labels.callClose, price(call?.previousClose ?? Number.NaN)],
        [labels.putClose, price(put?.previousClose ?? Number.NaN)],
      ];
    case "impliedMove":
      return [...prices, forward];
    case "iv": {
      const isCall = story.ivSide === "call";
      const of = isCall ? priced(labels.callPrice, call) : priced(labels.putPrice, put);
      return [...of, ...terms, iv];
    }
    case "ivChange":
      return [iv, [labels.previousIv, TEXTS.percent(formatIv(story.previousIv, 2))]];
    default:
      return [...terms, iv];
  }
}

/** Columns that rest on the forward. */
const FORWARD_LESS: readonly ChainColumn["id"][] = [
  "ltp",
  "change",
  "changePct",
  "intrinsicSpot",
  "breakevenPct",
  "bid",
  "ask",
  "oi",
  "oiChange",
  "oiChangePct",
  "volume",
  "breakeven",
  "pcr",
  "straddle",
  "straddleChange",
  "straddleChangePct",
  "straddleLower",
  "straddleUpper",
  "totalOi",
];
const IV_LESS: readonly ChainColumn["id"][] = [
  ...FORWARD_LESS,
  "strike",
  "timeValue",
  "intrinsic",
  "impliedMove",
];
const OF_PRICE: readonly ChainColumn["id"][] = ["timeValue", "breakeven", "breakevenPct", "pop", "popSeller"];

function warningsOf({ column }: ToldCell, story: CellStory): string[] {
  const { call, put, marketState } = story;
  const own = column.side === "call" ? call : put;
  const warnings: string[] = [];
  if (marketState === "expired") warnings.push(TEXTS.expired);
  if (marketState === "settled") warnings.push(TEXTS.settled);
  if (column.side === "centre") {
    for (const side of ["call", "put"] as const) {
      for (const name of liquidityWarnings(story[side]?.flags ?? 0))
        warnings.push(TEXTS.of[side](TEXTS.liquidity[name]));
    }
  } else if (own === null) warnings.push(TEXTS.noContract);
  else {
    warnings.push(...liquidityWarnings(own.flags).map((name) => TEXTS.liquidity[name]));
    if (OF_PRICE.includes(column.id) && (own.flags & FLAG_STALE_TIME_VALUE) !== 0)
      warnings.push(TEXTS.staleTimeValue);
    if (column.id.startsWith("pop") && (own.flags & FLAG_POP_FROM_ATM) !== 0) warnings.push(TEXTS.popFromAtm);
  }
  if (!IV_LESS.includes(column.id)) {
    const why = TEXTS.ivReasons[story.ivReason] ?? null;
    if (why !== null) warnings.push(why);
    if ((((call ?? put)?.flags ?? 0) & FLAG_IV_SUSPECT) !== 0) warnings.push(TEXTS.ivSuspect);
  }
  return warnings;
}

/** The story of a cell in words: nothing is computed here but how it is written. What it is and its formula are the heading's. */
export function toldStory(cell: ToldCell, story: CellStory): FigureStory {
  const { column, layout } = cell;
  const { call, put } = story;
  const { labels } = TEXTS;
  const own = column.side === "call" ? call : put;
  const inputs: Line[] = [];
  if (column.side === "centre") {
    inputs.push(...centreLines(column.id, story, layout));
    if (call !== null) inputs.push([labels.callAges, agesOf(call)]);
    if (put !== null) inputs.push([labels.putAges, agesOf(put)]);
  } else if (own !== null) {
    inputs.push(...contractLines(column.id, own, story, layout), [labels.ages, agesOf(own)]);
  }
  const { says, formula, letters } = headLines(column, layout);
  if (column.ofLot && layout.perLot !== null) inputs.push([labels.ofLot, formatFixed(layout.perLot, 0)]);
  return {
    formula: [says, formula, letters].filter(Boolean).join("\n"),
    inputs,
    asOf: story.asOf,
    state: story.state,
    warnings: warningsOf(cell, story),
    ...(FORWARD_LESS.includes(column.id) ? {} : { forwardSource: story.forwardSource }),
  };
}
