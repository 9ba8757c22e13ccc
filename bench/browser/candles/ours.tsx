/** The chart of an instrument as its page draws it: candles of an index, with axes, readout and the pane that says that there is no volume. */
import { createRoot } from "react-dom/client";
import { TimeChart } from "#src/components/chart/TimeChart.tsx";
import { kindOf, linesOf, panesOf } from "#src/features/chart/picture/picture.ts";
import type { Bars } from "#src/features/chart/series/bars-series.ts";
import { watchedLayer } from "#src/features/chart/watched-layer.ts";
import type { GrowingBars } from "./bars.ts";
import { type Drawing, isHalf, moved, SIZE } from "./drawing.ts";

const SYMBOL = "NIFTY";
const CHOSEN = { shape: "candles", isLog: false, indicators: [], interval: "1" } as const;
const NOTHING: readonly never[] = [];

/** @param isCopied every append hands over new arrays, as a series that streams does */
export const drawOurs =
  (isCopied: boolean): Drawing =>
  (host, { times, open, high, low, close }: GrowingBars) => {
    const handed = <T,>(values: T[]): T[] => (isCopied ? values.slice() : values);
    const told = (): Bars => ({
      ...{ tradingsymbol: SYMBOL, instrument_token: 256_265, instrument_type: "INDEX", interval: "1M" },
      ...{ times: handed(times), open: handed(open), high: handed(high), low: handed(low) },
      ...{ close: handed(close), volume: null, oi: null, carried: [], running_at: null, sessions: [] },
    });
    let resolve = (): void => {};
    const drawn = new Promise<void>((done) => (resolve = done));
    let shown = "";
    const layer = watchedLayer({
      drawn({ u, window: { from, to } }) {
        if (u.data[0].length > 1) resolve();
        if (shown !== `${from} ${to}`) moved();
        shown = `${from} ${to}`;
      },
    });
    const panes = panesOf(kindOf(told(), SYMBOL), CHOSEN);
    const root = createRoot(host);
    let view = isHalf ? { from: times[times.length >> 1]!, to: times.at(-1)! } : null;
    function show(): void {
      const bars = told();
      root.render(
        <TimeChart
          name={SYMBOL}
          layer={layer}
          times={bars.times}
          panes={panes}
          lines={linesOf(bars, SYMBOL, CHOSEN, null)}
          gaps={NOTHING}
          levels={NOTHING}
          recordedSince={null}
          runningAt={null}
          isStale={false}
          height={SIZE.height}
          view={view}
          onView={(next) => {
            view = next;
            show();
          }}
          source={{ symbol: SYMBOL, title: SYMBOL, origin: "", asOf: null }}
          notice={null}
        />,
      );
    }
    show();
    return { drawn, append: show };
  };
