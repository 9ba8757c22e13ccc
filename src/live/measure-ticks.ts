/** Moments of charts of measures, from an underlying's stats. */
import { compactDate } from "#domain/calendar/ist.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { ChartMeasuresRequest } from "#protocol/http/chart-measures.ts";
import type { StatsSnapshot } from "#workers/engine/api.ts";
import type { Figure } from "./chart-columns.ts";
import { figure, follow, type Take } from "./follow-ticks.ts";
import { streamOf } from "./streams.ts";

type Measure = NonNullable<ChartMeasuresRequest["measures"]>[number];
type StatsRow = StatsSnapshot["expiries"][number];

/** By the names of calls, those that packet 5 has; null what does not stream. */
const STREAMED_AS: Readonly<Record<Exclude<Measure, "spot">, keyof StatsRow | null>> = {
  iv30: null,
  ivp: null,
  synthetic: null,
  forward: "forward",
  atm_strike: "atmStrike",
  atm_iv: "atmIv",
  pcr: "pcr",
  max_pain: "maxPain",
  call_oi: "callOi",
  put_oi: "putOi",
  call_volume: "callVolume",
  put_volume: "putVolume",
  straddle: "straddle",
  strike_iv: null,
};

interface Wanted {
  /** YYYY-MM-DD; null none */
  readonly expiry: string | null;
  readonly names: readonly Measure[];
}

/** A moment of an underlying and one of its expiries, in the order asked for; null while what is told is old. */
export function measureFigures(
  stats: StatsSnapshot | undefined,
  { expiry, names }: Wanted,
): readonly Figure[] | null {
  if (stats === undefined || stats.stale) return null;
  const compact = expiry === null ? null : compactDate(expiry as IsoDate);
  const row = stats.expiries.find((each) => each.expiry === compact);
  return names.map((name) => {
    if (name === "spot") return figure(stats.spot);
    const key = STREAMED_AS[name];
    return key === null ? null : figure(row?.[key]);
  });
}

export function measureTicks(underlying: number, wanted: Wanted, take: Take): () => void {
  return follow(
    streamOf({ kind: "stats", tokens: [underlying] }),
    (data) => measureFigures(data[0], wanted),
    take,
  );
}
