import type { VectorCheck } from "../vector-check.ts";
import { checkCandlePatterns, checkIndicators } from "./bars.ts";
import { checkChain, checkUsablePrice } from "./chains.ts";
import { checkCharges } from "./charges.ts";
import { checkDiscountCurve } from "./discounts.ts";
import { checkMargin } from "./margins.ts";
import {
  checkBuildUp,
  checkConstantMaturity,
  checkHistorical,
  checkIvStatistics,
  checkOpenInterest,
  checkProbability,
  checkStraddle,
} from "./measures.ts";
import {
  checkBlack76,
  checkImpliedVolatility,
  checkNormalised,
  checkPublished,
  checkStrikeVolatility,
} from "./pricing.ts";
import { checkSettlement } from "./settlements.ts";
import { checkStrategy } from "./strategies.ts";

/** How each file of `tests/vectors` is recomputed, in the order that a reader meets them. */
export const VECTOR_CHECKS = {
  "black-76": checkBlack76,
  "published-black-scholes": checkPublished,
  "implied-volatility": checkImpliedVolatility,
  "normalised-volatility": checkNormalised,
  "strike-volatility": checkStrikeVolatility,
  "usable-price": checkUsablePrice,
  chain: checkChain,
  "discount-curve": checkDiscountCurve,
  "open-interest": checkOpenInterest,
  straddle: checkStraddle,
  "build-up": checkBuildUp,
  "iv-statistics": checkIvStatistics,
  "constant-maturity-iv": checkConstantMaturity,
  "historical-volatility": checkHistorical,
  probability: checkProbability,
  "settlement-distribution": checkSettlement,
  strategy: checkStrategy,
  margin: checkMargin,
  charges: checkCharges,
  indicators: checkIndicators,
  "candle-patterns": checkCandlePatterns,
} as const satisfies Readonly<Record<string, VectorCheck>>;

export type VectorName = keyof typeof VECTOR_CHECKS;
export const VECTOR_NAMES = Object.keys(VECTOR_CHECKS) as VectorName[];
