/** Cells that changed a moment ago: a tint for 250 ms at low alpha, then nothing (rule CHAIN-6). */
const TINT_MS = 250;

export interface Tints {
  /** +1 up, −1 down, 0 none */
  of(cell: number): number;
  add(cell: number, change: number, now: number): void;
  /** Takes off and returns the cells whose tint ended. */
  expire(now: number): number[];
  nextExpiry(): number | null;
  clear(): void;
}

export function createTints(): Tints {
  // Insertion order is expiry order: every tint lasts equally long, and a renewed one is moved to the end.
  const until = new Map<number, { end: number; sign: number }>();
  return {
    of: (cell) => until.get(cell)?.sign ?? 0,
    add(cell, change, now) {
      if (!(Math.abs(change) > 0)) return;
      until.delete(cell);
      until.set(cell, { end: now + TINT_MS, sign: Math.sign(change) });
    },
    expire(now) {
      const ended: number[] = [];
      for (const [cell, tint] of until) {
        if (tint.end > now) break;
        until.delete(cell);
        ended.push(cell);
      }
      return ended;
    },
    nextExpiry() {
      for (const tint of until.values()) return tint.end;
      return null;
    },
    clear: () => until.clear(),
  };
}
