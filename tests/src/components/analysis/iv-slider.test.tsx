// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { IvSlider } from "#src/components/analysis/payoff/IvSlider.tsx";

let root: Root;
let host: HTMLElement;
let told: (string | number)[];

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  host = document.createElement("div");
  document.body.replaceChildren(host);
  root = createRoot(host);
  told = [];
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

const show = (points: number): void =>
  act(() =>
    root.render(
      <IvSlider
        points={points}
        events={{
          onDragStart: () => told.push("start"),
          onDragEnd: () => told.push("end"),
          onDragCancel: () => told.push("cancel"),
          onIvOffset: (moved) => told.push(moved),
        }}
      />,
    ),
  );
const range = (): HTMLInputElement => host.querySelector("input")!;
function move(place: number): void {
  const input = range();
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(input, String(place));
  act(() => void input.dispatchEvent(new Event("input", { bubbles: true })));
}
const press = (type: string): void =>
  act(() => void range().dispatchEvent(new PointerEvent(type, { bubbles: true })));

test("volatilities moved by hand are one drag, in halves of a point", () => {
  show(0);
  expect(range().getAttribute("aria-valuetext")).toBe("0 points");
  press("pointerdown");
  move(3);
  expect(host.querySelector("output")?.textContent).toBe("+1.5IV points");
  move(-4);
  press("pointerup");
  expect(told).toEqual(["start", 1.5, -2, "end"]);
  expect(host.querySelector("output")?.textContent).toBe("0IV points");
});

test("a value set without a hand is a drag of its own", () => {
  show(0);
  move(2);
  expect(told).toEqual(["start", 1, "end"]);
});

test("what was typed beyond its ends is reached", () => {
  show(41.5);
  expect([range().min, range().max, range().value]).toEqual(["-20", "84", "83"]);
  expect(range().getAttribute("aria-valuetext")).toBe("+41.5 points");
});
