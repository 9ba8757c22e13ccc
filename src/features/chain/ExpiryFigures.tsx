import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSnapshot } from "valtio";
import { compactDate } from "#domain/calendar/ist.ts";
import { FORWARD_SYNTHETIC } from "#domain/chain/flags.ts";
import { maxPainType, pcrType, type Sentiment } from "#domain/chain/measures.ts";
import {
  decimalsOfTick,
  formatFixed,
  formatFlexible,
  formatIv,
  formatSigned,
  UNKNOWN,
} from "#domain/format/number.ts";
import type { StatsSnapshot } from "#workers/engine/api.ts";
import { engine } from "../../live/engine.ts";
import { live } from "../../live/live-state.ts";
import css from "./ExpiryStrip.module.css";
import { IVP_STORY } from "./stories.ts";

/** The relay says stats once a second. */
const EVERY_MS = 1000;

type ExpiryStats = StatsSnapshot["expiries"][number];

const statsQuery = (underlying: number) => ({
  queryKey: ["stats", underlying],
  queryFn: async () => {
    const [stats] = await engine().ask((api) => api.stats(engine().tabId(), [underlying]));
    return stats ?? null;
  },
  // What was left is not shown as new to who comes back.
  gcTime: 0,
});

/** Asks for the underlying's stats while it is mounted and the tab is on screen; shows nothing itself. */
export function StatsPoll({ underlying }: { readonly underlying: number }) {
  useQuery({ ...statsQuery(underlying), staleTime: 0, refetchInterval: EVERY_MS });
  useEffect(() => () => void engine().ask((api) => api.stats(engine().tabId(), [])), []);
  return null;
}

const reading = (sentiment: Sentiment | null): string => (sentiment === null ? "" : `, ${sentiment}`);

/** All there is to say of an expiry, a line each. */
function story(stats: ExpiryStats): string {
  const { atmIv, atmIvPrevious, atmIvPercentile, pcr, maxPain, forward, strikeStep } = stats;
  const ivp = formatFixed(atmIvPercentile, 0);
  return [
    `ATM IV ${formatIv(atmIv)} %, ${formatSigned((atmIv - atmIvPrevious) * 100, 1)} points since the previous close`,
    Number.isNaN(atmIvPercentile) ? `IVP ${ivp}. ${IVP_STORY}` : `IVP ${ivp}`,
    `PCR ${formatFixed(pcr, 2)}${reading(pcrType(pcr))}`,
    `Max pain ${formatFixed(maxPain, decimalsOfTick(strikeStep || 1))}${reading(maxPainType(maxPain, forward, strikeStep))}`,
    `Forward ${formatFixed(forward, 2)}${stats.forwardSource === FORWARD_SYNTHETIC ? ", synthetic" : ""}`,
    `OI ${formatFlexible(stats.callOi)} calls, ${formatFlexible(stats.putOi)} puts`,
  ].join("\n");
}

interface Props {
  readonly underlying: number;
  /** YYYY-MM-DD */
  readonly expiry: string;
}

const ofExpiry = (all: StatsSnapshot | null | undefined, expiry: string): ExpiryStats | undefined =>
  all?.expiries.find((each) => each.expiry === compactDate(expiry));

/** At-the-money IV and PCR of one expiry under its date; the rest when it is pointed at. */
export function ExpiryFigures({ underlying, expiry }: Props) {
  const { phase } = useSnapshot(live).link;
  const queries = useQueryClient();
  const query = statsQuery(underlying);
  const { data, isError } = useQuery({
    ...query,
    enabled: false,
    // What is shown and no more, so that only a change of it is drawn: most seconds change nothing here.
    select: (all) => {
      const stats = ofExpiry(all, expiry);
      const text = `IV ${formatIv(stats?.atmIv)} · PCR ${formatFixed(stats?.pcr, 2)}`;
      return { text, isStale: stats !== undefined && all?.stale === true };
    },
  });
  const isStale = data !== undefined && (data.isStale || isError || phase !== "ready");
  return (
    <span
      className={css.figures}
      {...(isStale ? { "data-stale": "" } : {})}
      onPointerEnter={(event) => {
        const stats = ofExpiry(queries.getQueryData<StatsSnapshot | null>(query.queryKey), expiry);
        event.currentTarget.title = stats === undefined ? "" : story(stats);
      }}
      data-testid="expiry-figures"
    >
      {data?.text ?? `IV ${UNKNOWN} · PCR ${UNKNOWN}`}
    </span>
  );
}
