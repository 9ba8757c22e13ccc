import { useMemo } from "react";
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
import { live } from "../../../live/live-state.ts";
import { type Streamed, streamOf, useStream } from "../../../live/streams.ts";
import { TEXTS as SHARED } from "../../../shared/texts.ts";
import css from "../ExpiryStrip.module.css";
import { TEXTS } from "./texts.ts";

type ExpiryStats = StatsSnapshot["expiries"][number];

type Stats = Streamed<readonly StatsSnapshot[]>;

const read = (figure: string, sentiment: Sentiment | null): string =>
  sentiment === null ? figure : TEXTS.story.read(figure, TEXTS.sentiments[sentiment]);

/** All there is to say of an expiry, a line each. */
function story(stats: ExpiryStats): string {
  const { atmIv, atmIvPrevious, atmIvPercentile, pcr, maxPain, strikeStep } = stats;
  const texts = TEXTS.story;
  const ivp = formatFixed(atmIvPercentile, 0);
  const pain = formatFixed(maxPain, decimalsOfTick(strikeStep || 1));
  const forward = formatFixed(stats.forward, 2);
  return [
    texts.atmIv(formatIv(atmIv), formatSigned((atmIv - atmIvPrevious) * 100, 1)),
    Number.isNaN(atmIvPercentile) ? texts.ivpUnknown(ivp, SHARED.ivpStory) : texts.ivp(ivp),
    read(texts.pcr(formatFixed(pcr, 2)), pcrType(pcr)),
    read(texts.maxPain(pain), maxPainType(maxPain, stats.forward, strikeStep)),
    stats.forwardSource === FORWARD_SYNTHETIC ? texts.syntheticForward(forward) : texts.forward(forward),
    texts.openInterest(formatFlexible(stats.callOi), formatFlexible(stats.putOi)),
  ].join("\n");
}

interface Props {
  readonly underlying: number;
  /** YYYY-MM-DD */
  readonly expiry: string;
}

const ofExpiry = ({ data }: Stats, expiry: string): ExpiryStats | undefined =>
  data?.[0]?.expiries.find((each) => each.expiry === compactDate(expiry));

/** At-the-money IV and PCR of one expiry under its date; the rest when it is pointed at. */
export function ExpiryFigures({ underlying, expiry }: Props) {
  const { phase } = useSnapshot(live).link;
  const stream = useMemo(() => streamOf({ kind: "stats", tokens: [underlying] }), [underlying]);
  // What is shown and no more, so that only a change of it is drawn: most seconds change nothing here.
  const text = useStream(stream, (state) => {
    const stats = ofExpiry(state, expiry);
    return TEXTS.shown(formatIv(stats?.atmIv), formatFixed(stats?.pcr, 2));
  });
  const isOld = useStream(
    stream,
    (state) => ofExpiry(state, expiry) !== undefined && (state.isOld || state.data?.[0]?.stale === true),
  );
  const isKnown = useStream(stream, (state) => ofExpiry(state, expiry) !== undefined);
  const isStale = isOld || (isKnown && phase !== "ready");
  return (
    <span
      className={css.figures}
      {...(isStale ? { "data-stale": "" } : {})}
      onPointerEnter={(event) => {
        const stats = ofExpiry(stream.read(), expiry);
        event.currentTarget.title = stats === undefined ? "" : story(stats);
      }}
      data-testid="expiry-figures"
    >
      {text}
    </span>
  );
}
