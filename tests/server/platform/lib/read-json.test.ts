import { Type } from "typebox";
import { expect, it } from "vitest";
import { jsonReader, mustRead } from "#server/platform/lib/read-json.ts";
import { NONSENSE } from "../../../support/nonsense.ts";

const read = jsonReader(
  Type.Object({ tokens: Type.Array(Type.Integer()), at: Type.Optional(Type.Number()) }),
);

it("JSON of the schema is read, from text and from bytes; members that it does not name do no harm", () => {
  expect(read('{"tokens":[1,2]}')).toEqual({ tokens: [1, 2] });
  expect(read(Buffer.from('{"tokens":[],"at":1.5,"more":true}'))).toMatchObject({ tokens: [], at: 1.5 });
});

it.each([...NONSENSE, '{"tokens":[1.5]}', '{"tokens":["1"]}', '{"tokens":[],"at":null}'])(
  "%j is nothing, and a fault of ours where there must be something",
  (text) => {
    expect(read(text)).toBeNull();
    expect(read(Buffer.from(text))).toBeNull();
    expect(() => mustRead(read, text, "An answer")).toThrow(
      expect.objectContaining({ code: "server.internal", message: expect.stringContaining("An answer") }),
    );
  },
);

it("bytes that are no text are nothing", () => {
  expect(read(Uint8Array.of(0x22, 0xff, 0xfe, 0x22))).toBeNull();
});
