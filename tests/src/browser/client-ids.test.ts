import { expect, test } from "vitest";
import { createClientIds } from "#src/browser/client-ids.ts";

function memory(entries: Record<string, string> = {}) {
  const map = new Map(Object.entries(entries));
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
  };
}
const none = () => {
  throw new DOMException("denied", "SecurityError");
};

test("the device id outlives runs of the app, the session reference does not", () => {
  let n = 0;
  const random = () => `random-id-${++n}`;
  const storage = memory();
  const first = createClientIds(() => storage, random);
  const second = createClientIds(() => storage, random);
  expect(first()).toEqual(first());
  expect(second()["x-device-id"]).toBe(first()["x-device-id"]);
  expect(second()["x-session-reference"]).not.toBe(first()["x-session-reference"]);
});

test("a device id that was tampered with is made anew; without storage one still exists", () => {
  const bad = memory({ "strikewise.device_id": "a\r\nx-evil: 1" });
  expect(
    createClientIds(
      () => bad,
      () => "fresh-one",
    )()["x-device-id"],
  ).toBe("fresh-one");
  expect(createClientIds(none, () => "fresh-one")()["x-device-id"]).toBe("fresh-one");
});
