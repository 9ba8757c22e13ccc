import { HEAD_INDEX as H } from "#protocol/frames/chain-frame.ts";
import { CHAIN_FLAG_SIMULATED } from "#protocol/generated/layout.ts";
import type { ChainRoot } from "#protocol/generated/records.ts";
import type { SolvedChain } from "./model-cells.ts";

/**
 * Writes the figures of a whole chain into their places of a frame's head.
 * @param asOf market time of the figures, epoch ms
 * @param multiplier money per unit of price of the underlying, NaN unknown
 */
export function fillChainHead(
  head: Float64Array,
  root: ChainRoot,
  { columns, solution }: SolvedChain,
  asOf: number,
  multiplier: number,
): void {
  let callOiChange = 0;
  let putOiChange = 0;
  for (let i = 0; i < columns.count; i++) {
    callOiChange += columns.call.oi[i]! - columns.call.previousOi[i]!;
    putOiChange += columns.put.oi[i]! - columns.put.previousOi[i]!;
  }
  head[H.marketState] = root.state;
  head[H.asOf] = asOf;
  head[H.simulated] = (root.flags & CHAIN_FLAG_SIMULATED) === 0 ? 0 : 1;
  head[H.totalRows] = columns.count;
  head[H.expiryInstant] = root.expiryInstant;
  head[H.lotSize] = root.lotSize;
  head[H.multiplier] = multiplier;
  head[H.spot] = root.spot;
  head[H.spotPreviousClose] = root.spotPreviousClose;
  head[H.spotHigh] = root.spotHigh;
  head[H.spotLow] = root.spotLow;
  head[H.future] = root.future;
  head[H.forward] = solution.forward;
  head[H.forwardSource] = root.forwardSource;
  head[H.synthetic] = root.synthetic;
  head[H.discount] = root.discount;
  head[H.discountError] = root.discountError;
  head[H.discountSource] = root.discountSource;
  head[H.discountLender] = root.discountLender;
  head[H.atmStrike] = solution.atmStrike;
  head[H.atmIv] = root.atmIv;
  head[H.atmIvPrevious] = root.atmIvPrevious;
  head[H.atmIvPercentile] = root.atmIvPercentile;
  head[H.pcr] = root.pcr;
  head[H.pcrChange] = root.pcrChange;
  head[H.maxPain] = root.maxPain;
  head[H.vix] = root.vix;
  head[H.straddle] = solution.straddle;
  head[H.callOi] = solution.callOi;
  head[H.putOi] = solution.putOi;
  head[H.callVolume] = solution.callVolume;
  head[H.putVolume] = solution.putVolume;
  head[H.callOiChange] = callOiChange;
  head[H.putOiChange] = putOiChange;
  head[H.strikeStep] = root.strikeStep;
  head[H.tickSize] = root.tickSize;
  head[H.ivCloses] = root.ivCloses;
  head[H.ivCloseOrigins] = root.ivCloseOrigins;
  head[H.lastSpot] = root.lastSpot;
  head[H.iv30] = root.iv30;
  head[H.ivRank] = root.ivRank;
}
