/**
 * Loaded into every thread of the server that is measured: writes down when its heap was collected, a line a pause, begin and end in
 * epoch ms. To the file that STRIKEWISE_BENCH_PAUSES names.
 */
import { appendFile } from "node:fs";
import { PerformanceObserver, performance } from "node:perf_hooks";

const file = process.env.STRIKEWISE_BENCH_PAUSES;
if (file !== undefined) {
  new PerformanceObserver((list) => {
    const lines = list.getEntries().map(({ startTime, duration }) => {
      const begin = performance.timeOrigin + startTime;
      return `${begin} ${begin + duration}\n`;
    });
    appendFile(file, lines.join(""), () => {});
  }).observe({ entryTypes: ["gc"] });
}
