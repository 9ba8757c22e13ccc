/** The payoff as ECharts is told it: what our chart shows too, with ECharts' own means. */
import { type Analysis, OPEN_INTEREST, WORLD } from "./textbook.ts";

const money = new Intl.NumberFormat("en-IN", { maximumFractionDigits: 0 });
const rupees = (value: number): string => `₹${money.format(value)}`;

export const reach = (prices: readonly number[]): { min: number; max: number } => ({
  min: prices[0]!,
  max: prices.at(-1)!,
});

const pairs = (x: readonly number[], y: readonly number[]): number[][] => x.map((price, i) => [price, y[i]!]);
const line = { type: "line", showSymbol: false, animation: false } as const;

export function chartOption({ prices, expiry, now, breakevens }: Analysis, target: number): object {
  const sd = WORLD.spot * 0.13 * Math.sqrt(WORLD.years);
  return {
    animation: false,
    grid: { left: 58, right: 16, top: 24, bottom: 24 },
    tooltip: { trigger: "axis", valueFormatter: rupees },
    xAxis: { type: "value", ...reach(prices) },
    yAxis: [
      { type: "value", axisLabel: { formatter: rupees } },
      { type: "value", show: false, max: 2e8 },
    ],
    series: [
      ...(["call", "put"] as const).map((side) => ({
        name: side,
        type: "bar",
        animation: false,
        yAxisIndex: 1,
        barWidth: 5,
        itemStyle: { opacity: 0.35, color: side === "call" ? "#c0392b" : "#1e8449" },
        data: OPEN_INTEREST.map((each) => [each.strike, each[side]]),
      })),
      {
        ...line,
        name: "profit",
        lineStyle: { opacity: 0 },
        areaStyle: { color: "#1e8449", opacity: 0.12 },
        data: pairs(
          prices,
          expiry.map((value) => Math.max(0, value)),
        ),
      },
      {
        ...line,
        name: "loss",
        lineStyle: { opacity: 0 },
        areaStyle: { color: "#c0392b", opacity: 0.12 },
        data: pairs(
          prices,
          expiry.map((value) => Math.min(0, value)),
        ),
      },
      {
        ...line,
        name: "On expiry",
        lineStyle: { color: "#222", width: 1.5 },
        data: pairs(prices, expiry),
        markArea: {
          silent: true,
          itemStyle: { color: "#888", opacity: 0.08 },
          data: [1, 2].map((of) => [{ xAxis: WORLD.spot - of * sd }, { xAxis: WORLD.spot + of * sd }]),
        },
      },
      {
        ...line,
        name: "On target date",
        lineStyle: { color: "#2a5bd7", width: 2 },
        data: pairs(prices, now),
        markLine: {
          silent: true,
          symbol: "none",
          animation: false,
          data: [
            { xAxis: WORLD.spot, name: "spot" },
            { xAxis: target, name: "target" },
            ...breakevens.map((xAxis) => ({ xAxis, name: "breakeven" })),
          ],
        },
      },
    ],
  };
}
