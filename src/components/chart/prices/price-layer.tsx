import uPlot from "uplot";
import type { ChartLayer, LayerKind } from "../time/chart-layer.ts";
import type { ChartLine } from "../types.ts";
import { createCandleFeed } from "./candle-feed.ts";
import { LOG_AXES } from "./log-axes.ts";
import { PriceSwatch } from "./PriceSwatch.tsx";
import { paintLevels } from "./paint-levels.ts";
import { paintNotes } from "./paint-notes.ts";
import { paintPrices } from "./paint-prices.ts";
import { TEXTS } from "./texts.ts";

const isOfPrices = ({ shape }: ChartLine): boolean => shape === "candles" || shape === "ohlc";

function createLayer(): ChartLayer {
  /** By the place of its line. */
  const feeds = new Map<number, ReturnType<typeof createCandleFeed>>();
  return {
    reset: () => feeds.clear(),
    under(frame, state) {
      paintNotes(frame, state);
      const width = frame.u.bbox.width / uPlot.pxRatio;
      for (const [at, line] of state.lines.entries()) {
        const { prices, values } = line;
        if (prices === undefined || !isOfPrices(line)) continue;
        const feed = feeds.get(at) ?? createCandleFeed();
        feeds.set(at, feed);
        const columns = { ...prices, close: values };
        paintPrices(frame, state, line, feed.bars(columns, state.times.length, frame.window, width));
      }
    },
    over: paintLevels,
  };
}

/** Candles and bars of prices, axes of equal ratios, levels, and notes in panes. */
export const PRICE_LAYER: LayerKind = {
  create: createLayer,
  beside: ({ prices }) =>
    prices === undefined
      ? []
      : (["open", "high", "low"] as const).map((name) => ({ name: TEXTS[name], column: prices[name] })),
  swatch: (line) => (isOfPrices(line) ? <PriceSwatch /> : null),
  log: LOG_AXES,
};
