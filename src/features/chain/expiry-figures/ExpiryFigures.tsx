import { useMemo } from "react";
import { useSnapshot } from "valtio";
import { compactDate } from "#domain/calendar/ist.ts";
import { maxPainType, pcrType, type Sentiment } from "#domain/chain/measures.ts";
import { formatExpiry } from "#domain/format/date.ts";
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
import { PointedProvenance } from "../../../shared/provenance/PointedProvenance.tsx";
import type { FigureStory } from "../../../shared/provenance/provenance-lines.ts";
import css from "../ExpiryStrip.module.css";
import { TEXTS as CHAIN } from "../texts.ts";
import { TEXTS } from "./texts.ts";

type ExpiryStats = StatsSnapshot["expiries"][number];

type Stats = Streamed<readonly StatsSnapshot[]>;

const read = (figure: string, sentiment: Sentiment | null): string =>
  sentiment === null ? figure : TEXTS.story.read(figure, TEXTS.sentiments[sentiment]);

/** One standard deviation until expiry, percent of the forward. */
const movePercent = (stats: Pick<ExpiryStats, "expectedMove" | "forward"> | undefined): string =>
  formatFixed(stats === undefined ? Number.NaN : (100 * stats.expectedMove) / stats.forward, 1);

/** All there is to say of an expiry. */
function storyOf(expiry: string, state: Stats): FigureStory {
  const stats = ofExpiry(state, expiry);
  const all = state.data?.[0];
  if (stats === undefined || all === undefined) return { formula: TEXTS.formula };
  const { atmIv, atmIvPrevious, pcr, maxPain, strikeStep } = stats;
  const texts = TEXTS.story;
  const pain = formatFixed(maxPain, decimalsOfTick(strikeStep || 1));
  const ivChange = formatSigned((atmIv - atmIvPrevious) * 100, 1);
  return {
    formula: TEXTS.formula,
    inputs: [
      [texts.atmIv, texts.atmIvSince(formatIv(atmIv), ivChange)],
      [texts.ivp, formatFixed(stats.atmIvPercentile, 0)],
      [texts.pcr, read(formatFixed(pcr, 2), pcrType(pcr))],
      [texts.maxPain, read(pain, maxPainType(maxPain, stats.forward, strikeStep))],
      [texts.expectedMove, texts.moveOf(formatFixed(stats.expectedMove, 2), movePercent(stats))],
      [texts.forward, formatFixed(stats.forward, 2)],
      [texts.openInterest, texts.sides(formatFlexible(stats.callOi), formatFlexible(stats.putOi))],
    ],
    closes: { count: all.ivCloses, origins: all.ivCloseOrigins },
    forwardSource: stats.forwardSource,
    ...(all.stale || state.isOld ? { state: "stale" } : {}),
  };
}

interface Props {
  readonly underlying: number;
  /** YYYY-MM-DD */
  readonly expiry: string;
}

function ofExpiry({ data }: Stats, expiry: string): ExpiryStats | undefined {
  const date = compactDate(expiry);
  return data?.[0]?.expiries.find((each) => each.expiry === date);
}

/** At-the-money IV and PCR of one expiry under its date; the rest when it is pointed at. */
export function ExpiryFigures({ underlying, expiry }: Props) {
  const { phase } = useSnapshot(live).link;
  const stream = useMemo(() => streamOf({ kind: "stats", tokens: [underlying] }), [underlying]);
  // What is shown and no more, so that only a change of it is drawn: most seconds change nothing here.
  const text = useStream(stream, (state) => {
    const stats = ofExpiry(state, expiry);
    return CHAIN.expiries.figures(formatIv(stats?.atmIv), movePercent(stats), formatFixed(stats?.pcr, 2));
  });
  const isOld = useStream(
    stream,
    (state) => ofExpiry(state, expiry) !== undefined && (state.isOld || state.data?.[0]?.stale === true),
  );
  const isKnown = useStream(stream, (state) => ofExpiry(state, expiry) !== undefined);
  const isStale = isOld || (isKnown && phase !== "ready");
  return (
    <PointedProvenance
      className={css.figures}
      {...(isStale ? { "data-stale": "" } : {})}
      data-testid="expiry-figures"
      name={TEXTS.name(formatExpiry(expiry))}
      story={() => storyOf(expiry, stream.read())}
    >
      {text}
    </PointedProvenance>
  );
}
