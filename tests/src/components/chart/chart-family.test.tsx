// @vitest-environment happy-dom
import { act, type ReactElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { StrikeBars } from "#src/components/chart/StrikeBars.tsx";
import { TimeChart } from "#src/components/chart/TimeChart.tsx";
import type { StrikeBarsProps, TimeChartProps } from "#src/components/chart/types.ts";
import { themeState } from "#src/components/theme/theme-state.ts";

interface Made {
  readonly sizes: { width: number; height: number }[];
  readonly drawn: (readonly (readonly unknown[])[])[];
  readonly over: HTMLElement;
}

/** Every plot that was made, the sizes it was given later, and all that it was given to draw. */
const made: Made[] = [];

/** A plot without a canvas, which there is none of here. A place is 10 px wide. */
vi.mock("uplot", () => ({
  default: class {
    static readonly pxRatio = 1;
    readonly over = document.createElement("div");
    readonly bbox = { left: 0, top: 0, width: 100, height: 100 };
    readonly series = [{}];
    data: readonly (readonly unknown[])[] = [[]];
    width: number;
    height: number;
    readonly #made: Made;
    constructor({ width, height }: { width: number; height: number }, _: unknown, host: HTMLElement) {
      this.width = width;
      this.height = height;
      this.over.setPointerCapture = () => undefined;
      host.append(this.over);
      this.#made = { sizes: [], drawn: [], over: this.over };
      made.push(this.#made);
    }
    setSize(size: { width: number; height: number }): void {
      this.#made.sizes.push(size);
      Object.assign(this, size);
    }
    batch(run: () => void): void {
      run();
    }
    setData(data: readonly (readonly unknown[])[]): void {
      this.data = data;
      this.#made.drawn.push(structuredClone(data));
    }
    destroy(): void {}
    addSeries(): void {
      this.series.push({});
    }
    delSeries(): void {
      this.series.pop();
    }
    valToPos = (value: number): number => value * 10;
    posToVal = (x: number): number => x / 10;
  },
}));

let root: Root;
let host: HTMLElement;
/** Tells all charts whether they are on screen. */
let see: (isOnScreen: boolean) => void;

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const told = new Set<(entries: { isIntersecting: boolean }[]) => void>();
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        told.add(tell);
      }
      observe(): void {}
      disconnect(): void {}
    },
  );
  see = (isIntersecting) => {
    for (const tell of told) tell([{ isIntersecting }]);
  };
  host = document.createElement("div");
  document.body.replaceChildren(host);
  root = createRoot(host);
  made.length = 0;
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

const render = (element: ReactElement): void => act(() => root.render(element));
const only = (): Made => {
  expect(made).toHaveLength(1);
  return made[0]!;
};
const source = { symbol: "NIFTY", title: "OI", origin: "recorded here", asOf: null };
const axis = { format: (ticks: readonly number[]) => ticks.map(String) };

const MINUTE = 60_000;
/** 24 Nov 2026, 09:15 in India. */
const OPEN = Date.UTC(2026, 10, 24, 3, 45);
const times = (count: number): number[] => Array.from({ length: count }, (_, i) => OPEN + i * MINUTE);

const timeProps = (
  more: Partial<TimeChartProps> & { readonly values: (number | null)[] },
): TimeChartProps => ({
  ...{
    name: "Open interest",
    times: times(more.values.length),
    gaps: [],
    recordedSince: null,
    runningAt: null,
  },
  panes: [{ name: "OI", weight: 1, left: axis, right: null }],
  lines: [
    {
      ...{ id: "a", name: "24,500 CE", pane: 0, axis: "left", colour: "ink", values: more.values },
      format: (value) => `${value} lots`,
    },
  ],
  ...{ isStale: false, height: 300, view: null, source, notice: null },
  onView: () => {},
  ...more,
});

const strikes = [24_400, 24_450, 24_500, 24_550, 24_600, 24_650];
const strikeProps = (more: Partial<StrikeBarsProps> = {}): StrikeBarsProps => ({
  ...{
    name: "By strike",
    strikes,
    before: null,
    measure: "oi",
    layout: "beside",
    spot: 24_512,
    forward: null,
  },
  now: { call: [10, 20, 30, 40, 50, 60], put: [60, 50, 45, null, 20, 10] },
  ...{ atmStrike: 24_500, maxPain: 24_500, maxPainBefore: null, isStale: false, height: 300, view: null },
  ...{ axis, source, notice: null, format: (value: number) => `${value}L`, formatStrike: String },
  onView: () => {},
  onStrike: () => {},
  ...more,
});

const readout = (): string => host.querySelector("dl")?.textContent ?? "";
const said = (): string => host.querySelector('[role="status"]')?.textContent ?? "";
const plot = (): HTMLElement => host.querySelector<HTMLElement>('[role="group"]')!;
const press = (key: string): void =>
  act(
    () => void plot().dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })),
  );
const point = (type: string, clientX: number): void =>
  act(
    () =>
      void only().over.dispatchEvent(
        new PointerEvent(type, { clientX, pointerId: 1, button: 0, bubbles: true }),
      ),
  );

