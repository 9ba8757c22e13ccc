import { expect, test } from "vitest";
import { keepRedirectPath, takeRedirectPath } from "#src/session/redirect-path.ts";

function memory(entries: Record<string, string> = {}) {
  const map = new Map(Object.entries(entries));
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  };
}

test("[LOGIN-7] a login ends at the server's path, at the kept one where the server knows none, else at the default", () => {
  const storage = memory();
  keepRedirectPath("/positions?a=1", storage, 0);
  expect(takeRedirectPath("/orders", storage, 1)).toBe("/orders");
  expect(takeRedirectPath("/home", storage, 1)).toBe("/home");
  keepRedirectPath("/positions?a=1", storage, 0);
  expect(takeRedirectPath("/home", storage, 599_999)).toBe("/positions?a=1");
  keepRedirectPath("/positions", storage, 0);
  expect(takeRedirectPath(null, storage, 600_000)).toBe("/home");
});

test.each(["//evil.example", "/\\evil", "https://evil.example", "/x/../..//evil", "/login", "/logout?x"])(
  "[LOGIN-6] '%s' never becomes a way off this site, from the server or from storage",
  (path) => {
    const storage = memory();
    keepRedirectPath(path, storage, 0);
    for (const end of [takeRedirectPath(null, storage, 1), takeRedirectPath(path, memory(), 1)]) {
      expect(new URL(end, "https://own.example").origin).toBe("https://own.example");
      expect(end).not.toMatch(/^\/log(in|out)/);
    }
  },
);

test("damaged storage is no obstacle to a login", () => {
  for (const text of ["{", "null", '"x"', '{"path":5,"at":0}', "[]"]) {
    expect(takeRedirectPath(null, memory({ "strikewise.redirect_path": text }), 1)).toBe("/home");
  }
});
