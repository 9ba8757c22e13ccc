// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { DateSlider } from "#src/components/analysis/payoff/DateSlider.tsx";
import type { TargetTimes } from "#src/components/analysis/types.ts";

const DAY = 86_400_000;
/** Friday, 20 November 2026, 15:40 in India: the close. The Tuesday after it is a holiday. */
const NOW = Date.UTC(2026, 10, 20, 10, 10);
const times: TargetTimes = { min: NOW, max: NOW + 7 * DAY, selected: NOW, exchange: "NFO" };

let root: Root;
let host: HTMLElement;
let told: (string | number)[];
let isStill = false;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["requestAnimationFrame", "cancelAnimationFrame", "performance"] });
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal("matchMedia", () => ({ matches: isStill, addEventListener() {} }));
  host = document.createElement("div");
  document.body.replaceChildren(host);
  root = createRoot(host);
  told = [];
  isStill = false;
});
afterEach(() => {
  act(() => root.unmount());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const show = (shown = times): void =>
  act(() =>
    root.render(
      <DateSlider
        {...shown}
        events={{
          onDragStart: () => told.push("start"),
          onDragEnd: () => told.push("end"),
          onDragCancel: () => told.push("cancel"),
          onTargetTime: (time) => told.push(time ?? "now"),
        }}
      />,
    ),
  );
const range = (): HTMLInputElement => host.querySelector("input")!;
const press = (): void => act(() => host.querySelector("button")!.click());
const days = (): (string | number)[] =>
  told.map((each) => (typeof each === "number" ? (each - NOW) / DAY : each));

describe("the date slider", () => {
  test("stands at now, says so, and has a place a day of trading", () => {
    show();
    expect(range().getAttribute("aria-valuetext")).toBe("Now");
    expect(range().max).toBe("4");
    expect(host.querySelector("output")?.textContent).toBe("Now7d to expiry");
    show({ ...times, selected: times.max });
    expect(range().getAttribute("aria-valuetext")).toBe("27 Nov 15:40");
    expect(host.querySelector("output")?.textContent).toContain("Expiry");
  });

  test("cannot be moved when there is nowhere to go", () => {
    show({ ...times, max: NOW });
    expect(range().disabled).toBe(true);
    expect(host.querySelector("button")?.disabled).toBe(true);
  });

  test("plays to the expiry in six seconds, as one step of undo", () => {
    show();
    press();
    expect(told).toEqual(["start"]);
    act(() => vi.advanceTimersByTime(3000));
    const last = days().at(-1);
    expect(last).toBeGreaterThan(3.4);
    expect(last).toBeLessThan(3.6);
    act(() => vi.advanceTimersByTime(3100));
    expect(days().slice(-2)).toEqual([7, "end"]);
    expect(told.filter((each) => each === "start")).toHaveLength(1);
  });

  test("[STRAT-7] stops at the time of trading nearest to where it is when pressed again, and goes back on Escape", () => {
    show();
    press();
    act(() => vi.advanceTimersByTime(2200));
    expect(days().at(-1)).toBeCloseTo((7 * 2.2) / 6, 1);
    press();
    expect(days().slice(-2)).toEqual([3, "end"]);
    const count = told.length;
    act(() => vi.advanceTimersByTime(1000));
    expect(told).toHaveLength(count);
    press();
    act(() => vi.advanceTimersByTime(1000));
    act(() => void window.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" })));
    expect(told.at(-1)).toBe("cancel");
  });

  test("jumps by days for those who want no motion", () => {
    isStill = true;
    show();
    press();
    act(() => vi.advanceTimersByTime(6100));
    expect(days()).toEqual(["start", "now", 3, 5, 6, 7, "end"]);
  });

  test("that is taken away while it plays is put back", () => {
    show();
    press();
    act(() => vi.advanceTimersByTime(500));
    act(() => root.render(null));
    expect(told.at(-1)).toBe("cancel");
  });
});
