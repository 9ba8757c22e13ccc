import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { partOf, WrittenColumn, writePayload } from "#server/capabilities/charts/written-json.ts";

const figures = fc.array(
  fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null)),
);

describe("a payload whose columns are written in parts", () => {
  it("is the JSON that all of it is at once", () => {
    fc.assert(
      fc.property(fc.array(figures), fc.jsonValue(), fc.string(), (parts, beside, name) => {
        const column = new WrittenColumn();
        for (const part of parts) column.parts.push(partOf(part));
        const of = (own: unknown) => ({
          [name]: beside,
          list: [own, "₹ – ü", { own, none: [], nothing: {} }],
        });
        const written = Buffer.concat(writePayload(of(column)).pieces).toString();
        expect(written).toBe(JSON.stringify(of(parts.flat())));
      }),
    );
  });
});
