import { beforeEach, expect, test, vi } from "vitest";

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  });
  vi.resetModules();
});
/** As a tab has it that is opened now. */
const load = () => import("#src/features/analyze/modal/modal-state.ts");

test("[CHAIN-26] three variants; minimised and up again it is as it was", async () => {
  const { modal, restore, show, variantOf } = await load();
  expect(variantOf(modal)).toBe("expanded");
  show("intermediate");
  show("minimized");
  expect(variantOf(modal)).toBe("minimized");
  restore();
  expect(variantOf(modal)).toBe("intermediate");
});

test("[CHAIN-26] the last expanded variant is remembered beyond the tab, that it was minimised is not", async () => {
  const first = await load();
  first.show("intermediate");
  first.show("minimized");
  vi.resetModules();
  const second = await load();
  expect(second.variantOf(second.modal)).toBe("intermediate");
});

test("[CHAIN-26] 900 by 600 px with charts and tables", async () => {
  const { SIZES } = await load();
  expect(SIZES.expanded).toEqual({ width: 900, height: 600 });
});
