/** Today's straddle and past expiries as a chart draws them. Pure. */

import { FEWEST_COMPARED } from "#domain/chain/premium.ts";
import { formatExpiry } from "#domain/format/date.ts";
import { formatFixed } from "#domain/format/number.ts";
import type { ChartLine, ChartPlaces } from "../../../components/chart/types.ts";
import type { ShownLine } from "../straddle-page.ts";
import { LOOKS } from "../strategies/names.ts";
import type { Expiries } from "./expiries-series.ts";
import { TEXTS } from "./texts.ts";

export const [LOW, HIGH] = ["low", "high"];

const percent = (column: readonly (number | null)[]): (number | null)[] =>
  column.map((value) => (value === null ? null : value * 100));

/** "1.18%" */
export const shareText = (value: number): string => `${formatFixed(value, 2)}%`;

/** The expiry that is compared: a rolling line's, the first of the legs' options, else the one that is nearest; null without any. */
export function comparedExpiry({ expiry, contracts }: ShownLine, nearest: string | null): string | null {
  const own = contracts.flatMap((each) =>
    each.type === "CE" || each.type === "PE" ? (each.expiry ?? []) : [],
  );
  return expiry ?? own.sort()[0] ?? nearest;
}

/** Whether there are as many past expiries as a median is told of. */
export const isCompared = ({ compared }: Expiries): boolean => compared.length >= FEWEST_COMPARED;

/** Today's line, the median with its middle half, and the past expiries that are wanted, in the order of the answer. */
export function pastLines(told: Expiries, past: readonly string[]): ChartLine[] {
  const line = { pane: 0, axis: "left", format: shareText } as const;
  const newest = told.sessions.at(-1);
  const isToday = told.running_at !== null || newest === undefined;
  const today: ChartLine = {
    ...line,
    id: "today",
    name: isToday ? TEXTS.today : TEXTS.session(formatExpiry(newest.date)),
    colour: "accent",
    width: 2.25,
    // The rest of the session has no figures yet: nothing is drawn there.
    values: percent(told.times.map((_, minute) => told.premium[minute] ?? null)),
  };
  const middle: ChartLine[] = isCompared(told)
    ? [
        {
          ...line,
          id: "median",
          name: TEXTS.median,
          colour: "ink",
          dash: [8, 4],
          values: percent(told.median),
        },
        {
          ...line,
          id: HIGH!,
          name: TEXTS.high,
          colour: "ink-2",
          dash: [2, 3],
          width: 1,
          values: percent(told.high),
        },
        {
          ...line,
          id: LOW!,
          name: TEXTS.low,
          colour: "ink-2",
          dash: [4, 3],
          width: 1,
          values: percent(told.low),
        },
      ]
    : [];
  const wanted = told.compared.filter(({ expiry }) => past.includes(expiry));
  const others = wanted.flatMap(({ expiry, premium }, i): ChartLine[] => {
    if (premium === undefined) return [];
    const { colour, dash } = LOOKS[1 + (i % (LOOKS.length - 1))]!;
    const name = TEXTS.expiry(formatExpiry(expiry));
    return [{ ...line, id: `past-${expiry}`, name, colour, dash, width: 1.25, values: percent(premium) }];
  });
  return [today, ...middle, ...others];
}

/** Minutes that names may be apart. */
const STEPS = [1, 5, 15, 30, 60, 120, 240, 480];

/** Minutes of trading to the expiry: at whole steps of them, as many as have room. */
export function placesOf({ trading_minutes: left }: Pick<Expiries, "trading_minutes">): ChartPlaces {
  const whole = (index: number): string => formatFixed(left[index] ?? Number.NaN, 0);
  return {
    name: TEXTS.column,
    text: (index) => ((left[index] ?? 0) < 0 ? TEXTS.over : TEXTS.left(whole(index))),
    value: (index) => left[index] ?? Number.NaN,
    ticks(first, end, most) {
      for (const step of STEPS) {
        const found = left
          .slice(first, end)
          .flatMap((minutes, i) =>
            minutes >= 0 && minutes % step === 0 ? [{ index: first + i, text: whole(first + i) }] : [],
          );
        if (found.length <= most) return found;
      }
      return [];
    },
  };
}
