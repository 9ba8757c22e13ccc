import { readdirSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import * as fc from "fast-check";
import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { describe, expect, it } from "vitest";
import type { Call } from "#protocol/http/call.ts";
import type { Endpoint } from "#protocol/http/contract.ts";
import { ENDPOINTS } from "#protocol/http/endpoints.ts";
import * as shapes from "#protocol/http/shapes.ts";
import { readerFiles } from "../../../scripts/gen/readers.ts";
import { plainSchema, type SchemaNode, shapeCode } from "../../../scripts/gen/shape-code.ts";
import { DAMAGE, damaged, valuesOf } from "../../support/http/schema-values.ts";

/** Code that a generated file would hold, as the shape that it makes there. */
function shapeOf(schema: SchemaNode): shapes.Shape {
  const make = new Function(...Object.keys(shapes), `return ${shapeCode(schema, 0)};`);
  return make(...Object.values(shapes)) as shapes.Shape;
}

interface Case {
  readonly id: string;
  readonly schema: TSchema;
  readonly shape: shapes.Shape;
}

const FOLDER = path.resolve("protocol/generated/http");
const generated = new Map(
  await Promise.all(
    readdirSync(FOLDER)
      .filter((file) => file.endsWith(".ts"))
      .map(async (file) => {
        const exported = (await import(pathToFileURL(path.join(FOLDER, file)).href)) as Readonly<
          Record<string, unknown>
        >;
        return [file, exported] as const;
      }),
  ),
);
const callOf = (file: string, name: string) =>
  generated.get(`${file}.ts`)?.[name] as Call<Endpoint> | undefined;

const ROWS = Object.entries(ENDPOINTS).flatMap(([file, rows]) =>
  Object.entries<Endpoint>(rows).map(([name, row]) => ({ file, name, row })),
);

/** Every schema of every row: answers by the shape that is generated for them, the others by one made here. */
const CASES: readonly Case[] = ROWS.flatMap(({ file, name, row }) => {
  const { params, query, headers, body, answers } = row;
  const asked = Object.entries({ params, query, headers, body }).flatMap(([part, schema]) =>
    schema === undefined ? [] : [{ id: `${file}.${name} ${part}`, schema, shape: shapeOf(schema) }],
  );
  const answer = answers[200];
  const shape = callOf(file, name)?.answer;
  return answer === undefined || shape === undefined
    ? asked
    : [...asked, { id: `${file}.${name} answer`, schema: answer, shape }];
});

describe("the generated calls", () => {
  it("are those of every row that a page may call, with its first address", () => {
    for (const { file, name, row } of ROWS) {
      const call = callOf(file, name);
      const isText = (row.answers[200] as SchemaNode | undefined)?.type === "string";
      if (row.class === "webhook" || isText) expect(call, `${file}.${name}`).toBeUndefined();
      else expect(call, `${file}.${name}`).toMatchObject({ method: row.method, path: row.paths[0] });
    }
    expect(CASES.length).toBeGreaterThan(60);
  });

  it("are written alike every time, and load no schema library", async () => {
    const [once, again] = [await readerFiles(), await readerFiles()];
    expect(again).toEqual(once);
    const written = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => `protocol/generated/http/${file}`);
    expect(Object.keys(once).sort()).toEqual(written.sort());
    for (const [file, text] of Object.entries(once)) {
      const loaded = [...text.matchAll(/^import (?!type )[^"]*"([^"]+)"/gm)].map(([, from]) => from);
      for (const from of loaded)
        expect(path.posix.join(path.dirname(file), from!), file).toMatch(
          /^protocol\/(?:generated\/http\/shapes\/[\w-]+|http\/(?:plain-)?shapes)\.ts$/,
        );
    }
  });
});

describe("a shape takes exactly what the compiled schema takes", () => {
  it.each(CASES)("$id", ({ schema, shape }) => {
    const compiled = Compile(schema);
    let refused = 0;
    const agree = (value: unknown) => {
      const fault = shape(value);
      if (fault !== null) refused += 1;
      expect({ fits: fault === null, fault, value }).toEqual({ fits: compiled.Check(value), fault, value });
    };
    const values = valuesOf(schema as SchemaNode);
    fc.assert(
      fc.property(values, fc.array(DAMAGE, { minLength: 1, maxLength: 4 }), (value, damages) => {
        expect(shape(value), "a value made from the schema").toBeNull();
        let worse = value;
        for (const damage of damages) {
          agree(damaged(value, damage));
          worse = damaged(worse, damage);
          agree(worse);
        }
      }),
      { numRuns: 100, seed: 20_261_124 },
    );
    if (plainSchema(schema as SchemaNode) !== "{}") expect(refused).toBeGreaterThan(0);
  });
});

describe("code for a schema", () => {
  it("is refused where no shape can say what the schema says", () => {
    expect(() => shapeCode({ type: "string", format: "date" } as SchemaNode, 0)).toThrow(
      'no shape knows "format"',
    );
    expect(() => shapeCode({ type: "object", additionalProperties: { type: "string" } }, 0)).toThrow(
      "any other name",
    );
    expect(() => shapeCode({ type: "bigint" }, 0)).toThrow("no shape knows the type bigint");
  });

  it("tells schemas apart by what they check, not by their words, and a member called default is no word", () => {
    const text = { type: "string" };
    expect(plainSchema({ ...text, description: "a" } as SchemaNode)).toBe(plainSchema(text));
    const withDefault = { type: "object", properties: { default: text, a: text } };
    expect(plainSchema(withDefault)).not.toBe(plainSchema({ type: "object", properties: { a: text } }));
  });
});
