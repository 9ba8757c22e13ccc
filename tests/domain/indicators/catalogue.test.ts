import { describe, expect, test } from "vitest";
import { AppError } from "#domain/errors.ts";
import { INDICATOR_IDS, INDICATORS, type IndicatorId } from "#domain/indicators/catalogue.ts";
import type { IndicatorParams } from "#domain/indicators/params.ts";
import { reaching } from "./bars.ts";

function refusalOf(id: IndicatorId, params: IndicatorParams): AppError {
  try {
    INDICATORS[id].create(params);
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error(`${id} took ${JSON.stringify(params)}`);
}

describe.each(INDICATOR_IDS)("%s", (id) => {
  const { params, outputs, create } = INDICATORS[id];

  test("takes its defaults, the least and the greatest of each number", () => {
    for (const { id: name, min, max, step, default: fallback } of params) {
      expect(fallback >= min && fallback <= max && step > 0).toBe(true);
      // MACD's averages have an order of their own.
      if (id === "macd" && name !== "signal") continue;
      for (const value of [min, max]) expect(() => create({ [name]: value })).not.toThrow();
    }
    expect(create().push(reaching(100, 1))).toHaveLength(outputs.length);
  });

  test("names a number that is out of its range, not whole, not known or not a number", () => {
    for (const { id: name, min, max, isWhole } of params) {
      const bad = [min - 1, max + 1, Number.NaN, Number.POSITIVE_INFINITY, ...(isWhole ? [min + 0.5] : [])];
      for (const value of bad) {
        const { code, message, details } = refusalOf(id, { [name]: value });
        expect(code).toBe("request.invalid");
        expect(message).toContain(`${id}: ${name} is ${value}`);
        expect(details).toEqual({ indicator: id, param: name });
      }
    }
    expect(refusalOf(id, { colour: 1 }).message).toMatch(/colour is not known; it takes \S/);
  });

  test("has no two outputs and no two numbers of one name", () => {
    expect(new Set(outputs).size).toBe(outputs.length);
    expect(new Set(params.map((param) => param.id)).size).toBe(params.length);
  });
});

test("MACD's fast average is faster than its slow one", () => {
  expect(refusalOf("macd", { fast: 26 }).message).toBe("macd: fast is 26, and must be less than slow, 26");
  expect(refusalOf("macd", { slow: 5 }).details).toEqual({ indicator: "macd", param: "fast" });
  expect(() => INDICATORS.macd.create({ fast: 1, slow: 2, signal: 1 })).not.toThrow();
});

test("oscillators and ranges have a pane of their own, the rest lies over the price", () => {
  expect(INDICATOR_IDS.filter((id) => INDICATORS[id].place === "pane")).toEqual(["rsi", "macd", "atr"]);
});

test("a factor between two steps is good", () => {
  expect(() => INDICATORS.supertrend.create({ factor: 2.55 })).not.toThrow();
});
