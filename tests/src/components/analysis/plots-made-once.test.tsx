// @vitest-environment happy-dom
import { act, type ReactElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PayoffChart } from "#src/components/analysis/payoff/PayoffChart.tsx";
import { MultiStrikeOiChart } from "#src/components/analysis/time/MultiStrikeOiChart.tsx";
import { StrategyChart } from "#src/components/analysis/time/StrategyChart.tsx";
import { view } from "./payoff-figures.ts";

/** Every plot that was made, and the sizes it was given later. */
const made: { readonly height: number; readonly sizes: { width: number; height: number }[] }[] = [];

/** A plot without a canvas, which there is none of here. */
vi.mock("uplot", () => ({
  default: class {
    static readonly pxRatio = 1;
    readonly over = document.createElement("div");
    readonly bbox = { left: 0, top: 0, width: 1, height: 1 };
    readonly series = [{}];
    readonly #sizes: { width: number; height: number }[] = [];
    width: number;
    height: number;
    constructor({ width, height }: { width: number; height: number }) {
      this.width = width;
      this.height = height;
      made.push({ height, sizes: this.#sizes });
    }
    setSize(size: { width: number; height: number }): void {
      this.#sizes.push(size);
      Object.assign(this, size);
    }
    batch(run: () => void): void {
      run();
    }
    setData(): void {}
    redraw(): void {}
    destroy(): void {}
    addSeries(): void {}
    delSeries(): void {}
    valToPos = (): number => 0;
    posToVal = (): number => 0;
  },
}));

let root: Root;
let host: HTMLElement;
beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  host = document.createElement("div");
  document.body.replaceChildren(host);
  root = createRoot(host);
  made.length = 0;
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

const ready = { kind: "ready" } as const;
const nothing = (): void => {};

const payoffOf = (height: number): ReactElement => (
  <PayoffChart
    view={VIEW}
    status={ready}
    isStale={false}
    zoom={ZOOM}
    onZoom={nothing}
    targetTimes={null}
    ivOffset={null}
    strikesOf={null}
    priceStep={5}
    decimals={2}
    oiMode="off"
    greek={null}
    height={height}
    onDragStart={nothing}
    onTargetPrice={nothing}
    onDragStrikes={nothing}
    onDragEnd={nothing}
    onDragCancel={nothing}
    onTargetTime={nothing}
    onIvOffset={nothing}
  />
);
const VIEW = view();
const ZOOM = { kind: "ZoomOut" } as const;

test.each<[string, (height: number) => ReactElement]>([
  ["the payoff", payoffOf],
  [
    "the combined premium",
    (height) => <StrategyChart status={ready} isStale={false} bars={[]} symbol="NIFTY" height={height} />,
  ],
  [
    "open interest over the day",
    (height) => <MultiStrikeOiChart status={ready} isStale={false} chart={null} height={height} />,
  ],
])("%s is made once, and as high as its room is, whatever that is by and by", (_, chart) => {
  for (const height of [360, 360, 220, 400]) act(() => root.render(chart(height)));
  expect(made.map(({ height }) => height)).toEqual([360]);
  expect(made[0]!.sizes.map(({ height }) => height)).toEqual([220, 400]);
});
