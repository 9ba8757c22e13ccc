import { describe, expect, it } from "vitest";
import {
  any,
  either,
  flag,
  integer,
  limited,
  list,
  number,
  object,
  oneOf,
  orNull,
  record,
  text,
  textOf,
  tuple,
} from "#protocol/http/shapes.ts";

describe("a shape says where a value first is something else", () => {
  const order = object(
    { id: integer, legs: list(object({ symbol: text, price: orNull(number) }), 1) },
    { tag: textOf({ maxLength: 3 }) },
    true,
  );
  const good = {
    id: 1,
    legs: [
      { symbol: "A", price: null },
      { symbol: "B", price: 2.5 },
    ],
  };

  it("nowhere, where it fits", () => {
    expect(order(good)).toBeNull();
    expect(order({ ...good, tag: "abc" })).toBeNull();
  });

  it.each([
    ["the value itself", [], ""],
    ["a member", { ...good, id: "1" }, ".id"],
    ["a member that is missing", { legs: good.legs }, ".id"],
    ["a list with too few items", { ...good, legs: [] }, ".legs"],
    ["a member of an item", { ...good, legs: [good.legs[0], { symbol: "B" }] }, ".legs[1].price"],
    ["an optional member", { ...good, tag: "abcd" }, ".tag"],
    ["a member that nothing names", { ...good, more: 1 }, ".more"],
    ["a member named as every object has one", { ...good, toString: 1 }, ".toString"],
  ])("%s", (_what, value, at) => {
    expect(order(value)).toBe(at);
  });

  it("a member of a record, an item of a tuple, a choice as a whole", () => {
    expect(record(flag)({ a: true, b: 1 })).toBe(".b");
    expect(record(any, { most: 1 })({ a: 1, b: 1 })).toBe("");
    expect(record(any, { names: /^a$/u, isClosed: true })({ b: 1 })).toBe(".b");
    expect(tuple(text, text)(["a", 1])).toBe("[1]");
    expect(tuple(text, text)(["a"])).toBe("");
    expect(either(text, object({ a: number }))({ a: "x" })).toBe("");
    expect(oneOf("A", null)("B")).toBe("");
  });
});

it("numbers are held to their limits, and texts to a length in characters", () => {
  expect(limited(integer, { minimum: 0, maximum: 5 })(5)).toBeNull();
  expect(limited(integer, { minimum: 0, maximum: 5 })(6)).toBe("");
  expect(limited(number, { exclusiveMinimum: 0 })(0)).toBe("");
  expect(limited(number, { exclusiveMaximum: 1 })(1)).toBe("");
  expect(number(Number.NaN)).toBe("");
  expect(textOf({ minLength: 2 })("😀")).toBe("");
  expect(textOf({ maxLength: 1 })("😀")).toBeNull();
  expect(textOf({ pattern: /^\d$/u })("12")).toBe("");
});
