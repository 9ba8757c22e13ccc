/** One strategy as a chart draws it: premium with its average and indicators, its legs' prices, their open interest. Pure. */

import type { MultistrikeOiResponse } from "#protocol/http/open-interest.ts";
import { axisPlain } from "../../../components/analysis/plot/axis-text.ts";
import type { ChartLine, ChartPane } from "../../../components/chart/types.ts";
import { type ChosenIndicator, isInPane } from "../../../shared/indicators/chosen.ts";
import type { Drawing as IndicatorDrawing, Look } from "../../../shared/indicators/indicator-lines.ts";
import { nameOf } from "../../../shared/indicators/texts.ts";
import { type Column, sumOf } from "../../../shared/time-charts/lines.ts";
import { FREE_OI_AXIS, oiText } from "../../../shared/time-charts/oi-text.ts";
import { PRICE_AXIS } from "../../../shared/time-charts/time-chart.tsx";
import { premiumLines, priceText } from "../chart/premium-lines.ts";
import type { Premiums } from "../live/premium-series.ts";
import type { ShownLine } from "../straddle-page.ts";
import { contractText, LOOKS } from "../strategies/names.ts";
import { TEXTS } from "../texts.ts";
import type { DetailLeg } from "./legs-of.ts";

type Legs = MultistrikeOiResponse["payload"];

/** A column of one answer at the bars of another. */
function atTimes(column: Column, from: readonly number[], to: readonly number[]): Column {
  const placeOf = new Map(from.map((time, i) => [time, i]));
  return to.map((time) => {
    const place = placeOf.get(time);
    return place === undefined ? null : (column[place] ?? null);
  });
}

/** Beside a premium, its average and the underlying: none looks like these. */
const INDICATOR_LOOKS: readonly Look[] = [
  { colour: "warn", dash: [6, 3] },
  { colour: "buy", dash: [2, 3] },
  { colour: "sell", dash: [8, 3, 2, 3] },
  { colour: "ink-2", dash: [4, 2] },
  { colour: "oi-put-ink", dash: [10, 3] },
];

/** CSS pixels on a wide screen and on a narrow one, without indicators and for each pane of them. */
const HEIGHTS = [560, 520] as const;
const PANE_HEIGHTS = [104, 88] as const;

export function heightsOf(chosen: readonly ChosenIndicator[]): readonly [wide: number, narrow: number] {
  const own = chosen.filter(isInPane).length;
  return [HEIGHTS[0] + own * PANE_HEIGHTS[0], HEIGHTS[1] + own * PANE_HEIGHTS[1]];
}

interface Drawing {
  readonly told: Premiums;
  readonly line: ShownLine;
  readonly legs: readonly DetailLeg[];
  /** prices and open interest of the legs; null while they are not known */
  readonly ofLegs: Legs | null;
  readonly chosen: readonly ChosenIndicator[];
  /** Lines of what is chosen; null while the premium is not known, or what figures them is not there. */
  readonly indicatorsOf: ((drawing: IndicatorDrawing) => readonly ChartLine[]) | null;
  readonly isNarrow: boolean;
  readonly symbol: string;
  readonly strikeStep: number;
}

/** Under the premium lie the indicators that have panes of their own, then prices, then open interest. */
export function detailLines({
  told,
  line,
  legs,
  ofLegs,
  chosen,
  indicatorsOf,
  isNarrow,
  symbol,
  strikeStep,
}: Drawing): ChartLine[] {
  const shown = { ...line, place: 0, isHidden: false };
  const premium = premiumLines({ told, lines: [shown], hasVwap: true, isNarrow, symbol, strikeStep }).filter(
    ({ pane }) => pane === 0,
  );
  if (indicatorsOf !== null)
    premium.push(...indicatorsOf({ firstPane: 1, format: priceText, looks: INDICATOR_LOOKS }));
  if (ofLegs === null) return premium;
  const pricePane = 1 + chosen.filter(isInPane).length;
  const own = (tradingsymbol: string) => ofLegs.series.find((each) => each.tradingsymbol === tradingsymbol);
  const prices = legs.map(({ contract }, i): ChartLine => {
    const { colour, dash } = LOOKS[(i + 1) % LOOKS.length]!;
    return {
      id: `leg-${contract.tradingsymbol}`,
      name: contractText(contract, strikeStep),
      pane: pricePane,
      axis: "left",
      colour,
      dash,
      values: atTimes(own(contract.tradingsymbol)?.price ?? [], ofLegs.times, told.times),
      format: priceText,
    };
  });
  const oi = (["CE", "PE"] as const).flatMap((type): ChartLine[] => {
    const of = legs.filter(({ contract }) => contract.type === type);
    if (of.length === 0) return [];
    const columns = of.map(({ contract }) => own(contract.tradingsymbol)?.oi ?? []);
    return [
      {
        id: `oi-${type}`,
        name: type === "CE" ? TEXTS.detail.callOi : TEXTS.detail.putOi,
        pane: pricePane + 1,
        axis: "left",
        colour: type === "CE" ? "oi-call-ink" : "oi-put-ink",
        ...(type === "PE" && { dash: [6, 3] }),
        values: atTimes(sumOf(columns, ofLegs.times.length), ofLegs.times, told.times),
        format: oiText,
      },
    ];
  });
  return [...premium, ...prices, ...oi];
}

export function detailPanes(
  lines: readonly ChartLine[],
  indicators: readonly ChosenIndicator[],
): ChartPane[] {
  const { chart, detail } = TEXTS;
  const panes: ChartPane[] = [
    { name: chart.premium, weight: 1, left: PRICE_AXIS, right: PRICE_AXIS },
    ...indicators
      .filter(isInPane)
      .map((each) => ({ name: nameOf(each), weight: 0.35, left: { format: axisPlain }, right: null })),
    { name: detail.prices, weight: 0.6, left: PRICE_AXIS, right: null },
    { name: detail.oi, weight: 0.6, left: FREE_OI_AXIS, right: null },
  ];
  return panes.slice(0, 1 + Math.max(0, ...lines.map(({ pane }) => pane)));
}
