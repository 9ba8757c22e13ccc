/** Which minutes of a session are known, and from where: 0 not at all. */
export const RECORDED = 1;
export const TOLD = 2;

/** Stretches of minutes that nothing covers. */
export function gapsOf(covered: Uint8Array, from = 0, to = covered.length): (readonly [number, number])[] {
  const gaps: (readonly [number, number])[] = [];
  for (let minute = from; minute < to; minute++) {
    if (covered[minute] !== 0) continue;
    const begin = minute;
    while (minute < to && covered[minute] === 0) minute++;
    gaps.push([begin, minute]);
  }
  return gaps;
}

/**
 * What the source may fill. Made-up minutes stand before a record, never within it: they are near what was, and not the same. A
 * broker's own fill every hole that has ended.
 */
export function stretchesToAsk(
  covered: Uint8Array,
  isMadeUp: boolean,
  isPresent: boolean,
): (readonly [number, number])[] {
  const first = covered.indexOf(RECORDED);
  if (first < 0) return covered.length === 0 ? [] : [[0, covered.length]];
  if (isMadeUp) return first === 0 ? [] : [[0, first]];
  return gapsOf(covered, 0, isPresent ? covered.lastIndexOf(RECORDED) : covered.length);
}

/** Minutes of [from, to) that nothing covers are told by the source. @returns whether there are any minutes in it */
export function cover(covered: Uint8Array, from: number, to: number): boolean {
  let isAny = false;
  for (let minute = Math.max(0, from); minute < Math.min(to, covered.length); minute++) {
    isAny = true;
    if (covered[minute] === 0) covered[minute] = TOLD;
  }
  return isAny;
}
