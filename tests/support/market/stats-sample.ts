import type { encodeStats } from "#protocol/wire/codec.ts";

type Row = Parameters<typeof encodeStats>[1][number];

/** Stats of an underlying as a feed tells them; of each expiry what a test says, and figures of no interest. */
export function statsSample(
  underlying: number,
  expiries: readonly Partial<Row>[],
): Parameters<typeof encodeStats> {
  const root = {
    underlying,
    spot: 24_000,
    spotPreviousClose: 1,
    spotOpen: 1,
    spotHigh: 1,
    spotLow: 1,
    volumeSpike: Number.NaN,
    futureOi: 1,
    futureOiPrevious: 1,
    ivCloses: 0,
    ivCloseOrigins: 0,
    volume: Number.NaN,
    averageVolume: Number.NaN,
    volumeDays: 0,
  };
  const row: Row = {
    expiry: 0,
    lotSize: 65,
    forwardSource: 1,
    reserved: 0,
    futurePrice: 1,
    forward: Number.NaN,
    strikeStep: 50,
    atmStrike: 1,
    atmIv: Number.NaN,
    atmIvPrevious: 0.1,
    atmIvPercentile: Number.NaN,
    pcr: 0.9,
    maxPain: 24_000,
    callOi: 100,
    putOi: 90,
    expectedMove: Number.NaN,
    straddle: Number.NaN,
    callVolume: 0,
    putVolume: 0,
    callOiPrevious: 0,
    putOiPrevious: 0,
  };
  return [root, expiries.map((each) => ({ ...row, ...each })), { epoch: 1, sequence: 1, serverTime: 1 }];
}
