/** One strategy as a chart draws it: premium with its average, its legs' prices, their open interest. Pure. */

import type { MultistrikeOiResponse } from "#protocol/http/open-interest.ts";
import type { ChartLine, ChartPane } from "../../../components/chart/types.ts";
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

interface Drawing {
  readonly told: Premiums;
  readonly line: ShownLine;
  readonly legs: readonly DetailLeg[];
  /** prices and open interest of the legs; null while they are not known */
  readonly ofLegs: Legs | null;
  readonly isNarrow: boolean;
  readonly symbol: string;
  readonly strikeStep: number;
}

/** Prices lie in the second pane, open interest in the third. */
export function detailLines({
  told,
  line,
  legs,
  ofLegs,
  isNarrow,
  symbol,
  strikeStep,
}: Drawing): ChartLine[] {
  const shown = { ...line, place: 0, isHidden: false };
  const premium = premiumLines({ told, lines: [shown], hasVwap: true, isNarrow, symbol, strikeStep }).filter(
    ({ pane }) => pane === 0,
  );
  if (ofLegs === null) return premium;
  const own = (tradingsymbol: string) => ofLegs.series.find((each) => each.tradingsymbol === tradingsymbol);
  const prices = legs.map(({ contract }, i): ChartLine => {
    const { colour, dash } = LOOKS[(i + 1) % LOOKS.length]!;
    return {
      id: `leg-${contract.tradingsymbol}`,
      name: contractText(contract, strikeStep),
      pane: 1,
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
        pane: 2,
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

export function detailPanes(lines: readonly ChartLine[]): ChartPane[] {
  const { chart, detail } = TEXTS;
  const panes: ChartPane[] = [
    { name: chart.premium, weight: 1, left: PRICE_AXIS, right: PRICE_AXIS },
    { name: detail.prices, weight: 0.6, left: PRICE_AXIS, right: null },
    { name: detail.oi, weight: 0.6, left: FREE_OI_AXIS, right: null },
  ];
  return panes.slice(0, 1 + Math.max(0, ...lines.map(({ pane }) => pane)));
}
