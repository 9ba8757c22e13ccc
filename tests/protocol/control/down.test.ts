import fc from "fast-check";
import { expect, test } from "vitest";
import { CLOSE, closeReason } from "#protocol/control/close-codes.ts";
import { encodeErrorFrame, parseDown } from "#protocol/control/down.ts";

test("an error frame comes back as it was sent", () => {
  const text = encodeErrorFrame("relay.unknown_token", "token 7 is no instrument", "a1", { token: 7 });
  expect(parseDown(text)).toEqual({
    error: { code: "relay.unknown_token", message: "token 7 is no instrument", details: { token: 7 } },
    uniqueId: "a1",
  });
  expect(parseDown(encodeErrorFrame("relay.bad_json", "the message is no JSON", null))?.uniqueId).toBeNull();
});

test("details of a shape we do not show are dropped, and missing ones are none", () => {
  const text = `{"error":{"code":"relay.new","message":"m","details":{"a":1,"b":{"c":2},"d":[3],"e":null}}}`;
  expect(parseDown(text)).toEqual({
    error: { code: "relay.new", message: "m", details: { a: 1, e: null } },
    uniqueId: null,
  });
  expect(parseDown(`{"error":{"code":"relay.new","message":"m"},"uniqueId":5}`)).toMatchObject({
    uniqueId: null,
  });
});

test("anything else is null", () => {
  for (const text of ["", "null", "[]", "{}", '{"error":"x"}', '{"error":{"code":1,"message":"m"}}']) {
    expect(parseDown(text)).toBeNull();
  }
  fc.assert(
    fc.property(fc.json(), (text) => {
      const frame = parseDown(text);
      return frame === null || typeof frame.error.code === "string";
    }),
  );
});

test("the six close codes are those of docs/wire-protocol.md, and no other code is ours", () => {
  expect(Object.values(CLOSE)).toEqual([4001, 4003, 4008, 4009, 4012, 4026]);
  for (const [reason, code] of Object.entries(CLOSE)) expect(closeReason(code)).toBe(reason);
  expect(closeReason(1000)).toBeNull();
});
