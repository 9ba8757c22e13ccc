import { useEffect, useMemo, useRef, useState } from "react";
import { useSnapshot } from "valtio";
import type { UnderlyingSummary } from "#workers/engine/api.ts";
import { live } from "../../live/live-state.ts";
import { screener } from "../../live/screener.ts";
import { useStream } from "../../live/streams.ts";
import { useUnderlyings } from "../../live/use-underlyings.ts";
import { type MarketRow, rowOf } from "./market-rows.ts";

export interface Market {
  readonly rows: readonly MarketRow[];
  /** Figures are late: they fade, and say so. */
  readonly isStale: boolean;
  /** Nothing is known yet. */
  readonly isLoading: boolean;
  /** Why there are no instruments, in words for the reader. */
  readonly failed: string | null;
}

const NONE: readonly UnderlyingSummary[] = [];

/** Every underlying with derivatives, live once a second. */
export function useMarket(): Market {
  const answer = useUnderlyings();
  const { phase } = useSnapshot(live).link;
  const { data, isOld } = useStream(screener, (state) => state);
  const underlyings = answer?.ok ? answer.value : NONE;
  const rows = useMemo(() => underlyings.map((one) => rowOf(one, data)), [underlyings, data]);
  return {
    rows,
    isStale: data !== null && (data.stale || isOld || phase !== "ready"),
    isLoading: answer === null,
    failed: answer !== null && !answer.ok ? answer.message : null,
  };
}

/** Ranks change this often at most: who is about to press a line must not have it taken away. */
const RANK_EVERY_MS = 15_000;

/** Rows in an order that holds still for a while, with figures that do not. */
export function useRanked(
  rows: readonly MarketRow[],
  rank: (rows: readonly MarketRow[]) => readonly MarketRow[],
): readonly MarketRow[] {
  const [turn, setTurn] = useState(0);
  const rankedAt = useRef(Number.NEGATIVE_INFINITY);
  // New figures are what may change the order: without them there is nothing to rank.
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are what is looked at
  useEffect(() => {
    const now = performance.now();
    if (now - rankedAt.current < RANK_EVERY_MS) return;
    rankedAt.current = now;
    setTurn((n) => n + 1);
  }, [rows]);
  const isPriced = rows.some(({ figures }) => figures !== null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: between turns the order stays as it is
  const order = useMemo(
    () => rank(rows).map(({ underlying }) => underlying.token),
    [turn, isPriced, rows.length],
  );
  return order.flatMap((token) => rows.find(({ underlying }) => underlying.token === token) ?? []);
}
