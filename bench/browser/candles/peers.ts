/** The same bars drawn by others: a line of uPlot's, and candles of two libraries that have them. */
import uPlot from "uplot";
import type { GrowingBars } from "./bars.ts";
import { type Drawing, isHalf, moved, SIZE } from "./drawing.ts";

export const drawLine: Drawing = (host, { times, close }) => {
  const chart = new uPlot(
    {
      ...SIZE,
      ms: 1,
      legend: { show: false },
      axes: [{}, {}],
      series: [{}, { stroke: "#2563eb", width: 1 }],
    },
    [times, close],
    host,
  );
  return { append: () => chart.setData([times, close]) };
};

export const drawLightweight: Drawing = (host, { times, open, high, low, close }) => {
  // Without it no more bars than twice the pixels would be in view, and a drag would have nothing to move.
  const timeScale = { minBarSpacing: 0.001 };
  const chart = window.LightweightCharts.createChart(host, { ...SIZE, timeScale });
  const candles = chart.addSeries(window.LightweightCharts.CandlestickSeries, {});
  const barAt = (i: number) => ({
    ...{ time: times[i]! / 1000, open: open[i], high: high[i], low: low[i], close: close[i] },
  });
  const scale = chart.timeScale();
  const count = times.length;
  candles.setData(times.map((_, i) => barAt(i)));
  if (isHalf) scale.setVisibleLogicalRange({ from: count / 2, to: count - 1 });
  else scale.fitContent();
  scale.subscribeVisibleLogicalRangeChange(moved);
  return {
    append() {
      candles.update(barAt(times.length - 1));
      if (!isHalf) scale.fitContent();
    },
  };
};

const candleData = ({ times, open, high, low, close }: GrowingBars): object => ({
  xAxis: { data: times },
  series: [{ id: "candles", data: close.map((price, i) => [open[i], price, low[i], high[i]]) }],
});

export const drawEcharts: Drawing = (host, bars) => {
  Object.assign(host.style, { width: `${SIZE.width}px`, height: `${SIZE.height}px` });
  const chart = window.echarts.init(host);
  // It draws so many bars in several frames.
  const drawn = new Promise<void>((resolve) => chart.on("finished", resolve));
  chart.on("datazoom", moved);
  chart.setOption({
    animation: false,
    xAxis: { type: "category" },
    yAxis: { scale: true },
    dataZoom: [{ type: "inside", start: isHalf ? 50 : 0, end: 100 }],
    series: [{ id: "candles", type: "candlestick" }],
  });
  const append = (): void => chart.setOption(candleData(bars));
  append();
  return { drawn, append };
};
