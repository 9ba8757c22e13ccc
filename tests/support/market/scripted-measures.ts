import type { UnderlyingSample } from "#server/market/bus/packed-measures.ts";

/** What a scripted feed says of an underlying and its expiries: the figures that its packets have, and what those have no field for. */
export const scriptedMeasures = (
  underlying: number,
  expiries: readonly number[],
  at: number,
): UnderlyingSample => ({
  underlying,
  at,
  spot: 24_500,
  iv30: 0.131,
  ivp: Number.NaN,
  expiries: expiries.map((expiry) => ({
    expiry,
    solvedAt: at,
    forward: 24_510,
    forwardSource: 1,
    synthetic: 24_511,
    atmStrike: 24_500,
    atmIv: 0.135,
    maxPain: 24_500,
    callOi: 65_000,
    putOi: 65_000,
    callVolume: 1_300,
    putVolume: 2_600,
    straddle: 480.25,
  })),
});
