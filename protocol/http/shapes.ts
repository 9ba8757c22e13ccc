/*
 * Shapes of JSON, from which the checks of answers in `protocol/generated/http` are put together. A page loads these few lines
 * instead of a schema library; what a schema says and what its shape takes is one and the same (tests/protocol/http).
 */

import type { Shape } from "./plain-shapes.ts";

export * from "./plain-shapes.ts";

interface NumberLimits {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
}

interface TextLimits {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: RegExp;
}

interface Members {
  readonly [name: string]: Shape;
}

const ANY_KEY = /^.*$/u;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const within = (value: number, limits: NumberLimits): boolean =>
  value >= (limits.minimum ?? value) &&
  value <= (limits.maximum ?? value) &&
  (limits.exclusiveMinimum === undefined || value > limits.exclusiveMinimum) &&
  (limits.exclusiveMaximum === undefined || value < limits.exclusiveMaximum);

export const limited =
  (shape: Shape, limits: NumberLimits): Shape =>
  (value) =>
    shape(value) ?? (within(value as number, limits) ? null : "");

/** Lengths are counted in characters, not in the halves that some of them take. */
export const textOf =
  ({ minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern }: TextLimits): Shape =>
  (value) => {
    if (typeof value !== "string") return "";
    const isCounted = minLength > 1 || value.length > maxLength;
    const length = isCounted ? [...value].length : value.length;
    return length >= minLength && length <= maxLength && (pattern === undefined || pattern.test(value))
      ? null
      : "";
  };

export const oneOf =
  (...values: readonly unknown[]): Shape =>
  (value) =>
    values.includes(value) ? null : "";

export const orNull =
  (shape: Shape): Shape =>
  (value) =>
    value === null ? null : shape(value);

export const either =
  (...shapes: readonly Shape[]): Shape =>
  (value) =>
    shapes.some((shape) => shape(value) === null) ? null : "";

export const list =
  (shape: Shape, least = 0, most = Number.POSITIVE_INFINITY): Shape =>
  (value) => {
    if (!Array.isArray(value) || value.length < least || value.length > most) return "";
    for (let i = 0; i < value.length; i++) {
      const fault = shape(value[i]);
      if (fault !== null) return `[${i}]${fault}`;
    }
    return null;
  };

export const tuple =
  (...shapes: readonly Shape[]): Shape =>
  (value) => {
    if (!Array.isArray(value) || value.length !== shapes.length) return "";
    for (const [i, shape] of shapes.entries()) {
      const fault = shape(value[i]);
      if (fault !== null) return `[${i}]${fault}`;
    }
    return null;
  };

/**
 * @param optional members that may be missing
 * @param isClosed whether members of other names are refused
 */
export const object = (members: Members, optional: Members = {}, isClosed = false, least = 0): Shape => {
  const needed = Object.entries(members);
  const possible = Object.entries(optional);
  return (value) => {
    if (!isObject(value) || Object.keys(value).length < least) return "";
    for (const [name, shape] of needed) {
      const member = value[name];
      const fault = member === undefined && !(name in value) ? "" : shape(member);
      if (fault !== null) return `.${name}${fault}`;
    }
    for (const [name, shape] of possible) {
      const member = value[name];
      const fault = member === undefined ? null : shape(member);
      if (fault !== null) return `.${name}${fault}`;
    }
    if (!isClosed) return null;
    const other = Object.keys(value).find(
      (name) => !Object.hasOwn(members, name) && !Object.hasOwn(optional, name),
    );
    return other === undefined ? null : `.${other}`;
  };
};

/** An object whose members all have one shape, where their names fit. */
export const record =
  (
    shape: Shape,
    { names = ANY_KEY, isClosed = false, least = 0, most = Number.POSITIVE_INFINITY } = {},
  ): Shape =>
  (value) => {
    if (!isObject(value)) return "";
    const keys = Object.keys(value);
    if (keys.length < least || keys.length > most) return "";
    for (const name of keys) {
      const fault = names.test(name) ? shape(value[name]) : isClosed ? "" : null;
      if (fault !== null) return `.${name}${fault}`;
    }
    return null;
  };
