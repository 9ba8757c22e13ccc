/** 2020-01-01 UTC: seconds since then fit an unsigned 32-bit integer until 2156. */
const EPOCH_ZERO_MS = 1_577_836_800_000;

/**
 * Number of a new epoch: the second it starts in, or one above the last when that second is taken.
 * @param wall epoch ms of the machine
 * @param last newest epoch known, 0 none
 */
export function nextEpoch(wall: number, last: number): number {
  return Math.max(Math.floor((wall - EPOCH_ZERO_MS) / 1000), last + 1, 1) >>> 0;
}
