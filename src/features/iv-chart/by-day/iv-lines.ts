/** The picture as a chart takes it: lines of three panes under one cursor (rule IV-4). Pure. */

import type { HvSessions } from "#domain/chain/historical-volatility.ts";
import type { RangeEnd } from "#domain/chain/iv-range.ts";
import { formatDate, formatExpiry } from "#domain/format/date.ts";
import { formatFixed, formatIv } from "#domain/format/number.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import { axisPlain } from "../../../components/analysis/plot/axis-text.ts";
import type { ChartAxis, ChartLine, ChartPane } from "../../../components/chart/types.ts";
import { TEXTS } from "../texts.ts";
import type { IvPicture } from "./iv-picture.ts";

const { chart } = TEXTS;

const AXIS: ChartAxis = { format: axisPlain };
export const ivText = (percent: number): string => formatIv(percent / 100, 2);

const percents = (column: readonly (number | null)[]): readonly (number | null)[] =>
  column.map((value) => (value === null ? null : value * 100));

const HV_LOOKS = {
  10: { colour: "oi-call-ink", dash: [2, 3] },
  20: { colour: "ink-2", dash: [] },
  30: { colour: "oi-put-ink", dash: [6, 3] },
} as const satisfies Record<HvSessions, Pick<ChartLine, "colour" | "dash">>;

/** @param name of the volatility that is shown */
export function ivLines(
  { iv, close, hv, dates, range }: IvPicture,
  name: string,
  shown: readonly HvSessions[],
): ChartLine[] {
  const level = (id: string, text: string, value: number, dash: number[]): ChartLine => ({
    ...{ id, name: text, pane: 0, axis: "left", colour: "ink-3", dash, width: 1 },
    values: dates.map(() => (Number.isNaN(value) ? null : value * 100)),
    format: ivText,
  });
  const end = (id: "high" | "low", told: RangeEnd | null): ChartLine[] =>
    told === null ? [] : [level(id, chart[id](formatExpiry(dates[told.at]! as IsoDate)), told.iv, [2, 4])];
  return [
    {
      ...{ id: "iv", name, pane: 0, axis: "left", colour: "accent", width: 2 },
      values: percents(iv),
      format: ivText,
    },
    ...end("high", range.high),
    level("mean", chart.mean, range.mean, [6, 4]),
    ...end("low", range.low),
    ...shown.map(
      (sessions): ChartLine => ({
        ...{ id: `hv${sessions}`, name: chart.hv(sessions), pane: 1, axis: "left", ...HV_LOOKS[sessions] },
        values: percents(hv[sessions]),
        format: ivText,
      }),
    ),
    {
      ...{ id: "price", name: chart.price, pane: shown.length === 0 ? 1 : 2, axis: "left", colour: "ink" },
      values: close,
      format: (value) => formatFixed(value, 2),
    },
  ];
}

const PANES: readonly ChartPane[] = [
  { name: chart.panes.iv, weight: 0.5, left: AXIS, right: null },
  { name: chart.panes.hv, weight: 0.25, left: AXIS, right: null },
  { name: chart.panes.price, weight: 0.25, left: AXIS, right: null },
];
const PANES_WITHOUT_HV = PANES.filter(({ name }) => name !== chart.panes.hv);

export const ivPanes = (shown: readonly HvSessions[]): readonly ChartPane[] =>
  shown.length === 0 ? PANES_WITHOUT_HV : PANES;

export const dayText = (date: string): string => formatDate(date as IsoDate);
