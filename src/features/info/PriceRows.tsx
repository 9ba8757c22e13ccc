import { VOLUME_LEAST_DAYS, VOLUME_LOOKBACK } from "#domain/chain/average-volume.ts";
import { formatExpiry } from "#domain/format/date.ts";
import { formatFixed, formatFlexible, formatVolumeSpike, UNKNOWN } from "#domain/format/number.ts";
import type { FigureStory } from "../../shared/provenance/provenance-lines.ts";
import { futureOfExpiry } from "./future-rows.ts";
import css from "./InfoPanel.module.css";
import { useInfo } from "./info-view.ts";
import { StoryFigure } from "./StoryFigure.tsx";
import { TEXTS } from "./texts.ts";

function FuturesPrice() {
  const view = useInfo();
  const { expiry, stats, decimals, today, isStale } = view;
  const future = futureOfExpiry(view, expiry?.expiry ?? null);
  const kind = future?.kind ?? "own";
  const label =
    kind === "next"
      ? TEXTS.futures.next(formatExpiry(future?.expiry ?? "", today ?? undefined))
      : TEXTS.futures[kind];
  const story = (): FigureStory => ({
    formula: TEXTS.stories.futures[kind],
    inputs: [[TEXTS.inputs.spot, formatFixed(stats?.spot, decimals)]],
    ...(kind === "synthetic" && view.ofExpiry && { forwardSource: view.ofExpiry.forwardSource }),
    ...(isStale && { state: "stale" }),
  });
  return (
    <StoryFigure label={label} story={story} testId="info-future">
      {formatFixed(future?.price, decimals)}
    </StoryFigure>
  );
}

/** Shares traded today, and how many times as many as usual: of shares alone. */
function EquityVolume() {
  const { stats, isStale } = useInfo();
  const average = formatFlexible(stats?.averageVolume);
  const spike = formatVolumeSpike(stats?.volumeSpike);
  const days = stats?.volumeDays ?? 0;
  const story = (): FigureStory => ({
    formula: TEXTS.stories.volume,
    inputs: [
      [
        TEXTS.inputs.record(Math.max(days, VOLUME_LEAST_DAYS)),
        average === UNKNOWN ? TEXTS.noRecord(days) : TEXTS.inputs.average(average),
      ],
    ],
    ...(isStale && { state: "stale" }),
  });
  return (
    <StoryFigure
      label={TEXTS.volume}
      story={story}
      note={
        <span className={css.note}>
          {TEXTS.spike(spike, average !== UNKNOWN && days < VOLUME_LOOKBACK ? days : null)}
        </span>
      }
      testId="info-volume"
    >
      {formatFlexible(stats?.volume)}
    </StoryFigure>
  );
}

/** What futures cost, and how much of a share is traded (rule INFO-3). */
export function PriceRows() {
  const { underlying } = useInfo();
  return (
    <dl className={css.rows}>
      <FuturesPrice />
      {underlying.kind === "stock" ? <EquityVolume /> : null}
    </dl>
  );
}
