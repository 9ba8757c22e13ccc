import { describe, expect, it } from "vitest";
import { createLazySerializers } from "#server/platform/http/lazy-serializers.ts";

/** A schema that counts how often it is read: building a serializer reads it, using one does not. */
function createSchema() {
  const seen = { reads: 0 };
  const schema = {
    type: "object",
    get properties() {
      seen.reads += 1;
      return { code: { type: "string" } };
    },
  };
  return { seen, schema };
}

describe("serializers of answers", () => {
  it("are built with the first answer, once for all routes that share a schema", () => {
    const { seen, schema } = createSchema();
    const compile = createLazySerializers()({}, {});
    const one = compile({ method: "GET", url: "/one", httpStatus: "400", schema });
    const other = compile({ method: "GET", url: "/other", httpStatus: "404", schema });
    expect(seen.reads).toBe(0);
    expect(one({ code: "request.invalid", secret: 1 })).toBe('{"code":"request.invalid"}');
    const { reads } = seen;
    expect(reads).toBeGreaterThan(0);
    expect(other({ code: "not.found" })).toBe('{"code":"not.found"}');
    expect(seen.reads).toBe(reads);
  });

  it("know schemas apart", () => {
    const compile = createLazySerializers()({}, {});
    const route = { method: "GET", url: "/", httpStatus: "200" };
    const code = compile({ ...route, schema: createSchema().schema });
    const count = compile({
      ...route,
      schema: { type: "object", properties: { count: { type: "number" } } },
    });
    const answer = { code: "a", count: 2 };
    expect(code(answer)).toBe('{"code":"a"}');
    expect(count(answer)).toBe('{"count":2}');
  });
});
