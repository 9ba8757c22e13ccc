import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AppError } from "#domain/errors.ts";
import { createIndicator } from "#domain/indicators/catalogue.ts";
import type { IndicatorParams } from "#domain/indicators/params.ts";
import { goodParams, INDICATOR_IDS, INDICATOR_TERMS, type IndicatorId } from "#domain/indicators/terms.ts";
import { reaching } from "./bars.ts";

function refusalOf(id: IndicatorId, params: IndicatorParams): AppError {
  try {
    createIndicator(id, params);
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error(`${id} took ${JSON.stringify(params)}`);
}

function faultOf(act: () => unknown): string | null {
  try {
    act();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

describe.each(INDICATOR_IDS)("%s", (id) => {
  const { params, outputs } = INDICATOR_TERMS[id];
  const create = (given?: IndicatorParams) => createIndicator(id, given);

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

  test("is made of exactly the numbers that are said to be good, and of those without a fault", () => {
    // Around its ends, between its steps, and anywhere.
    const value = ({ min, max }: (typeof params)[number]) =>
      fc.option(
        fc.oneof(
          fc.integer({ min: Math.floor(min) - 2, max: Math.ceil(max) + 2 }),
          fc.double({ min: min - 1, max: max + 1 }),
          fc.double(),
        ),
        { nil: undefined },
      );
    const given = fc.record(Object.fromEntries(params.map((param) => [param.id, value(param)])));
    fc.assert(
      fc.property(given, fc.constantFrom({}, {}, {}, { colour: 1 }), (numbers, more) => {
        const all = Object.fromEntries(
          Object.entries({ ...numbers, ...more }).filter(([, each]) => each !== undefined),
        ) as IndicatorParams;
        const said = faultOf(() => goodParams(id, all));
        expect(faultOf(() => create(all))).toEqual(said);
        if (said === null) expect(create(all).push(reaching(100, 1))).toHaveLength(outputs.length);
      }),
    );
  });

  test("has no two outputs and no two numbers of one name", () => {
    expect(new Set(outputs).size).toBe(outputs.length);
    expect(new Set(params.map((param) => param.id)).size).toBe(params.length);
  });
});

test("MACD's fast average is faster than its slow one", () => {
  expect(refusalOf("macd", { fast: 26 }).message).toBe("macd: fast is 26, and must be less than slow, 26");
  expect(refusalOf("macd", { slow: 5 }).details).toEqual({ indicator: "macd", param: "fast" });
  expect(() => createIndicator("macd", { fast: 1, slow: 2, signal: 1 })).not.toThrow();
});

test("oscillators and ranges have a pane of their own, the rest lies over the price", () => {
  expect(INDICATOR_IDS.filter((id) => INDICATOR_TERMS[id].place === "pane")).toEqual(["rsi", "macd", "atr"]);
});

test("a factor between two steps is good", () => {
  expect(() => createIndicator("supertrend", { factor: 2.55 })).not.toThrow();
});
