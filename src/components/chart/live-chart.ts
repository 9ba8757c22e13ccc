import uPlot from "uplot";
import { createPixelSeries } from "./pixel-series.ts";

/** A line that grows. It draws what its pixels can show, and nothing at all while it is out of sight. */
interface LiveChart {
  /** Columns of one length, `x` rising: those it has, with more at their end, or others. */
  show(x: readonly number[], y: readonly number[]): void;
  destroy(): void;
}

/** @param options of uPlot, with one series of x and one of y */
export function createLiveChart(host: HTMLElement, options: uPlot.Options): LiveChart {
  let series = createPixelSeries(options.width);
  /** What of the columns it has. */
  let first: number | undefined;
  let length = 0;
  const chart = new uPlot(options, [[], []], host);
  let isOnScreen = true;
  let isBehind = false;

  function draw(): void {
    isBehind = !isOnScreen || document.visibilityState !== "visible";
    if (!isBehind) chart.setData(series.drawn as unknown as uPlot.AlignedData);
  }
  const catchUp = (): void => {
    if (isBehind) draw();
  };
  const observer = new IntersectionObserver((entries) => {
    isOnScreen = entries.at(-1)?.isIntersecting ?? true;
    catchUp();
  });
  observer.observe(host);
  document.addEventListener("visibilitychange", catchUp);

  return {
    show(x, y) {
      const isOther = x.length < length || x[0] !== first;
      if (isOther) {
        series = createPixelSeries(options.width);
        length = 0;
      }
      first = x[0];
      let isSeen = isOther;
      for (; length < x.length; length++) isSeen = series.append(x[length]!, y[length]!) || isSeen;
      if (isSeen) draw();
    },
    destroy() {
      observer.disconnect();
      document.removeEventListener("visibilitychange", catchUp);
      chart.destroy();
    },
  };
}
