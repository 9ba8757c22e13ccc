/** A figure in JSON: unknown (NaN), and what has no end, is null; a minus before zero is dropped. */
export function known(value: number): number | null {
  return Number.isFinite(value) ? value + 0 : null;
}
