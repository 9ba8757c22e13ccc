// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FaultBoundary } from "#src/components/FaultBoundary.tsx";
import { useCode } from "#src/components/use-code.ts";

let root: Root;
let host: HTMLElement;

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.useFakeTimers();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  host = document.createElement("div");
  root = createRoot(host);
});
afterEach(() => {
  act(() => root.unmount());
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

type Load = () => Promise<{ readonly word: string }>;
function Shown({ load, isWanted }: { readonly load: Load; readonly isWanted: boolean }) {
  return <>{useCode(load, isWanted)?.word ?? "without"}</>;
}
const show = (load: Load, isWanted: boolean) =>
  act(async () =>
    root.render(
      <FaultBoundary>
        <Shown load={load} isWanted={isWanted} />
      </FaultBoundary>,
    ),
  );

test("code is loaded once it is wanted, and is there at once the next time", async () => {
  const load = vi.fn<Load>().mockResolvedValue({ word: "with" });
  await show(load, false);
  expect([host.textContent, load.mock.calls.length]).toEqual(["without", 0]);
  await show(load, true);
  expect(host.textContent).toBe("with");
  act(() => root.unmount());
  root = createRoot(host);
  await show(load, true);
  expect([host.textContent, load.mock.calls.length]).toEqual(["with", 1]);
});

test("code that is not to be had is a fault, after which it is asked for anew", async () => {
  const load = vi.fn<Load>().mockRejectedValue(new Error("offline"));
  await show(load, true);
  expect(host.textContent).toBe("without");
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect([host.textContent, load.mock.calls.length]).toEqual(["", 2]);
  load.mockResolvedValue({ word: "with" });
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(host.textContent).toBe("with");
});
