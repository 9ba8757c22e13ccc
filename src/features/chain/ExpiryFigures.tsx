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
} from "#domain/format/number.ts";
import type { StatsSnapshot } from "#workers/engine/api.ts";
import { engine } from "../../live/engine-client.ts";
import { live } from "../../live/live-state.ts";
import { createPoll, type Poll, type Polled, usePolled } from "../../live/poll.ts";
import { IVP_STORY } from "../../shared/stories.ts";
import css from "./ExpiryStrip.module.css";

/** The relay says stats once a second. */
const EVERY_MS = 1000;

type ExpiryStats = StatsSnapshot["expiries"][number];

type Stats = StatsSnapshot | null;

const polls = new Map<number, Poll<Stats>>();

function statsOf(underlying: number): Poll<Stats> {
  const known = polls.get(underlying);
  if (known !== undefined) return known;
  const poll = createPoll<Stats>({
    ask: async () => (await engine().ask((api) => api.stats(engine().tabId(), [underlying])))[0] ?? null,
    stop: () => void engine().ask((api) => api.stats(engine().tabId(), [])),
    everyMs: EVERY_MS,
  });
  polls.set(underlying, poll);
  return poll;
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

const ofExpiry = ({ data }: Polled<Stats>, expiry: string): ExpiryStats | undefined =>
  data?.expiries.find((each) => each.expiry === compactDate(expiry));

/** At-the-money IV and PCR of one expiry under its date; the rest when it is pointed at. */
export function ExpiryFigures({ underlying, expiry }: Props) {
  const { phase } = useSnapshot(live).link;
  const poll = statsOf(underlying);
  // What is shown and no more, so that only a change of it is drawn: most seconds change nothing here.
  const text = usePolled(poll, (polled) => {
    const stats = ofExpiry(polled, expiry);
    return `IV ${formatIv(stats?.atmIv)} · PCR ${formatFixed(stats?.pcr, 2)}`;
  });
  const isOld = usePolled(
    poll,
    (polled) => ofExpiry(polled, expiry) !== undefined && (polled.failed || polled.data?.stale === true),
  );
  const isKnown = usePolled(poll, (polled) => ofExpiry(polled, expiry) !== undefined);
  const isStale = isOld || (isKnown && phase !== "ready");
  return (
    <span
      className={css.figures}
      {...(isStale ? { "data-stale": "" } : {})}
      onPointerEnter={(event) => {
        const stats = ofExpiry(poll.read(), expiry);
        event.currentTarget.title = stats === undefined ? "" : story(stats);
      }}
      data-testid="expiry-figures"
    >
      {text}
    </span>
  );
}
