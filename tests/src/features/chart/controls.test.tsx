// @vitest-environment happy-dom
import { act, type ReactElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type ChartSearch, parseChartSearch } from "#src/features/chart/address/address.ts";
import { Controls } from "#src/features/chart/controls/Controls.tsx";
import { ManyCharts } from "#src/features/chart/many/ManyCharts.tsx";

let root: Root;
let host: HTMLElement;
let isNarrow = true;

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal("matchMedia", () => ({
    matches: isNarrow,
    addEventListener() {},
    removeEventListener() {},
  }));
  host = document.createElement("div");
  document.body.replaceChildren(host);
  root = createRoot(host);
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

const searchOf = (text = ""): ChartSearch => parseChartSearch(new URLSearchParams(text));
const show = (element: ReactElement): void => act(() => root.render(element));
const part = (id: string): HTMLElement | null => document.querySelector(`[data-testid="${id}"]`);
const ALL = ["indicators", "levels", "log", "patterns", "draw", "profile", "compare", "date"];

describe("[CHART-21] what is chosen of a chart", () => {
  test("stands in one line on a wide screen", () => {
    isNarrow = false;
    show(<Controls search={searchOf()} set={vi.fn()} />);
    for (const id of ALL) expect(part(`chart-${id}`), id).not.toBeNull();
    expect(part("chart-settings")).toBeNull();
  });

  test("is in a sheet on a narrow one, each with what it does, and beside it are the intervals", async () => {
    isNarrow = true;
    const set = vi.fn();
    show(<Controls search={searchOf("interval=60")} set={set} />);
    for (const id of ALL) expect(part(`chart-${id}`), id).toBeNull();
    const intervals = [...host.querySelectorAll<HTMLInputElement>('input[name="chart-interval"]')];
    expect(intervals.map(({ labels }) => labels![0]!.textContent)).toEqual(
      "1m 3m 5m 15m 30m 1h 1D 1W 1M".split(" "),
    );
    expect(intervals.findIndex(({ checked }) => checked)).toBe(5);
    act(() => intervals[3]!.click());
    expect(set).toHaveBeenCalledExactlyOnceWith({
      interval: "15",
      unknownInterval: null,
      date: null,
      view: null,
    });
    await act(async () => {
      part("chart-settings")!.click();
      await import("#src/components/drawer/Drawer.tsx");
    });
    for (const id of ALL) expect(part(`chart-${id}`), id).not.toBeNull();
    expect(part("chart-log")!.textContent).toContain("Equal changes in % are equally high");
    act(() => part("chart-profile")!.click());
    expect(set).toHaveBeenLastCalledWith({ profile: [] }, "replace");
  });

  test.each([
    ["", "Chart settings"],
    ["shape=candles&interval=1D", "Chart settings"],
    ["ind=ema-20,rsi-14", "Chart settings · 2"],
    ["shape=line&scale=log&levels=previous", "Chart settings · 3"],
    ["patterns=on&draw=on&profile=on&vs=&date=2026-11-18", "Chart settings · 5"],
  ])("of %j is counted", (text, said) => {
    isNarrow = true;
    show(<Controls search={searchOf(text)} set={vi.fn()} />);
    expect(part("chart-settings")!.textContent).toBe(said);
  });
});

test("[CHART-20] [CHART-21] tabs of several charts say how long their bars are", () => {
  isNarrow = true;
  const search = searchOf("tradingSymbol=NIFTY&interval=5&beside=RELIANCE_60*BANKNIFTY_1D*TCS_1M");
  show(<ManyCharts Chart={() => null} search={search} set={vi.fn()} />);
  expect([...host.querySelectorAll('[role="tab"]')].map(({ textContent }) => textContent)).toEqual([
    "NIFTY 5m",
    "RELIANCE 1h",
    "BANKNIFTY 1D",
    "TCS 1M",
  ]);
});
