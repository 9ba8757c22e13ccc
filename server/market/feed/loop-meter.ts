/** Figures are of the last full window, so that a glance shows a second or two, not the whole day. */
const WINDOW_MS = 2_000;

interface LoopFigures {
  /** packets since the start */
  readonly packets: number;
  readonly ticksPerSecond: number;
  /** share of the window spent inside turns, 0 to 1 */
  readonly busy: number;
  readonly slowestStepMs: number;
}

interface LoopMeter {
  begin(): void;
  end(packets: number): void;
  read(): LoopFigures;
}

/** @param clock monotonic milliseconds */
export function createLoopMeter(clock: () => number): LoopMeter {
  let windowStart = clock();
  let turnStart = windowStart;
  let spent = 0;
  let slowest = 0;
  let count = 0;
  let total = 0;
  let last: Omit<LoopFigures, "packets"> = { ticksPerSecond: 0, busy: 0, slowestStepMs: 0 };
  return {
    begin() {
      turnStart = clock();
    },
    end(packets) {
      const now = clock();
      const took = now - turnStart;
      spent += took;
      slowest = Math.max(slowest, took);
      count += packets;
      total += packets;
      const length = now - windowStart;
      if (length < WINDOW_MS) return;
      last = { ticksPerSecond: (count * 1000) / length, busy: spent / length, slowestStepMs: slowest };
      windowStart = now;
      spent = slowest = count = 0;
    },
    read: () => ({ packets: total, ...last }),
  };
}
