/** The numbers that an indicator takes, and the check of them. */

import { AppError } from "../errors.ts";

export interface IndicatorParam {
  readonly id: string;
  readonly default: number;
  readonly min: number;
  readonly max: number;
  /** What one press on its field adds or takes; values between the steps are good too, where they need not be whole. */
  readonly step: number;
  readonly isWhole: boolean;
}

export type IndicatorParams = Readonly<Record<string, number>>;

/** Bars that an average looks back on. */
export const lengthParam = (id: string, fallback: number): IndicatorParam => ({
  id,
  default: fallback,
  min: 1,
  max: 500,
  step: 1,
  isWhole: true,
});

/** How many deviations or ranges a band is away. */
export const factorParam = (id: string, fallback: number): IndicatorParam => ({
  id,
  default: fallback,
  min: 0.1,
  max: 20,
  step: 0.1,
  isWhole: false,
});

function rangeOf({ min, max, isWhole }: IndicatorParam): string {
  return `a ${isWhole ? "whole " : ""}number from ${min} to ${max}`;
}

function refuse(indicator: string, id: string, text: string): never {
  throw new AppError("request.invalid", `${indicator}: ${id} ${text}`, { indicator, param: id });
}

/**
 * All numbers of an indicator; one that is not given is its default.
 * @throws AppError request.invalid, which names the number that is unknown or out of its range.
 */
export function completeParams(
  indicator: string,
  params: readonly IndicatorParam[],
  given: IndicatorParams,
): IndicatorParams {
  const unknown = Object.keys(given).find((id) => !params.some((param) => param.id === id));
  if (unknown !== undefined) {
    const names = params.map(({ id }) => id).join(", ") || "no numbers";
    refuse(indicator, unknown, `is not known; it takes ${names}`);
  }
  return Object.fromEntries(
    params.map((param) => {
      const value = given[param.id] ?? param.default;
      const isGood = value >= param.min && value <= param.max && (!param.isWhole || Number.isInteger(value));
      if (!isGood) refuse(indicator, param.id, `is ${value}, and must be ${rangeOf(param)}`);
      return [param.id, value];
    }),
  );
}
