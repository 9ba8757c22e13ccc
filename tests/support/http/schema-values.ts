import * as fc from "fast-check";
import type { SchemaNode } from "../../../scripts/gen/shape-code.ts";

const KEYS = fc.oneof(
  fc.string({ maxLength: 6 }),
  fc.constantFrom("a", "a\nb", "extra", "constructor", "2026-11-24"),
);

function textOf({ minLength = 0, maxLength = 30, pattern }: SchemaNode): fc.Arbitrary<unknown> {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, "u"));
  const unit = fc.constantFrom("a", "é", "😀", "\n", " ");
  return fc.string({ unit, minLength, maxLength: Math.min(maxLength, minLength + 30) });
}

function numberOf(schema: SchemaNode): fc.Arbitrary<unknown> {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const min = minimum ?? exclusiveMinimum;
  const max = maximum ?? exclusiveMaximum;
  if (schema.type === "integer") {
    return fc.integer({ min: min ?? Number.MIN_SAFE_INTEGER, max: max ?? Number.MAX_SAFE_INTEGER });
  }
  return fc.double({
    noNaN: true,
    noDefaultInfinity: true,
    ...(min === undefined ? {} : { min, minExcluded: minimum === undefined }),
    ...(max === undefined ? {} : { max, maxExcluded: maximum === undefined }),
  });
}

function objectOf({
  properties = {},
  required = [],
  patternProperties,
  minProperties,
  maxProperties,
}: SchemaNode) {
  const [only] = Object.entries(patternProperties ?? {});
  if (only !== undefined) {
    const [pattern, value] = only;
    const keys = pattern === "^.*$" ? KEYS : fc.stringMatching(new RegExp(pattern, "u"));
    return fc.dictionary(keys, valuesOf(value), { minKeys: minProperties ?? 0, maxKeys: maxProperties ?? 4 });
  }
  const members = Object.entries(properties).map(([name, schema]) => [name, valuesOf(schema)] as const);
  return fc.record(Object.fromEntries(members), { requiredKeys: [...required], noNullPrototype: true });
}

/** Values that fit a schema. */
export function valuesOf(schema: SchemaNode): fc.Arbitrary<unknown> {
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(valuesOf));
  if ("const" in schema) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "string":
      return textOf(schema);
    case "number":
    case "integer":
      return numberOf(schema);
    case "object":
      return objectOf(schema);
    case "array": {
      const { items = {}, minItems = 0, maxItems = 30 } = schema;
      if (Array.isArray(items)) return fc.tuple(...items.map(valuesOf));
      return fc.array(valuesOf(items as SchemaNode), {
        minLength: minItems,
        maxLength: Math.min(maxItems, minItems + 3),
      });
    }
    default:
      return fc.jsonValue();
  }
}

const ODD: readonly unknown[] = [
  ...[null, undefined, true, false, [], {}, [null], { a: 1 }],
  ...[0, -1, 1.5, 7, 1e13, -1e16, 4.3e12, Number.NaN, Number.POSITIVE_INFINITY],
  ...["", "x", "CE", "true", "2026-11-24", "2026-11-24\n", "x".repeat(65), "😀".repeat(64), "A".repeat(600)],
];

type Place = { readonly parent: Record<string, unknown>; readonly key: string };

function placesOf(value: unknown): Place[] {
  if (typeof value !== "object" || value === null) return [];
  const parent = value as Record<string, unknown>;
  return Object.keys(parent).flatMap((key) => [{ parent, key }, ...placesOf(parent[key])]);
}

export interface Damage {
  readonly at: number;
  readonly kind: "replace" | "remove" | "add" | "repeat";
  readonly odd: number;
}

export const DAMAGE: fc.Arbitrary<Damage> = fc.record({
  at: fc.nat(10_000),
  kind: fc.constantFrom("replace", "replace", "remove", "add", "repeat"),
  odd: fc.nat(ODD.length - 1),
});

/** The value with one thing in it changed: a member replaced, taken away or added, an item repeated. */
export function damaged(value: unknown, { at, kind, odd }: Damage): unknown {
  const root = { value: structuredClone(value) };
  const places = placesOf(root);
  const { parent, key } = places[at % places.length]!;
  const there = parent[key];
  if (kind === "remove" && parent !== root) {
    if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else delete parent[key];
  } else if (kind === "add" && typeof there === "object" && there !== null && !Array.isArray(there)) {
    (there as Record<string, unknown>)[odd % 2 === 0 ? "extra" : "a\nb"] = ODD[odd];
  } else if (kind === "repeat" && Array.isArray(there) && there.length > 0) {
    there.push(...there);
  } else parent[key] = ODD[odd];
  return root.value;
}
