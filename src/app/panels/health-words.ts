/** How the connection stands in words: what a trader wants to know of it before any figure. */

import { formatFixed } from "#domain/format/number.ts";
import type { EngineHealth } from "#workers/engine/api.ts";
import { TEXTS as PANELS } from "./texts.ts";

const { words: TEXTS } = PANELS.health;

export type SaidHealth = Pick<
  EngineHealth,
  "state" | "feed" | "latencyMs" | "ageMs" | "gaps" | "refused" | "reconnects" | "storage"
>;

const milliseconds = (ms: number): string => (ms < 1 ? TEXTS.lessThanOne : formatFixed(ms, 0));

function stateOf({ state, feed, latencyMs, ageMs }: SaidHealth, isLate: boolean): string {
  if (feed === "refused") return TEXTS.refused;
  switch (state) {
    case "live":
      if (isLate) return TEXTS.late;
      return latencyMs === null ? TEXTS.live : TEXTS.liveWithin(milliseconds(latencyMs));
    case "stale":
      return ageMs === null ? TEXTS.silent : TEXTS.silentFor(formatFixed(ageMs / 1000, 0));
    case "backoff":
      return TEXTS.lost;
    case "offline":
      return TEXTS.offline;
    case "connecting":
    case "idle":
      return TEXTS.connecting;
  }
}

/** Sentences, the most pressing first. */
export function healthWords(health: SaidHealth, isLate: boolean): readonly string[] {
  const { gaps, refused, reconnects, storage } = health;
  return [
    stateOf(health, isLate),
    refused > 0 ? TEXTS.unread(refused) : gaps > 0 ? TEXTS.healed(gaps) : TEXTS.nothingMissing,
    ...(reconnects > 0 ? [TEXTS.reconnected(reconnects)] : []),
    ...(storage === "unavailable" ? [TEXTS.notKept] : []),
  ];
}
