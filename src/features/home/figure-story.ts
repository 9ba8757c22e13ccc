import { formatExpiry } from "#domain/format/date.ts";
import { decimalsOfTick, formatFixed, formatIv } from "#domain/format/number.ts";
import type { FigureStory, Line } from "../../shared/provenance/provenance-lines.ts";
import type { MarketRow } from "./market-rows.ts";
import { TEXTS } from "./texts.ts";

const { table: TABLE, story: WORDS } = TEXTS;

/** Figures of a line, by what they are made of. */
const FORMULAS = {
  spot: TABLE.spotStory,
  change: TABLE.changeStory,
  changePct: TABLE.changeStory,
  dayRange: TABLE.dayRangeStory,
  atmIv: TABLE.atmIvStory,
  ivChange: TABLE.ivChangeStory,
  pcr: TABLE.pcrStory,
  maxPain: TABLE.maxPainStory,
  oiChange: TEXTS.movers.active.story,
} as const;
export type HomeFigure = keyof typeof FORMULAS;

export const isHomeFigure = (name: string | undefined): name is HomeFigure =>
  name !== undefined && Object.hasOwn(FORMULAS, name);

export const spotDecimals = ({ underlying }: MarketRow): number =>
  Math.max(2, decimalsOfTick(underlying.spotTickSize));

function inputsOf(figure: HomeFigure, row: MarketRow): readonly Line[] {
  const { figures, expiry } = row;
  const price = (rupees: number | undefined): string => formatFixed(rupees, spotDecimals(row));
  const percent = (fraction: number | undefined): string => WORDS.percent(formatIv(fraction));
  const spot: Line = [WORDS.spot, price(figures?.spot)];
  const close: Line = [WORDS.previousClose, price(figures?.spotPreviousClose)];
  const range: readonly Line[] = [
    [WORDS.low, price(figures?.spotLow)],
    [WORDS.high, price(figures?.spotHigh)],
  ];
  const of: readonly Line[] = expiry === null ? [] : [[WORDS.expiry, formatExpiry(expiry)]];
  const forward: Line = [WORDS.forward, price(figures?.forward)];
  const previousIv: Line = [WORDS.previousAtmIv, percent(figures?.atmIvPrevious)];
  switch (figure) {
    case "spot":
      return [close, ...range];
    case "change":
    case "changePct":
      return [spot, close];
    case "dayRange":
      return [[WORDS.open, price(figures?.spotOpen)], ...range, spot];
    case "atmIv":
      return [...of, forward, previousIv];
    case "ivChange":
      return [...of, [WORDS.atmIv, percent(figures?.atmIv)], previousIv];
    case "pcr":
      return of;
    case "maxPain":
      return [...of, forward];
    case "oiChange":
      return [
        [WORDS.futureOi, formatFixed(figures?.futureOi, 0)],
        [WORDS.previousFutureOi, formatFixed(figures?.futureOiPrevious, 0)],
        spot,
        close,
      ];
  }
}

/** How a figure of a line came to be. */
export function storyOf(figure: HomeFigure, row: MarketRow, isStale: boolean): FigureStory {
  return {
    formula: FORMULAS[figure],
    inputs: inputsOf(figure, row),
    ...(isStale ? { state: "stale" } : {}),
  };
}
