/** What figures each of the indicators that charts offer. */

import { createBollinger, createEma, createSma } from "./averages.ts";
import type { Indicator } from "./indicator.ts";
import { createMacd, createRsi } from "./oscillators.ts";
import type { IndicatorParams } from "./params.ts";
import { createAtr, createSupertrend } from "./ranges.ts";
import { goodParams, INDICATOR_TERMS, type IndicatorId } from "./terms.ts";
import { createVwap } from "./vwap.ts";

/** Each takes a value for each of its `params`, in their order, good ones. */
const MAKERS: Readonly<Record<IndicatorId, (...values: number[]) => Indicator>> = {
  sma: createSma,
  ema: createEma,
  bollinger: createBollinger,
  rsi: createRsi,
  macd: createMacd,
  atr: createAtr,
  supertrend: createSupertrend,
  vwap: createVwap,
};

/**
 * An indicator that has taken in nothing yet; numbers that are not given are the defaults.
 * @throws AppError request.invalid, which names the number that is wrong.
 */
export function createIndicator(id: IndicatorId, given?: IndicatorParams): Indicator {
  const good = goodParams(id, given);
  return MAKERS[id](...INDICATOR_TERMS[id].params.map((param) => good[param.id]!));
}
