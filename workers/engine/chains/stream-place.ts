import type { Clock } from "../edges.ts";

/**
 * A chain stream is `waiting` for its snapshot, `synced`, or has a `gap`: a delta that is not the last sequence plus one
 * of the same epoch. A gap is healed by subscribing again; what is on screen stays, and nothing steps backwards.
 */
export type StreamStatus = "waiting" | "synced" | "gap" | "refused";

/** How far a chain's stream has come. */
export interface StreamPlace {
  readonly status: StreamStatus;
  /** -1 before the first message, as is the sequence. */
  readonly epoch: number;
  readonly sequence: number;
  /** Monotonic moment of the gap. */
  readonly gapAt: number;
  /** Whether a delta follows what is there. */
  isNext(epoch: number, sequence: number): boolean;
  /** A message has been taken. */
  reach(epoch: number, sequence: number): void;
  /** A snapshot has been taken. */
  sync(): void;
  /** A snapshot came that is older than what is there: its deltas catch up with us. */
  confirm(): void;
  /** Something is missing. @returns whether the snapshot has to be asked for, and whether this was not known before */
  miss(): "new" | "again" | "asked";
  /** The relay refuses it. */
  refuse(): void;
  /** The connection is gone. */
  lost(): void;
}

const HEAL_AGAIN_MS = 2_000;

export function createStreamPlace(clock: Clock): StreamPlace {
  /** Monotonic moment of the last request to heal a gap. */
  let healedAt = Number.NEGATIVE_INFINITY;
  const place: { -readonly [K in keyof StreamPlace]: StreamPlace[K] } = {
    status: "waiting",
    epoch: -1,
    sequence: -1,
    gapAt: Number.NEGATIVE_INFINITY,
    isNext: (epoch, sequence) =>
      place.status === "synced" && epoch === place.epoch && sequence === (place.sequence + 1) >>> 0,
    reach(epoch, sequence) {
      place.epoch = epoch;
      place.sequence = sequence;
    },
    sync() {
      place.status = "synced";
    },
    confirm() {
      if (place.status !== "gap") place.status = "synced";
    },
    miss() {
      const now = clock.monotonic();
      const isNew = place.status !== "gap";
      if (!isNew && now - healedAt < HEAL_AGAIN_MS) return "asked";
      if (isNew) place.gapAt = now;
      place.status = "gap";
      healedAt = now;
      return isNew ? "new" : "again";
    },
    refuse() {
      place.status = "refused";
    },
    lost() {
      if (place.status !== "refused") place.status = "waiting";
    },
  };
  return place;
}
