import { expect, test } from "vitest";
import type { GridEvent, PainterCommand, PainterEvent } from "#workers/painter/api.ts";
import { createGridPainters } from "#workers/painter/grid-painters.ts";

const HOVER: PainterCommand = { type: "hover", row: 3 };
const LOG: PainterCommand = { type: "log" };

function worker() {
  const made: { readonly got: PainterCommand[]; emit(event: PainterEvent): void; isDisposed: boolean }[] = [];
  const told: GridEvent[] = [];
  const painters = createGridPainters(
    (emit) => {
      const own = { got: [] as PainterCommand[], emit, isDisposed: false };
      made.push(own);
      return {
        post: (command) => void own.got.push(command),
        dispose() {
          own.isDisposed = true;
        },
      };
    },
    (event) => void told.push(event),
  );
  return { made, told, painters };
}

test("each grid of a tab has a painter of its own, which gets its commands and no other's", () => {
  const { made, told, painters } = worker();
  painters.post({ grid: 1, command: HOVER });
  painters.post({ grid: 2, command: LOG });
  painters.post({ grid: 1, command: LOG });
  expect(made.map(({ got }) => got)).toEqual([[HOVER, LOG], [LOG]]);
  made[1]?.emit({ type: "drawn" });
  expect(told).toEqual([{ grid: 2, event: { type: "drawn" } }]);
});

test("a grid that is gone ends its painter alone, and its end told twice is nothing", () => {
  const { made, painters } = worker();
  painters.post({ grid: 1, command: HOVER });
  painters.post({ grid: 2, command: HOVER });
  painters.post({ grid: 1, command: null });
  painters.post({ grid: 1, command: null });
  expect(made.map(({ isDisposed }) => isDisposed)).toEqual([true, false]);
  painters.post({ grid: 2, command: LOG });
  expect(made[1]?.got).toEqual([HOVER, LOG]);
});