describe("a chart over time", () => {
  test("is made once, whatever its figures, lines, height, view and theme are by and by", () => {
    const values = [1, 2, 3, 4, 5, 6, 7];
    render(<TimeChart {...timeProps({ values })} />);
    render(<TimeChart {...timeProps({ values: [...values, 8], height: 200 })} />);
    render(<TimeChart {...timeProps({ values, lines: [] })} />);
    render(<TimeChart {...timeProps({ values, view: { from: OPEN, to: OPEN + 4 * MINUTE } })} />);
    act(() => void themeState.version++);
    expect(only().sizes).toContainEqual(expect.objectContaining({ height: 200 }));
    expect(only().drawn.at(-1)![1]).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test("draws nothing while it is off screen, and catches up once", () => {
    render(<TimeChart {...timeProps({ values: [1, 2] })} />);
    see(false);
    const before = only().drawn.length;
    for (const count of [3, 4, 5])
      render(<TimeChart {...timeProps({ values: times(count).map((_, i) => i) })} />);
    expect(only().drawn.length).toBe(before);
    see(true);
    expect(only().drawn.length).toBe(before + 1);
    expect(only().drawn.at(-1)![1]).toEqual([0, 1, 2, 3, 4]);
  });

  test("leaves what is not known open, in the plot and in figures", () => {
    const gap = { from: OPEN + MINUTE, to: OPEN + 3 * MINUTE };
    render(<TimeChart {...timeProps({ values: [1, null, null, 4], gaps: [gap] })} />);
    expect(only().drawn.at(-1)![1]).toEqual([1, null, null, 4]);
    press("ArrowLeft");
    expect(readout()).toContain("nothing known 09:16–09:18");
    expect(readout()).toContain("--");
    expect(said()).toBe("24 Nov 09:17, nothing known 09:16–09:18, 24,500 CE --");
  });

  test("breaks the line at a gap in which no bar begins", () => {
    const gap = { from: OPEN + MINUTE + 1, to: OPEN + 2 * MINUTE };
    render(<TimeChart {...timeProps({ values: [1, 2, 3, 4], gaps: [gap] })} />);
    expect(only().drawn.at(-1)).toEqual([
      [0, 1, 1.5, 2, 3],
      [1, 2, null, 3, 4],
    ]);
  });

  test("reads the last bar until the pointer is on another, and says which is running", () => {
    render(<TimeChart {...timeProps({ values: [1, 2, 3], runningAt: OPEN + 2 * MINUTE })} />);
    expect(readout()).toContain("24 Nov 09:17 still running");
    expect(readout()).toContain("3 lots");
    point("pointermove", 0);
    expect(readout()).toContain("24 Nov 09:15");
    expect(readout()).toContain("1 lots");
    expect(said()).toBe("");
  });

  test("tells its owner of another view in times, and keeps its end in sight as bars come", () => {
    const views: unknown[] = [];
    const props = (count: number): TimeChartProps =>
      timeProps({ values: times(count).map((_, i) => i), onView: (view) => views.push(view) });
    render(<TimeChart {...props(60)} />);
    press("+");
    const last = (count: number): number => OPEN + (count - 1) * MINUTE;
    press("End");
    expect(views.at(-1)).toMatchObject({ to: last(60) });
    render(<TimeChart {...props(61)} />);
    expect(views.at(-1)).toMatchObject({ to: last(61) });
    press("0");
    expect(views.at(-1)).toBeNull();
  });

  test("has a notice in its place, and then neither menu nor keys", () => {
    render(<TimeChart {...timeProps({ values: [], notice: <p>Nothing yet</p> })} />);
    expect(host.textContent).toContain("Nothing yet");
    expect(host.querySelector("button")).toBeNull();
    expect(plot().tabIndex).toBe(-1);
  });

  test("that is stale says so", () => {
    render(<TimeChart {...timeProps({ values: [1], isStale: true })} />);
    expect(host.textContent).toContain("Not live");
  });
});

describe("bars of strikes", () => {
  test("are made once, whatever is drawn by and by", () => {
    render(<StrikeBars {...strikeProps()} />);
    render(<StrikeBars {...strikeProps({ layout: "mirrored", height: 240 })} />);
    render(<StrikeBars {...strikeProps({ measure: "change", strikes: strikes.slice(1) })} />);
    act(() => void themeState.version++);
    expect(only().drawn.at(-1)![0]).toEqual([0, 1, 2, 3, 4]);
  });

  test("draw nothing while they are off screen, and catch up once", () => {
    render(<StrikeBars {...strikeProps()} />);
    see(false);
    const before = only().drawn.length;
    for (const spot of [24_501, 24_502]) render(<StrikeBars {...strikeProps({ spot })} />);
    expect(only().drawn.length).toBe(before);
    see(true);
    expect(only().drawn.length).toBe(before + 1);
  });

  test("read the strike at the money, then the one under the pointer, with before and change", () => {
    render(<StrikeBars {...strikeProps()} />);
    expect(readout()).toBe("Strike24500 at the moneyCalls30LPuts45LPCR1.50");
    const before = { call: [5, 25, 30, 0, 0, 0], put: [0, 0, 0, 0, 0, 0] };
    render(<StrikeBars {...strikeProps({ before })} />);
    point("pointermove", 10);
    expect(readout()).toContain("Calls20L before 25L, change -5L");
    point("pointermove", 30);
    expect(readout()).toContain("Puts-- before 0L, change --");
    expect(readout()).toContain("PCR--");
  });

  test("open the strike that is pressed, or that Enter is pressed on", () => {
    const opened: number[] = [];
    render(<StrikeBars {...strikeProps({ onStrike: (strike) => opened.push(strike) })} />);
    point("pointerdown", 20);
    point("pointerup", 20);
    press("Home");
    expect(said()).toBe("24400, Calls 10L, Puts 60L");
    press("Enter");
    expect(opened).toEqual([24_500, 24_400]);
  });

  test("tell their owner of another view in strikes", () => {
    const views: unknown[] = [];
    render(<StrikeBars {...strikeProps({ onView: (view) => views.push(view) })} />);
    press("Home");
    press("+");
    expect(views.at(-1)).toEqual({ from: 24_400, to: 24_600 });
  });
});
