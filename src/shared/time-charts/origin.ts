/** Where what is shown comes from, and what of it is not known. Pure. */

import { type Origin, weakerOrigin } from "#domain/chain/origin.ts";
import { formatClock, formatExpiry } from "#domain/format/date.ts";
import type { ChartSession } from "#protocol/http/open-interest.ts";
import { TEXTS } from "./texts.ts";

const MINUTE_MS = 60_000;

/** The least trustworthy of several sessions; null where nothing is known of any. */
export function originOf(sessions: readonly Pick<ChartSession, "origin">[]): Origin | null {
  let weakest: Origin | null = null;
  for (const { origin } of sessions) {
    if (origin !== null) weakest = weakest === null ? origin : weakerOrigin(weakest, origin);
  }
  return weakest;
}

/** In one line: "Recorded here since 10:02". */
export function originText(sessions: readonly ChartSession[]): string {
  const origin = originOf(sessions);
  if (origin === null) return TEXTS.origin.nothing;
  const newest = sessions.at(-1);
  if (origin !== "recorded" || newest === undefined) return TEXTS.origin.of[origin];
  const { recorded_since: since, open } = newest;
  return since !== null && since >= open + MINUTE_MS
    ? TEXTS.origin.since(formatClock(since))
    : TEXTS.origin.of.recorded;
}

/** Minutes of which nothing is known; "" where all are. */
export function gapsText(sessions: readonly ChartSession[]): string {
  const gaps = sessions.flatMap(({ date, gaps }) => gaps.map((gap) => ({ ...gap, date })));
  const minutes = Math.round(gaps.reduce((sum, { from, to }) => sum + to - from, 0) / MINUTE_MS);
  if (minutes === 0) return "";
  const first = gaps.at(-1)!;
  const where = TEXTS.gaps.span(formatClock(first.from), formatClock(first.to));
  const when = sessions.length > 1 ? `${formatExpiry(first.date)} ${where}` : where;
  return gaps.length === 1 ? TEXTS.gaps.one(minutes, when) : TEXTS.gaps.several(minutes, gaps.length, when);
}

/** Gaps of all sessions as a chart takes them. */
export const gapsOf = (sessions: readonly ChartSession[]): readonly { from: number; to: number }[] =>
  sessions.flatMap(({ gaps }) => gaps);

/** Start of what was recorded here; null where a session before it came from elsewhere. */
export const recordedSinceOf = (sessions: readonly ChartSession[]): number | null =>
  sessions.find(({ recorded_since }) => recorded_since !== null)?.recorded_since ?? null;
