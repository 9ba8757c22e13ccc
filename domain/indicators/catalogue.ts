/** The indicators that charts offer: their numbers, what they answer and where that is drawn. */

import { AppError } from "../errors.ts";
import { createBollinger, createEma, createSma } from "./averages.ts";
import type { Indicator } from "./indicator.ts";
import { createMacd, createRsi } from "./oscillators.ts";
import {
  completeParams,
  factorParam,
  type IndicatorParam,
  type IndicatorParams,
  lengthParam,
} from "./params.ts";
import { createAtr, createSupertrend } from "./ranges.ts";
import { createVwap } from "./vwap.ts";

export const INDICATOR_IDS = ["sma", "ema", "bollinger", "rsi", "macd", "atr", "supertrend", "vwap"] as const;
export type IndicatorId = (typeof INDICATOR_IDS)[number];

export interface IndicatorKind {
  readonly params: readonly IndicatorParam[];
  /** What `push` answers, in its order. */
  readonly outputs: readonly string[];
  /** Over the price, at its axis, or in a pane of its own. */
  readonly place: "price" | "pane";
  /**
   * Numbers that are not given are the defaults.
   * @throws AppError request.invalid, which names the number that is wrong.
   */
  create(params?: IndicatorParams): Indicator;
}

interface Definition extends Omit<IndicatorKind, "create"> {
  /** @param values one for each of `params`, in their order, good ones */
  make(...values: number[]): Indicator;
}

function define(id: IndicatorId, { params, outputs, place, make }: Definition): IndicatorKind {
  return {
    params,
    outputs,
    place,
    create(given = {}) {
      const complete = completeParams(id, params, given);
      return make(...params.map((param) => complete[param.id]!));
    },
  };
}

function createOrderedMacd(fast: number, slow: number, signal: number): Indicator {
  if (fast < slow) return createMacd(fast, slow, signal);
  throw new AppError("request.invalid", `macd: fast is ${fast}, and must be less than slow, ${slow}`, {
    indicator: "macd",
    param: "fast",
  });
}

export const INDICATORS: Readonly<Record<IndicatorId, IndicatorKind>> = {
  sma: define("sma", {
    params: [lengthParam("length", 20)],
    outputs: ["sma"],
    place: "price",
    make: createSma,
  }),
  ema: define("ema", {
    params: [lengthParam("length", 20)],
    outputs: ["ema"],
    place: "price",
    make: createEma,
  }),
  bollinger: define("bollinger", {
    params: [lengthParam("length", 20), factorParam("deviations", 2)],
    outputs: ["middle", "upper", "lower"],
    place: "price",
    make: createBollinger,
  }),
  rsi: define("rsi", {
    params: [lengthParam("length", 14)],
    outputs: ["rsi"],
    place: "pane",
    make: createRsi,
  }),
  macd: define("macd", {
    params: [lengthParam("fast", 12), lengthParam("slow", 26), lengthParam("signal", 9)],
    outputs: ["macd", "signal", "histogram"],
    place: "pane",
    make: createOrderedMacd,
  }),
  atr: define("atr", {
    params: [lengthParam("length", 14)],
    outputs: ["atr"],
    place: "pane",
    make: createAtr,
  }),
  supertrend: define("supertrend", {
    params: [lengthParam("length", 10), factorParam("factor", 3)],
    outputs: ["line", "direction"],
    place: "price",
    make: createSupertrend,
  }),
  vwap: define("vwap", { params: [], outputs: ["vwap"], place: "price", make: createVwap }),
};
