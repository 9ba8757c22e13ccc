import { expect, test } from "vitest";
import { modalStep } from "#src/features/analyze/modal/modal-keys.ts";
import type { Variant } from "#src/features/analyze/modal/modal-state.ts";
import { CHAIN_PAGES } from "#src/features/chain/page.ts";

const pressed = (key: string, over: Partial<KeyboardEvent> = {}) => ({
  key,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  repeat: false,
  ...over,
});
const at = (variant: Variant, isOpen = true, mayOpen = true) => ({ variant, isOpen, mayOpen });

test.each([
  ["a", at("expanded", false), "open"],
  ["A", at("minimized", false), "open"],
  ["a", at("expanded", false, false), null],
  ["a", at("minimized"), "restore"],
  ["a", at("intermediate"), null],
  ["m", at("intermediate"), "minimized"],
  ["m", at("expanded"), "minimized"],
  ["m", at("minimized"), "restore"],
  ["m", at("expanded", false), null],
  ["e", at("intermediate"), "expanded"],
  ["e", at("expanded"), "intermediate"],
  ["e", at("minimized"), "expanded"],
  ["e", at("expanded", false), null],
  ["x", at("expanded"), null],
] as const)("[CHAIN-36] %s with %j: %s", (key, now, to) => {
  expect(modalStep(pressed(key), now)?.to ?? null).toBe(to);
});

test("[CHAIN-36] keys of the browser, and keys that are held, are none of the window's", () => {
  for (const over of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { repeat: true }])
    expect(modalStep(pressed("e", over), at("expanded"))).toBeNull();
});

test("[CHAIN-36] the keys are listed with the chain's", () => {
  const keys = CHAIN_PAGES.flatMap((page) => page.keys.map(([key]) => key));
  expect(keys).toEqual(expect.arrayContaining(["A", "M", "E", "B, S"]));
});
