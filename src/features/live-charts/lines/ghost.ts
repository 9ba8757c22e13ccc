/** The session before, laid under today's by the minute of the session (rule LCHART-6). Pure. */

import { formatExpiry } from "#domain/format/date.ts";
import type { ChartSession } from "#protocol/http/chart-parts.ts";
import type { ChartLine } from "../../../components/chart/types.ts";
import { TEXTS } from "../texts.ts";
import type { KindLine } from "./kind-lines.ts";

type Line = KindLine & Pick<ChartLine, "pane">;

interface Bars {
  readonly times: readonly number[];
  readonly sessions: readonly ChartSession[];
  /** of each session its contract; null where all are of one */
  readonly nearest?: readonly string[] | null;
}

/** Where in the bars each of the newest session's has the same minute of the session before it; -1 there is none. */
export function sameMinutes({ times, sessions }: Bars, from: number): readonly number[] {
  const [before, newest] = sessions.slice(-2);
  if (before === undefined || newest === undefined) return times.slice(from).map(() => -1);
  const places = new Map(times.slice(0, from).map((time, i) => [time - before.open, i]));
  return times.slice(from).map((time) => places.get(time - newest.open) ?? -1);
}

/** A line of the newest session; under it, dotted and thin, the same of the session before where anything of that is known. */
export function newestLines(
  bars: Bars,
  lines: readonly Line[],
  hasGhost: boolean,
): { readonly from: number; readonly lines: ChartLine[] } {
  const newest = bars.sessions.at(-1);
  const first = bars.times.findIndex((time) => newest !== undefined && time >= newest.open);
  const from = first < 0 ? bars.times.length : first;
  const before = bars.sessions.at(-2);
  const isSame = new Set(bars.nearest?.slice(-2)).size < 2;
  const places = sameMinutes(bars, from);
  const ghosts = lines.flatMap((line): ChartLine[] => {
    if (!hasGhost || before === undefined) return [];
    if (line.ghost === undefined || (line.ghost === "same-contract" && !isSame)) return [];
    const values = places.map((place) => line.values[place] ?? null);
    if (values.every((value) => value === null)) return [];
    const name = TEXTS.lines.ghost(line.name, formatExpiry(before.date));
    return [{ ...line, id: `${line.id} before`, name, dash: [1, 3], width: 1, values }];
  });
  return { from, lines: [...lines.map((line) => ({ ...line, values: line.values.slice(from) })), ...ghosts] };
}
