import uPlot from "uplot";
import { createPixelSeries } from "./pixel-series.ts";

/** A line that grows. It draws what its pixels can show, and nothing at all while it is out of sight. */
interface LiveChart {
  append(x: number, y: number): void;
  readonly points: number;
  destroy(): void;
}

/** @param options of uPlot, with one series of x and one of y */
export function createLiveChart(host: HTMLElement, options: uPlot.Options): LiveChart {
  const series = createPixelSeries(options.width);
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
    append(x, y) {
      if (series.append(x, y)) draw();
    },
    get points() {
      return series.points;
    },
    destroy() {
      observer.disconnect();
      document.removeEventListener("visibilitychange", catchUp);
      chart.destroy();
    },
  };
}
