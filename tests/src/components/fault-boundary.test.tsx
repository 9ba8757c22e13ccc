// @vitest-environment happy-dom
/** A part of a page that fails is away, and the page is not. */
import { act, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from "vitest";
import { Aside, FaultBoundary } from "#src/components/FaultBoundary.tsx";
import { lazily } from "#src/components/lazily.tsx";

let root: Root;
let host: HTMLElement;
let told: MockInstance<typeof console.error>;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  told = vi.spyOn(console, "error").mockImplementation(() => {});
  host = document.createElement("div");
  root = createRoot(host);
});
afterEach(() => {
  act(() => root.unmount());
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const flag = { fails: true };
function Flag(): ReactNode {
  if (flag.fails) throw new RangeError("Invalid time value");
  return <b>In F&O ban</b>;
}

const show = (part: ReactNode) =>
  act(async () =>
    root.render(
      <>
        24,231.85
        {part}
      </>,
    ),
  );
const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

test("a fault of one moment takes the part away, is told to the console, and the part comes back by itself", async () => {
  flag.fails = true;
  await show(
    <Aside>
      <Flag />
    </Aside>,
  );
  expect(host.textContent).toBe("24,231.85");
  expect(told.mock.calls.flat().some((said) => said instanceof RangeError)).toBe(true);
  flag.fails = false;
  await pass(5_000);
  expect(host.textContent).toBe("24,231.85In F&O ban");
});

test("a part that goes on failing is tried more and more seldom", async () => {
  flag.fails = true;
  const onFault = vi.fn();
  await show(
    <FaultBoundary onFault={onFault}>
      <Flag />
    </FaultBoundary>,
  );
  const faults = [];
  for (const ms of [4_900, 200, 9_800, 200, 19_800, 200]) {
    await pass(ms);
    faults.push(onFault.mock.calls.length);
  }
  expect(faults).toEqual([1, 2, 2, 3, 3, 4]);
});

test("what stands in its place may have it tried at once", async () => {
  flag.fails = true;
  await show(
    <FaultBoundary
      notice={(again) => (
        <button type="button" onClick={again}>
          Try again
        </button>
      )}
    >
      <Flag />
    </FaultBoundary>,
  );
  expect(host.textContent).toBe("24,231.85Try again");
  flag.fails = false;
  await act(async () => host.querySelector("button")!.click());
  expect(host.textContent).toBe("24,231.85In F&O ban");
});

test("code that could not be had is asked for anew", async () => {
  let isThere = false;
  const Part = lazily(async () => {
    if (!isThere) throw new TypeError("Failed to fetch dynamically imported module");
    return () => <i>chip</i>;
  });
  await show(
    <Aside>
      <Part />
    </Aside>,
  );
  await pass(2_000);
  expect(host.textContent).toBe("24,231.85");
  isThere = true;
  await pass(5_000);
  expect(host.textContent).toBe("24,231.85chip");
});
