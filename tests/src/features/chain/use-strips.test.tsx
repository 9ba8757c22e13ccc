// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Strips, stripsAround, stripsBetween, useStrips } from "#src/features/chain/use-strips.ts";

test("a stretch touches the strips that it overlaps, and never one that is not there", () => {
  expect(stripsBetween(0, 600, 10, 300)).toEqual({ first: 0, last: 1 });
  expect(stripsBetween(1, 601, 10, 300)).toEqual({ first: 0, last: 2 });
  expect(stripsBetween(299, 301, 10, 300)).toEqual({ first: 0, last: 1 });
  expect(stripsBetween(-150, 450, 10, 300)).toEqual({ first: 0, last: 1 });
  expect(stripsBetween(2900, 3600, 10, 300)).toEqual({ first: 9, last: 9 });
  for (const none of [
    stripsBetween(0, 600, 0, 300),
    stripsBetween(0, 600, 5, 0),
    stripsBetween(40, 40, 5, 300),
  ])
    expect(none.last).toBeLessThan(none.first);
});

test("the strips around a stretch are always as many, wherever it stands, and hold half a strip more on either side", () => {
  for (let from = 0; from <= 2_400; from += 7) {
    const { first, last } = stripsAround(from, from + 600, 10, 300);
    expect(last - first).toBe(3);
    expect(first * 300).toBeLessThanOrEqual(Math.max(from - 150, 0));
    expect((last + 1) * 300).toBeGreaterThanOrEqual(Math.min(from + 750, 3_000));
    expect(first).toBeGreaterThanOrEqual(0);
    expect(last).toBeLessThan(10);
  }
  expect(stripsAround(0, 600, 2, 300)).toEqual({ first: 0, last: 1 });
  expect(stripsAround(0, 600, 0, 300).last).toBeLessThan(0);
});

const HEAD = 30;
const VIEW = 630;
let scroller: HTMLElement;
let body: HTMLElement;
let root: Root;
let strips: Strips;
let renders = 0;

function Probe({ count, height }: { count: number; height: number }): null {
  strips = useStrips(scroller, body, count, height);
  renders++;
  return null;
}

const show = (count: number, height: number): void =>
  act(() => root.render(<Probe count={count} height={height} />));

function scrollTo(top: number): void {
  act(() => {
    Object.defineProperty(scroller, "scrollTop", { value: top, configurable: true });
    scroller.dispatchEvent(new Event("scroll"));
  });
}

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.useFakeTimers();
  scroller = document.createElement("div");
  body = document.createElement("div");
  Object.defineProperty(scroller, "clientHeight", { value: VIEW });
  Object.defineProperty(body, "offsetTop", { value: HEAD });
  root = createRoot(document.createElement("div"));
  renders = 0;
});
afterEach(() => {
  act(() => root.unmount());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("knows what is on screen below the heads and what is half a strip away", () => {
  show(10, 300);
  expect(strips).toEqual({ seen: { first: 0, last: 1 }, near: { first: 0, last: 3 }, isScrolling: false });
  scrollTo(900);
  expect(strips.seen).toEqual({ first: 3, last: 4 });
  expect(strips.near).toEqual({ first: 2, last: 5 });
});

test("scrolls until it has rested, and renders only when strips come or go", () => {
  show(10, 300);
  scrollTo(310);
  expect(strips.isScrolling).toBe(true);
  const before = renders;
  for (let top = 311; top < 360; top++) scrollTo(top);
  // React may look once more before it trusts that nothing changed.
  expect(renders).toBeLessThanOrEqual(before + 1);
  act(() => void vi.advanceTimersByTime(149));
  expect(strips.isScrolling).toBe(true);
  act(() => void vi.advanceTimersByTime(1));
  expect(strips.isScrolling).toBe(false);
});

test("another height or count is seen at once, and ends a scroll", () => {
  show(10, 300);
  scrollTo(900);
  show(20, 150);
  expect(strips).toEqual({ seen: { first: 6, last: 9 }, near: { first: 5, last: 10 }, isScrolling: false });
  show(0, 150);
  expect(strips.seen.last).toBeLessThan(strips.seen.first);
});
