import type { Clock, Timer } from "../edges.ts";
import { createBeat } from "./beat.ts";

/**
 * The tick that all views share, so that thirty tabs are served in one turn and from one solution a chain.
 *
 * It falls in step with a regular feed: where its news would have to wait, one tick comes early, and from then on ticks
 * follow right after the feed's own turns. Otherwise every figure would be late by the same chance part of an interval.
 */
interface FrameClock {
  /** When a view that is due at `next` is served: not before the shared tick, nor before all of one feed turn is there. */
  due(next: number, now: number, base: number): number;
  /** News have come, to be told at `due`. @param base ms between ticks @returns when they are told */
  heard(due: number, now: number, base: number): number;
  /** Ticks at `due`, unless a tick comes before. */
  arm(due: number, now: number): void;
  /** A tick begins. @returns how early it serves views in their turn, ms; NaN when it serves only the urgent ones */
  begin(now: number, base: number): number;
}

/** Quotes and chain of one feed turn are two messages: wait for both. */
const GATHER_MS = 2;
/** Regular news that would wait longer than this bring the tick forward, at most so often. */
const PATIENCE_MS = 15;
const STEP_EVERY_MS = 2_000;

export function createFrameClock(clock: Clock, onTick: () => void): FrameClock {
  const beat = createBeat();
  let timer: Timer | null = null;
  let timerDue = Infinity;
  let tickedAt = Number.NEGATIVE_INFINITY;
  let steppedAt = Number.NEGATIVE_INFINITY;
  let isStepping = false;

  function tick(): void {
    timer = null;
    timerDue = Infinity;
    onTick();
  }

  return {
    due: (next, now, base) => Math.max(next, tickedAt + base, now + GATHER_MS),
    heard(due, now, base) {
      if (base > 0) beat.heard(now, base);
      const isLate = due !== Infinity && due - now > PATIENCE_MS;
      if (!isLate || !beat.isRegular || now - steppedAt < STEP_EVERY_MS) return due;
      steppedAt = now;
      isStepping = true;
      return now + GATHER_MS;
    },
    arm(due, now) {
      if (due === Infinity || due >= timerDue) return;
      if (timer !== null) clock.clearTimeout(timer);
      timerDue = due;
      timer = clock.setTimeout(tick, Math.ceil(due - now));
    },
    begin(now, base) {
      // A view that was served by the last tick is served by this one, however early it comes.
      const early = isStepping ? Math.max(tickedAt + base - now, 0) : 0;
      const isShared = isStepping || now >= tickedAt + base;
      isStepping = false;
      if (!isShared) return Number.NaN;
      tickedAt = now;
      return early;
    },
  };
}
