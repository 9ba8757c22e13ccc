import { X } from "lucide-react";
import { type ComponentType, useEffect, useMemo, useRef, useState } from "react";
import infoCss from "../../../shared/info-button/InfoButton.module.css";
import { pickInstrument } from "../../../shared/instrument-target.ts";
import type { ChartSearch } from "../address/address.ts";
import { type ChartHolder, HolderProvider, isInWindow } from "../holder.ts";
import { TEXTS as PAGE } from "../texts.ts";
import type { SetChart } from "../use-chart-address.ts";
import { watchedLayer } from "../watched-layer.ts";
import type { CursorLink } from "./cursor-link.ts";
import css from "./ManyCharts.module.css";
import { TEXTS } from "./texts.ts";

/** CSS pixels of a plot: two rows of them are on a laptop's screen. */
const HEIGHTS = { one: undefined, few: 460, many: 280 } as const;

/** A chart that is held elsewhere: it is handed in, for its page loads this. */
export type HeldChart = ComponentType<{ readonly search: ChartSearch; readonly set: SetChart }>;

interface Props {
  readonly Chart: HeldChart;
  readonly search: ChartSearch;
  readonly set: SetChart;
  readonly link: CursorLink;
  /** of how many it is which, from 1 */
  readonly at: number;
  readonly of: number;
  /** Of all of them the only one on screen. */
  readonly isAlone: boolean;
  /** Keys and controls are this chart's. */
  readonly isActive: boolean;
  readonly onActivate: () => void;
  readonly onClose: () => void;
}

/** One of several charts. */
export function ChartPane({
  Chart,
  search,
  set,
  link,
  at,
  of,
  isAlone,
  isActive,
  onActivate,
  onClose,
}: Props) {
  const [member] = useState(() => link.join());
  useEffect(() => member.leave, [member]);
  const [layer] = useState(() => watchedLayer(member));
  const now = useRef({ set, isActive, onClose });
  now.current = { set, isActive, onClose };
  const height = HEIGHTS[isAlone ? "one" : of > 2 ? "many" : "few"];
  const holder = useMemo(
    (): ChartHolder => ({
      kind: "pane",
      pick: (text) => pickInstrument((symbol) => now.current.set({ symbol, date: null, view: null }), text),
      layer,
      hears: (target) => now.current.isActive && !isInWindow(target),
      note: PAGE.short[search.interval],
      actions: (
        <button
          type="button"
          className={infoCss.button}
          aria-label={TEXTS.close(search.symbol)}
          title={TEXTS.close(search.symbol)}
          onClick={() => now.current.onClose()}
          data-testid="chart-close"
        >
          <X size={16} strokeWidth={1.5} aria-hidden="true" />
        </button>
      ),
      ...(height !== undefined && { height }),
    }),
    [layer, height, search.symbol, search.interval],
  );
  return (
    <section
      className={css.pane}
      data-active={isActive && !isAlone}
      aria-label={TEXTS.paneOf(search.symbol, at, of)}
      onPointerDownCapture={onActivate}
      onFocusCapture={onActivate}
      data-testid="chart-pane"
    >
      <HolderProvider value={holder}>
        <Chart search={search} set={set} />
      </HolderProvider>
    </section>
  );
}
