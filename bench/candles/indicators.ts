/** One bar more after 10,000, for every indicator there is: as the catalogue takes it, and as charts have their columns of it. */
import { createIndicator } from "#domain/indicators/catalogue.ts";
import { type BarColumns, barAt } from "#domain/indicators/columns.ts";
import { INDICATOR_IDS } from "#domain/indicators/terms.ts";
import { barColumns, createBarIndicators } from "#src/features/chart/picture/bar-indicators.ts";
import { linesOf } from "#src/features/chart/picture/picture.ts";
import type { Bars } from "#src/features/chart/series/bars-series.ts";
import { defaultOf, paramsOf } from "#src/shared/indicators/chosen.ts";
import { createIndicatorFeed } from "#src/shared/indicators/indicator-feed.ts";
import { columnsOfBars, type IndicatorColumns } from "#src/shared/indicators/indicator-lines.ts";
import { type Context, compareTimes, distribution, median, type Table } from "../harness.ts";
import { goals } from "./goals.ts";

const BARS = 10_000;
const MINUTE_MS = 60_000;
const FIRST = 1_700_000_000_000;
/** One of them alone is too short for the clock. */
const PUSHES = 1000;

const PUSHED = "one bar pushed";
const GOES_ON = "columns of a chart that go on";
const DRAWN = "lines of the chart's page, its columns going on";
const ANEW = "columns figured anew of all bars";

const ALL = INDICATOR_IDS.map(defaultOf);
const SYMBOL = "RELIANCE";
const CHOSEN = { shape: "candles", isLog: false, indicators: ALL, interval: "1" } as const;

/** Bars of a share as its page is told them, and how one more comes. */
function growing(): { readonly told: Bars; append(): void } {
  const told: Bars = {
    ...{ tradingsymbol: SYMBOL, instrument_token: 738_561, instrument_type: "EQ", interval: "1M" },
    ...{ times: [], open: [], high: [], low: [], close: [], volume: [], oi: null },
    ...{ carried: [], running_at: null, sessions: [] },
  };
  let price = 1500;
  const append = (): void => {
    const i = told.times.length;
    const open = price;
    price += Math.sin(i / 150) * 0.3 + Math.sin(i * 12.9898);
    told.times.push(FIRST + i * MINUTE_MS);
    told.open.push(open);
    told.high.push(Math.max(open, price) + 0.5);
    told.low.push(Math.min(open, price) - 0.5);
    told.close.push(price);
    told.volume!.push(1000 + 500 * Math.sin(i));
  };
  for (let i = 0; i < BARS; i += 1) append();
  return { told, append };
}

const figure = (columnsOf: IndicatorColumns): void => {
  for (const chosen of ALL) columnsOf(chosen);
};

/** Columns with a bar more at their end, as arrays that an indicator reads. */
function appended(columns: BarColumns): BarColumns {
  const last = columns.close.length - 1;
  const longer = (column: ArrayLike<number>): Float64Array => {
    const next = new Float64Array(column.length + 1);
    next.set(column);
    next[column.length] = column[last]! + 1;
    return next;
  };
  const { open, high, low, close, volume } = columns;
  return {
    ...{ open: longer(open), high: longer(high), low: longer(low), close: longer(close) },
    volume: longer(volume),
  };
}

/** What is timed, each with bars of its own. */
function ways(): { readonly name: string; once(): void }[] {
  const bars = barColumns(growing().told);
  const taken = INDICATOR_IDS.map((id) => createIndicator(id, paramsOf(defaultOf(id))));
  for (const indicator of taken) for (let i = 0; i < BARS; i += 1) indicator.push(barAt(bars, i));
  const bar = barAt(bars, BARS - 1);
  const feed = createIndicatorFeed();
  figure(feed(bars, BARS));
  const page = growing();
  const indicatorsOf = createBarIndicators();
  const draw = ({ told }: typeof page): unknown => linesOf(told, SYMBOL, CHOSEN, indicatorsOf);
  draw(page);
  let [going, anew] = [bars, bars];
  return [
    {
      name: PUSHED,
      once() {
        for (let i = 0; i < PUSHES; i += 1) for (const indicator of taken) indicator.push(bar);
      },
    },
    {
      name: GOES_ON,
      once() {
        going = appended(going);
        figure(feed(going, going.close.length));
      },
    },
    {
      name: DRAWN,
      once() {
        page.append();
        draw(page);
      },
    },
    {
      name: ANEW,
      once() {
        anew = appended(anew);
        figure(columnsOfBars(anew));
      },
    },
  ];
}

export async function indicatorTable(context: Context): Promise<Table> {
  const timed = await compareTimes(ways(), context, "indicators");
  const times = new Map(
    timed.map(({ name, rounds }) => [name, name === PUSHED ? rounds.map((ms) => ms / PUSHES) : rounds]),
  );
  const of = (name: string): number => median(times.get(name)!);
  return {
    title: `One bar after ${BARS.toLocaleString("en")}, all ${ALL.length} indicators, in Node`,
    unit: "ms",
    better: "lower",
    rows: [...times].map(([name, rounds]) => distribution(name, rounds)),
    ratios: [
      { what: `all indicators, ${PUSHED}`, value: of(PUSHED), ...goals.indicators },
      { what: `all indicators, ${GOES_ON}`, value: of(GOES_ON), ...goals.indicators },
      { what: `all indicators, ${DRAWN}`, value: of(DRAWN), unit: "ms", isPublished: true },
      { what: `all indicators, ${GOES_ON} / ${ANEW}`, value: of(GOES_ON) / of(ANEW) },
    ],
  };
}
