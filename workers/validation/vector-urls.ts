import type { VectorName } from "#analysis/validation/vectors/checks.ts";

/** Where the build put each file of vectors: assets of this worker alone, fetched one by one. */
export const VECTOR_URLS: Readonly<Record<VectorName, URL>> = {
  "black-76": new URL("../../tests/vectors/black-76.json", import.meta.url),
  "published-black-scholes": new URL("../../tests/vectors/published-black-scholes.json", import.meta.url),
  "implied-volatility": new URL("../../tests/vectors/implied-volatility.json", import.meta.url),
  "normalised-volatility": new URL("../../tests/vectors/normalised-volatility.json", import.meta.url),
  "strike-volatility": new URL("../../tests/vectors/strike-volatility.json", import.meta.url),
  "usable-price": new URL("../../tests/vectors/usable-price.json", import.meta.url),
  chain: new URL("../../tests/vectors/chain.json", import.meta.url),
  "discount-curve": new URL("../../tests/vectors/discount-curve.json", import.meta.url),
  "open-interest": new URL("../../tests/vectors/open-interest.json", import.meta.url),
  straddle: new URL("../../tests/vectors/straddle.json", import.meta.url),
  "build-up": new URL("../../tests/vectors/build-up.json", import.meta.url),
  "iv-statistics": new URL("../../tests/vectors/iv-statistics.json", import.meta.url),
  "constant-maturity-iv": new URL("../../tests/vectors/constant-maturity-iv.json", import.meta.url),
  "historical-volatility": new URL("../../tests/vectors/historical-volatility.json", import.meta.url),
  probability: new URL("../../tests/vectors/probability.json", import.meta.url),
  "settlement-distribution": new URL("../../tests/vectors/settlement-distribution.json", import.meta.url),
  strategy: new URL("../../tests/vectors/strategy.json", import.meta.url),
  margin: new URL("../../tests/vectors/margin.json", import.meta.url),
  charges: new URL("../../tests/vectors/charges.json", import.meta.url),
  indicators: new URL("../../tests/vectors/indicators.json", import.meta.url),
  "candle-patterns": new URL("../../tests/vectors/candle-patterns.json", import.meta.url),
};
