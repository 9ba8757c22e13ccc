/**
 * The indicators that charts offer, without what figures them: their numbers, what they answer and where that is drawn. An address is
 * read with it, and so loads no indicator; whether numbers are good is said here alone.
 */

import { AppError } from "../errors.ts";
import {
  completeParams,
  factorParam,
  type IndicatorParam,
  type IndicatorParams,
  lengthParam,
} from "./params.ts";

export const INDICATOR_IDS = ["sma", "ema", "bollinger", "rsi", "macd", "atr", "supertrend", "vwap"] as const;
export type IndicatorId = (typeof INDICATOR_IDS)[number];

export interface IndicatorTerms {
  readonly params: readonly IndicatorParam[];
  /** What `push` answers, in its order. */
  readonly outputs: readonly string[];
  /** Over the price, at its axis, or in a pane of its own. */
  readonly place: "price" | "pane";
}

export const INDICATOR_TERMS: Readonly<Record<IndicatorId, IndicatorTerms>> = {
  sma: { params: [lengthParam("length", 20)], outputs: ["sma"], place: "price" },
  ema: { params: [lengthParam("length", 20)], outputs: ["ema"], place: "price" },
  bollinger: {
    params: [lengthParam("length", 20), factorParam("deviations", 2)],
    outputs: ["middle", "upper", "lower"],
    place: "price",
  },
  rsi: { params: [lengthParam("length", 14)], outputs: ["rsi"], place: "pane" },
  macd: {
    params: [lengthParam("fast", 12), lengthParam("slow", 26), lengthParam("signal", 9)],
    outputs: ["macd", "signal", "histogram"],
    place: "pane",
  },
  atr: { params: [lengthParam("length", 14)], outputs: ["atr"], place: "pane" },
  supertrend: {
    params: [lengthParam("length", 10), factorParam("factor", 3)],
    outputs: ["line", "direction"],
    place: "price",
  },
  vwap: { params: [], outputs: ["vwap"], place: "price" },
};

/**
 * All numbers of an indicator; those that are not given are the defaults.
 * @throws AppError request.invalid, which names the number that is wrong.
 */
export function goodParams(id: IndicatorId, given: IndicatorParams = {}): IndicatorParams {
  const params = completeParams(id, INDICATOR_TERMS[id].params, given);
  const { fast, slow } = params;
  if (id === "macd" && !(fast! < slow!)) {
    throw new AppError("request.invalid", `macd: fast is ${fast}, and must be less than slow, ${slow}`, {
      indicator: "macd",
      param: "fast",
    });
  }
  return params;
}
