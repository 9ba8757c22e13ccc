// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useAsleep, useTabShown } from "#src/features/chain/use-tab-shown.ts";
import type { Painter, PainterCommand } from "#workers/painter/api.ts";

function fakePainter(): Painter & { shown: boolean[] } {
  const shown: boolean[] = [];
  return {
    shown,
    post: (command: PainterCommand) => void (command.type === "shown" && shown.push(command.shown)),
    dispose() {},
  };
}

function Probe({ painter }: { painter: Painter | null }): null {
  useTabShown(painter);
  return null;
}

const LET_GO_MS = 5000;
let root: Root;
let visibility: DocumentVisibilityState;

function turn(next: DocumentVisibilityState): void {
  visibility = next;
  document.dispatchEvent(new Event("visibilitychange"));
}
const show = (painter: Painter | null): void => act(() => root.render(<Probe painter={painter} />));

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.useFakeTimers();
  visibility = "visible";
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => visibility);
  root = createRoot(document.createElement("div"));
});
afterEach(() => {
  act(() => root.unmount());
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("a look at another tab costs no canvas; five seconds there do, and coming back brings them at once", () => {
  const painter = fakePainter();
  show(painter);
  expect(painter.shown).toEqual([true]);
  turn("hidden");
  vi.advanceTimersByTime(LET_GO_MS - 1);
  expect(painter.shown).toEqual([true]);
  turn("visible");
  vi.advanceTimersByTime(10 * LET_GO_MS);
  expect(painter.shown).not.toContain(false);
  turn("hidden");
  vi.advanceTimersByTime(LET_GO_MS);
  expect(painter.shown.at(-1)).toBe(false);
  turn("visible");
  expect(painter.shown.at(-1)).toBe(true);
});

test("hidden twice over, it is told once, so long after the last", () => {
  const painter = fakePainter();
  show(painter);
  turn("hidden");
  vi.advanceTimersByTime(3000);
  turn("hidden");
  vi.advanceTimersByTime(3000);
  expect(painter.shown).not.toContain(false);
  vi.advanceTimersByTime(20_000);
  expect(painter.shown.filter((shown) => !shown)).toHaveLength(1);
});

test("a painter that starts in a hidden tab learns so too", () => {
  visibility = "hidden";
  const painter = fakePainter();
  show(painter);
  vi.advanceTimersByTime(LET_GO_MS);
  expect(painter.shown).toEqual([false]);
});

test("a painter that was replaced, or has gone, is told nothing more", () => {
  const first = fakePainter();
  const second = fakePainter();
  show(first);
  turn("hidden");
  show(second);
  vi.advanceTimersByTime(LET_GO_MS);
  expect(first.shown).toEqual([true]);
  expect(second.shown).toEqual([false]);
  turn("hidden");
  show(null);
  expect(vi.getTimerCount()).toBe(0);
  turn("visible");
  expect(second.shown).toEqual([false]);
});

test("a minute unseen and the tab sleeps; seen again it is awake at once, and a minute begins anew", () => {
  const seen: boolean[] = [];
  function Sleeper(): null {
    seen.push(useAsleep());
    return null;
  }
  act(() => root.render(<Sleeper />));
  act(() => turn("hidden"));
  act(() => void vi.advanceTimersByTime(59_999));
  expect(seen).not.toContain(true);
  act(() => void vi.advanceTimersByTime(1));
  expect(seen.at(-1)).toBe(true);
  act(() => turn("visible"));
  expect(seen.at(-1)).toBe(false);
  act(() => turn("hidden"));
  act(() => void vi.advanceTimersByTime(59_999));
  expect(seen.at(-1)).toBe(false);
});
