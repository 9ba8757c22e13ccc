/** Six lines of 100,000 points that grow together, drawn by us and by others. */
import uPlot from "uplot";
import { createTimePlot } from "#src/components/chart/time/time-plot.ts";
import type { TimePlotProps } from "#src/components/chart/time/time-state.ts";
import { grow, noteFirst } from "./growing-page.ts";
import { loadPeer } from "./peers.ts";

const POINTS = 100_000;
const EVERY_MS = 1000;
const SIZE = { width: 1200, height: 500 };
const COLOURS = ["#2563eb", "#b84514", "#0b7a54", "#c22f35", "#a23fb8", "#0b7f94"];
const TOKENS = ["buy", "sell", "up", "down", "oi-call-ink", "oi-put-ink"] as const;

/** Points of a second each, as the bars of a day; nights take no room in any of them. */
function growing() {
  const times: number[] = [];
  const columns: number[][] = COLOURS.map(() => []);
  const last = COLOURS.map((_, s) => 4e6 + s * 1e5);
  let time = 1_700_000_000_000;
  const append = (): void => {
    time += EVERY_MS;
    times.push(time);
    for (let s = 0; s < last.length; s++) {
      last[s]! += Math.sin(time / 7e5 + s) * 30 + Math.sin(time * 12.9898 + s) * 200;
      columns[s]!.push(last[s]!);
    }
  };
  for (let i = 0; i < POINTS; i++) append();
  return { times, columns, append };
}

type Growing = ReturnType<typeof growing>;
type Draw = (host: HTMLElement, data: Growing) => () => void;

function plain(host: HTMLElement, { times, columns }: Growing): () => void {
  const chart = new uPlot(
    {
      ...SIZE,
      ms: 1,
      legend: { show: false },
      axes: [{}, {}],
      series: [{}, ...COLOURS.map((stroke) => ({ stroke, width: 1 }))],
    },
    [times, ...columns],
    host,
  );
  return () => chart.setData([times, ...columns]);
}

/** @param isCopied every append hands over new arrays, as a state that never changes what it gave does */
const ours =
  (isCopied: boolean): Draw =>
  (host, { times, columns }) => {
    host.style.width = `${SIZE.width}px`;
    const handed = <T>(values: T[]): T[] => (isCopied ? values.slice() : values);
    const panes: TimePlotProps["panes"] = [
      { name: "", weight: 1, left: { format: (ticks) => ticks.map(String) }, right: null },
    ];
    const props = (): TimePlotProps => ({
      times: handed(times),
      panes,
      lines: columns.map((values, s) => ({
        ...{ id: String(s), name: `line ${s}`, pane: 0, axis: "left", colour: TOKENS[s]!, width: 1 },
        values: handed(values),
        format: String,
      })),
      ...{ gaps: [], recordedSince: null, runningAt: null, height: SIZE.height, view: null },
      onView: () => {},
    });
    const plot = createTimePlot(host, props(), { onCursor: () => {} });
    plot.show(props());
    return () => plot.show(props());
  };

function echarts(host: HTMLElement, { times, columns }: Growing): () => void {
  Object.assign(host.style, { width: `${SIZE.width}px`, height: `${SIZE.height}px` });
  const chart = window.echarts.init(host);
  const show = (): void =>
    chart.setOption({
      animation: false,
      xAxis: { type: "time" },
      yAxis: { scale: true },
      series: columns.map((column, s) => ({
        ...{ type: "line", showSymbol: false, sampling: "lttb", lineStyle: { width: 1, color: COLOURS[s] } },
        data: column.map((value, i) => [times[i], value]),
      })),
    });
  show();
  return show;
}

function lightweight(host: HTMLElement, { times, columns }: Growing): () => void {
  const chart = window.LightweightCharts.createChart(host, SIZE);
  const at = (i: number): number => times[i]! / 1000;
  const lines = columns.map((column, s) => {
    const line = chart.addSeries(window.LightweightCharts.LineSeries, { color: COLOURS[s], lineWidth: 1 });
    line.setData(column.map((value, i) => ({ time: at(i), value })));
    return line;
  });
  chart.timeScale().fitContent();
  return () => {
    const i = times.length - 1;
    lines.forEach((line, s) => {
      line.update({ time: at(i), value: columns[s]![i] });
    });
    chart.timeScale().fitContent();
  };
}

const DRAWS: Readonly<Record<string, Draw>> = {
  plain,
  ours: ours(false),
  copied: ours(true),
  unseen: ours(false),
  echarts,
  lightweight,
  empty: () => () => {},
};

/** Draws the lines, then adds a point to each again and again. */
export async function startSix(name: string, host: HTMLElement): Promise<void> {
  if (name === "echarts") await loadPeer("echarts");
  if (name === "lightweight") await loadPeer("lightweight-charts");
  const data = growing();
  const draw = DRAWS[name];
  if (draw === undefined) throw new Error(`nothing is named ${name}`);
  const startedAt = performance.now();
  const show = draw(host, data);
  await noteFirst(startedAt);
  grow(() => {
    data.append();
    show();
  });
}
