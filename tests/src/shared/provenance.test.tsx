// @vitest-environment happy-dom
import { act, useState } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { moveFocus } from "#src/shared/provenance/move-focus.ts";
import { PointedProvenance } from "#src/shared/provenance/PointedProvenance.tsx";
import { Provenance } from "#src/shared/provenance/Provenance.tsx";

let root: Root;
// Comes with the first press; on a busy machine that takes its time.
beforeAll(() => import("#src/shared/provenance/ProvenanceDetails.tsx"), 60_000);
beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const host = document.createElement("div");
  document.body.replaceChildren(host);
  root = createRoot(host);
});
afterEach(() => {
  act(() => root.unmount());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const buttons = () => [...document.querySelectorAll("button")].filter((each) => each.ariaHasPopup !== null);
const told = () => document.querySelector('[data-testid="provenance"]')?.textContent ?? null;
const story = () => ({ formula: "Put OI over call OI", inputs: [["Call OI", "1.20 Cr"]] as const });
/** Until what comes with the first press is there. */
const settle = () =>
  vi.waitFor(async () => {
    await act(async () => {});
    if (told() === null) throw new Error("nothing is told yet");
  });

test("a figure tells its story when it is pressed, and no longer when it is closed", async () => {
  act(() =>
    root.render(
      <Provenance name="PCR" story={story}>
        0.92
      </Provenance>,
    ),
  );
  expect(told()).toBeNull();
  act(() => buttons()[0]!.click());
  await settle();
  expect(document.querySelector('[role="dialog"]')?.getAttribute("aria-label")).toBe("PCR");
  expect(told()).toMatch(/^Call OI1\.20 CrSource.+As of-- IST/);
  act(() => {
    document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  });
  await act(async () => {});
  expect(told()).toBeNull();
});

test("what is told is of now, not of when it was pressed", async () => {
  let change: (oi: string) => void = () => {};
  function Figure() {
    const [oi, setOi] = useState("1");
    change = setOi;
    return (
      <Provenance name="PCR" story={() => ({ ...story(), inputs: [["Call OI", oi]] })}>
        0.92
      </Provenance>
    );
  }
  act(() => root.render(<Figure />));
  act(() => buttons()[0]!.click());
  await settle();
  act(() => change("2"));
  expect(told()).toMatch(/^Call OI2/);
});

test("figures of a group are one stop of the tab key, and arrow keys move in it", () => {
  act(() =>
    root.render(
      // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the buttons in it
      <div onKeyDown={moveFocus}>
        {["Fut", "PCR", "VIX"].map((name, i) => (
          <Provenance key={name} name={name} story={story} tabIndex={i === 0 ? 0 : -1}>
            {name}
          </Provenance>
        ))}
      </div>,
    ),
  );
  const [first, second, third] = buttons();
  const press = (key: string) =>
    act(() => {
      document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    });
  first!.focus();
  press("ArrowRight");
  expect(document.activeElement).toBe(second);
  press("ArrowRight");
  press("ArrowRight");
  expect(document.activeElement).toBe(third);
  press("ArrowLeft");
  expect(document.activeElement).toBe(second);
  expect(buttons().map(({ tabIndex }) => tabIndex)).toEqual([-1, 0, -1]);
});

test("inside a tab it is told when the pointer has rested for half a second, and never to a finger", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  act(() =>
    root.render(
      <PointedProvenance name="24 Nov" story={story}>
        <span id="figure">IV 12.1</span>
      </PointedProvenance>,
    ),
  );
  const place = document.querySelector("#figure")!.parentElement!;
  const point = (type: string, pointerType: string) =>
    act(() => {
      place.dispatchEvent(new PointerEvent(type, { pointerType, bubbles: true }));
    });
  point("pointerover", "touch");
  await act(async () => void vi.advanceTimersByTime(2_000));
  expect(told()).toBeNull();
  point("pointerout", "touch");
  point("pointerover", "mouse");
  await act(async () => void vi.advanceTimersByTime(499));
  expect(told()).toBeNull();
  await act(async () => void vi.advanceTimersByTime(1));
  vi.useRealTimers();
  await settle();
  expect(document.querySelector('[role="tooltip"]')).not.toBeNull();
  point("pointerout", "mouse");
  await act(async () => {});
  expect(told()).toBeNull();
});
