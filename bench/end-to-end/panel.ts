/** The app's own performance panel, opened, reset and read as a user would: by its key, its buttons and what they copy. */
import type { PerformanceReport, StageFigures } from "#workers/engine/api.ts";
import { paintedSince } from "../browser/product-tab.ts";
import type { Tab } from "../browser/tab.ts";
import { distribution, percentile, type Table } from "../harness.ts";

const PANEL = `document.querySelector('[data-testid="performance-panel"]')`;
const button = (text: string): string =>
  `[...${PANEL}.querySelectorAll("button")].find((each) => each.textContent.includes(${JSON.stringify(text)}))`;
const HAS_TOTAL = `Number(${PANEL}?.querySelector('tr[data-stage="total"] td:nth-of-type(2)')?.textContent) > 0`;

export interface Agreement {
  /** ms, from the painter's log */
  readonly bench: readonly number[];
  readonly panel: StageFigures;
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Measures the same frames twice: by the painter's log, and by the panel. */
export async function measureBoth(tab: Tab, ms: number): Promise<Agreement> {
  await tab.evaluate(
    `dispatchEvent(new KeyboardEvent("keydown", { code: "KeyP", ctrlKey: true, altKey: true }))`,
  );
  await tab.until(HAS_TOTAL, 30_000);
  await tab.evaluate(`${button("Reset")}.click()`);
  await wait(ms);
  const copied = await tab.evaluate<string>(`new Promise((resolve) => {
    navigator.clipboard.writeText = async (text) => resolve(text);
    ${button("Copy")}.click();
  })`);
  const report: Omit<PerformanceReport, "at"> & { readonly at: string } = JSON.parse(copied);
  // The panel is told once a second: the same span of the log, or a fifth of a short run would be other frames.
  const until = Date.parse(report.at);
  const frames = await paintedSince(tab, until - report.measuredMs);
  return {
    bench: frames
      .filter((frame) => frame.paintedAt <= until)
      .map((frame) => frame.paintedAt - frame.serverTime),
    panel: report.stages.total,
  };
}

/** Both measure until the last draw call; the panel also takes the clocks' offset off, which on one machine is the fastest ping. */
export function agreementTable(title: string, { bench, panel }: Agreement): Table {
  const beside = (what: string, ours: number | null, q: number) => ({
    what: `${title}: the panel's ${what} / the bench's`,
    value: (ours ?? Number.NaN) / percentile(bench, q),
    atLeast: 0.8,
    atMost: 1.25,
  });
  return {
    title: `The performance panel beside the bench, ${title}`,
    unit: "ms from server timestamp to painted",
    better: "lower",
    rows: [distribution("the bench, from the painter's log", bench)],
    ratios: [
      { what: `${title}: the panel's p50`, value: panel.p50Ms ?? Number.NaN, unit: "ms" },
      { what: `${title}: the panel's p99`, value: panel.p99Ms ?? Number.NaN, unit: "ms" },
      beside("p50", panel.p50Ms, 0.5),
      beside("p99", panel.p99Ms, 0.99),
    ],
  };
}
