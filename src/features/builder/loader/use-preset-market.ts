import { useCallback, useMemo, useRef } from "react";
import { compactDate } from "#domain/calendar/ist.ts";
import type { ExpiryMarket } from "#domain/strategy/model.ts";
import type { PresetMarket } from "#domain/strategy/presets/build.ts";
import type { StatsSnapshot, UnderlyingSummary } from "#workers/engine/api.ts";
import { marketNow } from "../../../live/market-now.ts";
import { type Streamed, streamOf, useStream } from "../../../live/streams.ts";

/** What ready-made strategies are placed and drawn on. */
export type LoaderMarket = PresetMarket["market"];

type Stats = Streamed<readonly StatsSnapshot[]>;

const NONE = new Float64Array(0);
/** Of the at-the-money IV: a smaller change is not seen in a small picture. */
const IV_STEP = 0.005;

function expiriesOf({ data }: Stats, { expiries }: UnderlyingSummary): ExpiryMarket[] {
  const known = data?.[0]?.expiries ?? [];
  return expiries.map(({ expiry, expiryInstant }) => {
    const stats = known.find((each) => each.expiry === compactDate(expiry));
    return {
      expiry,
      expiryInstant,
      forward: stats?.forward ?? Number.NaN,
      forwardSource: (stats?.forwardSource ?? 0) as ExpiryMarket["forwardSource"],
      synthetic: Number.NaN,
      discount: 1,
      discountError: Number.NaN,
      discountSource: 0,
      discountLender: 0,
      atmIv: stats?.atmIv ?? Number.NaN,
      strikes: NONE,
      iv: NONE,
      solved: new Uint8Array(0),
    };
  });
}

function marketOf(stats: Stats, underlying: UnderlyingSummary): LoaderMarket {
  return {
    kind: underlying.kind,
    now: marketNow(underlying),
    strikeStep: underlying.strikeStep,
    expiries: expiriesOf(stats, underlying),
  };
}

/** @param steps of the figures in turn: a move of one is seen */
export function isMoved(
  before: readonly number[],
  now: readonly number[],
  steps: readonly number[],
): boolean {
  if (before.length !== now.length) return true;
  return now.some((figure, i) => {
    const was = before[i]!;
    if (Number.isNaN(was) || Number.isNaN(figure)) return Number.isNaN(was) !== Number.isNaN(figure);
    return Math.abs(figure - was) >= steps[i % steps.length]!;
  });
}

/**
 * The underlying's expiries with their forwards and IVs. Another object only when strikes or pictures could be others: most seconds
 * change nothing of them.
 */
export function usePresetMarket(underlying: UnderlyingSummary): {
  readonly market: LoaderMarket;
  /** The same as of this moment. */
  readonly read: () => LoaderMarket;
} {
  const stream = useMemo(() => streamOf({ kind: "stats", tokens: [underlying.token] }), [underlying.token]);
  const shown = useRef<{ readonly version: number; readonly figures: readonly number[] } | null>(null);
  const seen = useRef<Stats | null>(null);
  const version = useStream(stream, (stats) => {
    // Asked at every drawing of the page around it too, of the same figures.
    if (seen.current === stats) return shown.current?.version;
    seen.current = stats;
    const steps = [underlying.strikeStep / 2 || 1, IV_STEP];
    const now = expiriesOf(stats, underlying).flatMap(({ forward, atmIv }) => [forward, atmIv]);
    const before = shown.current;
    // Against what was drawn last: a price that goes to and fro over a bound redraws nothing.
    if (before === null || isMoved(before.figures, now, steps))
      shown.current = { version: (before?.version ?? 0) + 1, figures: now };
    return shown.current?.version;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version says when the market is another
  const market = useMemo(() => marketOf(stream.read(), underlying), [stream, underlying, version]);
  const read = useCallback(() => marketOf(stream.read(), underlying), [stream, underlying]);
  return { market, read };
}
