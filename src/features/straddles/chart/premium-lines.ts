/** Premiums as a chart draws them. Pure. */

import { formatFixed } from "#domain/format/number.ts";
import type { ChartLine, ChartPane } from "../../../components/chart/types.ts";
import { PRICE_AXIS } from "../../../shared/time-charts/time-chart.tsx";
import { type Premiums, strategyOf } from "../live/premium-series.ts";
import type { ShownLine } from "../straddle-page.ts";
import { LOOKS, strikeText } from "../strategies/names.ts";
import { TEXTS } from "../texts.ts";

export const priceText = (price: number): string => formatFixed(price, 2);

/** Bars whose strike is another than the one before in their session: the strike rolled to. */
export function rollsOf(
  strikes: readonly (number | null)[],
  isFirst: (i: number) => boolean,
): (number | null)[] {
  let before: number | null = null;
  return strikes.map((strike, i) => {
    if (isFirst(i)) before = null;
    const isRoll = strike !== null && before !== null && strike !== before;
    before = strike ?? before;
    return isRoll ? strike : null;
  });
}

interface Drawing {
  readonly told: Premiums;
  readonly lines: readonly ShownLine[];
  readonly hasVwap: boolean;
  /** there is no room for whole names: places say which is which */
  readonly isNarrow: boolean;
  readonly symbol: string;
  readonly strikeStep: number;
}

const spotLine = ({ told, symbol }: Drawing): ChartLine => ({
  id: "spot",
  name: symbol,
  pane: 0,
  axis: "right",
  colour: "ink-3",
  dash: [1, 3],
  width: 1.25,
  values: told.underlying_prices,
  format: priceText,
});

/** The strikes of rolling lines in a pane of their own, those of several that are the same once, and where they rolled. */
function strikeLines({ told, lines, strikeStep }: Drawing): ChartLine[] {
  const opens = new Set(told.sessions.map(({ open }) => open));
  const seen = new Set<string>();
  return lines.flatMap(({ place, text, isHidden }): ChartLine[] => {
    const { rolling = null, strike = null } = strategyOf(told, text) ?? {};
    if (rolling === null || strike === null || isHidden) return [];
    const key = `${rolling.expiry} ${rolling.reference}`;
    if (seen.has(key)) return [];
    seen.add(key);
    const look = { pane: 1, axis: "left", colour: LOOKS[place]!.colour } as const;
    const format = (value: number): string => strikeText(value, strikeStep);
    const marks = rollsOf(strike, (i) => opens.has(told.times[i]!));
    return [
      {
        ...look,
        id: `strike-${place}`,
        name: TEXTS.names.strike,
        dash: LOOKS[place]!.dash,
        width: 1.25,
        values: strike,
        format,
      },
      { ...look, id: `rolls-${place}`, name: TEXTS.names.rolls, width: 1.75, values: marks, format },
    ];
  });
}

export function premiumLines(drawing: Drawing): ChartLine[] {
  const { told, lines, hasVwap, isNarrow } = drawing;
  const shown = lines.filter(({ isHidden }) => !isHidden);
  const premiums = shown.flatMap(({ place, text, name: whole }): ChartLine[] => {
    const own = strategyOf(told, text);
    if (own === null) return [];
    const { colour, dash } = LOOKS[place]!;
    const name = isNarrow ? TEXTS.names.placed(place + 1) : whole;
    const line = { pane: 0, axis: "left", colour, format: priceText } as const;
    const average: ChartLine = {
      ...line,
      id: `vwap-${place}`,
      name: isNarrow ? TEXTS.names.vwap(String(place + 1)) : TEXTS.names.vwap(name),
      dash: [1, 2],
      width: 1,
      values: own.vwap,
    };
    return [
      { ...line, id: `premium-${place}`, name, dash, values: own.premium },
      ...(hasVwap ? [average] : []),
    ];
  });
  return [...premiums, spotLine(drawing), ...strikeLines(drawing)];
}

export function premiumPanes(lines: readonly ChartLine[]): ChartPane[] {
  const { chart } = TEXTS;
  const main: ChartPane = { name: chart.premium, weight: 1, left: PRICE_AXIS, right: PRICE_AXIS };
  const hasStrikes = lines.some(({ pane }) => pane === 1);
  return hasStrikes ? [main, { name: chart.strike, weight: 0.22, left: PRICE_AXIS, right: null }] : [main];
}

/** What is to be said of a bar: a leg of a line that is drawn stood at an earlier price. */
export const noteOf =
  (told: Premiums, lines: readonly ShownLine[]) =>
  (index: number): string | null =>
    lines.some(({ text, isHidden }) => {
      const own = isHidden ? null : strategyOf(told, text);
      return own !== null && own.premium[index] !== null && own.carried[index] === true;
    })
      ? TEXTS.chart.carried
      : null;
