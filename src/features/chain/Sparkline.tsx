import "uplot/dist/uPlot.min.css";
import { useEffect, useRef } from "react";
import { useSnapshot } from "valtio";
import { createLiveChart } from "../../components/chart/live-chart.ts";
import { themeState } from "../../components/theme/theme-state.ts";
import { engine } from "../../live/engine-client.ts";
import css from "./ChainHeader.module.css";

const WIDTH = 96;
const HEIGHT = 24;
/** One point a second. */
const EVERY_MS = 1000;

interface Props {
  readonly token: number;
}

/** The stroke follows the trader's theme: a token's resolved colour. */
const ink = (): string => getComputedStyle(document.documentElement).getPropertyValue("--ink-2").trim();

/** The underlying since the page was opened, from chart quotes; grows a point a second and rests while the tab is hidden. */
export function Sparkline({ token }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const { version } = useSnapshot(themeState);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new theme draws the line anew
  useEffect(() => {
    const element = host.current;
    if (element === null) return;
    const chart = createLiveChart(element, {
      width: WIDTH,
      height: HEIGHT,
      ms: 1,
      padding: [2, 0, 2, 0],
      cursor: { show: false },
      legend: { show: false },
      axes: [{ show: false }, { show: false }],
      series: [{}, { stroke: ink(), width: 1.25, points: { show: false } }],
    });
    async function take(): Promise<void> {
      if (document.visibilityState !== "visible") return;
      const [bar] = await engine().ask((api) => api.bars(engine().tabId(), [token]));
      if (bar === undefined) return;
      element?.toggleAttribute("data-stale", bar.stale);
      if (bar.stale) return;
      chart.append(Date.now(), bar.close);
      element?.setAttribute("data-points", String(chart.points));
    }
    const timer = setInterval(() => void take().catch(() => {}), EVERY_MS);
    void take().catch(() => {});
    return () => {
      clearInterval(timer);
      chart.destroy();
    };
  }, [token, version]);

  // The engine forgets the bars of a tab that no longer shows any.
  useEffect(() => () => void engine().ask((api) => api.bars(engine().tabId(), [])), []);

  return <div ref={host} className={css.spark} aria-hidden="true" data-testid="sparkline" />;
}
