/** What is compared, and the page of each. */

export const EMPTY = "no chart";
export const LINE = "uPlot, a line of all points";
export const OURS = "Strikewise, candles";
export const COPIED = "Strikewise, candles in new arrays each time";
export const LIGHTWEIGHT = "lightweight-charts, candles";
export const ECHARTS = "ECharts, candles";

/** Peers that have candles, and the package of each. */
export const PEERS = [
  { name: LIGHTWEIGHT, impl: "lightweight", from: "lightweight-charts" },
  { name: ECHARTS, impl: "echarts", from: "echarts" },
] as const;

export const OUR_PAGES: Readonly<Record<string, string>> = {
  [EMPTY]: "impl=empty",
  [LINE]: "impl=line",
  [OURS]: "impl=ours",
  [COPIED]: "impl=copied",
};
