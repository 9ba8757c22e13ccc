import { useRouterState } from "@tanstack/react-router";
import { ExternalLink, Maximize, Minimize } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useSnapshot } from "valtio";
import { PAGE_PATHS } from "#domain/access/page-paths.ts";
import { pageAt } from "#domain/access/pages.ts";
import { FloatingWindow } from "../../../components/floating/FloatingWindow.tsx";
import { useAskedAgain } from "../../../components/floating/use-asked-again.ts";
import { HeaderButton } from "../../../components/floating/WindowHeader.tsx";
import type { Restrictions } from "../../../components/floating/window-state.ts";
import { chartWindow, closeChart, type WantedChart } from "../../../shared/chart-window.ts";
import { pickInstrument } from "../../../shared/instrument-target.ts";
import toolCss from "../../../shared/page-controls/Tools.module.css";
import { type ChartSearch, parseChartSearch, writeChartSearch } from "../address/address.ts";
import { intervalOf } from "../address/intervals.ts";
import { Chart } from "../ChartPage.tsx";
import { type ChartHolder, HolderProvider, isInWindow } from "../holder.ts";
import type { Bars } from "../series/bars-series.ts";
import type { SetChart } from "../use-chart-address.ts";
import { watchedLayer } from "../watched-layer.ts";
import css from "./ChartWindow.module.css";
import { createPricePlace } from "./price-place.ts";
import { isTradingOn, readSettings, withTrading, writeSettings } from "./settings.ts";
import { Trading, useMayTrade, useTradingLines } from "./Trading.tsx";
import { TEXTS } from "./texts.ts";

const ID = "chart";
const SIZE = { width: 900, height: 600 };
/** Escape closes it: it is open or closed. */
const RESTRICTIONS: Restrictions = { cannotMinimize: true };
/** CSS pixels of the window that are not the plot's: lines over and under it. */
const AROUND = 268;
const LEAST_PLOT = 260;

const begin = parseChartSearch(new URLSearchParams());

/** What is shown of an instrument that is asked for: bars and all else stay what they were, but for where one looked. */
function searchFor(before: ChartSearch, { symbol, interval }: WantedChart): ChartSearch {
  const length = interval === undefined ? null : intervalOf(interval);
  return {
    ...before,
    symbol,
    interval: length ?? before.interval,
    unknownInterval: null,
    date: null,
    view: null,
  };
}

/** Height of the window's inside, CSS pixels; 0 until it was measured. */
function useInside(): readonly [(element: HTMLElement | null) => void, number] {
  const [inside, setInside] = useState<HTMLElement | null>(null);
  const [height, setHeight] = useState(0);
  useEffect(() => {
    if (inside === null) return;
    const observer = new ResizeObserver(() => setHeight(inside.clientHeight));
    observer.observe(inside);
    return () => observer.disconnect();
  }, [inside]);
  return [setInside, height];
}

/** The chart over any page (rules CHART-15 to CHART-19). */
export function ChartWindow() {
  const { wanted, asked, isTradingActive } = useSnapshot(chartWindow);
  const [search, setSearch] = useState<ChartSearch>(() => searchFor(begin, wanted ?? { symbol: "NIFTY" }));
  const shown = useRef(asked);
  useEffect(() => {
    if (shown.current === asked || wanted === null) return;
    shown.current = asked;
    setSearch((before) => searchFor(before, wanted));
  }, [asked, wanted]);
  useAskedAgain(ID, asked);

  const [settings, setSettings] = useState(readSettings);
  const keep = (next: typeof settings): void => {
    setSettings(next);
    writeSettings(next);
  };
  const [isFull, setFull] = useState(settings.alwaysOpenInFullScreen);
  const page = useRouterState({ select: ({ location }) => pageAt(location.pathname)?.name ?? "" });
  const mayTrade = useMayTrade();
  const isActive = mayTrade && isTradingOn(settings, page);
  useEffect(() => {
    chartWindow.isTradingActive = isActive;
  }, [isActive]);

  const [place] = useState(createPricePlace);
  const [layer] = useState(() => watchedLayer(place));
  const [told, setTold] = useState<Bars | null>(null);
  const lines = useTradingLines();
  const [inside, height] = useInside();
  const set = useCallback<SetChart>((change) => setSearch((before) => ({ ...before, ...change })), []);
  const plot = Math.max(LEAST_PLOT, height - AROUND);
  const holder = useMemo(
    (): ChartHolder => ({
      kind: "window",
      pick: (text) => pickInstrument((symbol) => set({ symbol, date: null, view: null }), text),
      layer,
      levels: lines,
      hears: isInWindow,
      height: plot,
      onTold: setTold,
    }),
    [layer, lines, plot, set],
  );
  if (wanted === null) return null;
  const { symbol } = search;
  return (
    <FloatingWindow
      id={ID}
      title={TEXTS.title(symbol)}
      size={SIZE}
      dock="bottomCenter"
      restrictions={RESTRICTIONS}
      isFull={isFull}
      action={
        <HeaderButton
          label={isFull ? TEXTS.notFull : TEXTS.full}
          icon={isFull ? Minimize : Maximize}
          onPress={() => setFull(!isFull)}
          testId="chart-full"
        />
      }
      onClose={closeChart}
    >
      {/* Of a form of their own: choices of the page under it have the same names. */}
      <form className={css.inside} ref={inside} onSubmit={(event) => event.preventDefault()}>
        <div className={css.bar}>
          {mayTrade ? (
            <button
              type="button"
              className={toolCss.tool}
              aria-pressed={isTradingActive}
              title={TEXTS.tradingHint}
              onClick={() => keep(withTrading(settings, page, !isActive))}
              data-testid="chart-trading"
            >
              {TEXTS.trading}
            </button>
          ) : null}
          {isTradingActive ? <Trading symbol={symbol} told={told} place={place} /> : null}
          <label className={css.always}>
            <input
              type="checkbox"
              checked={settings.alwaysOpenInFullScreen}
              onChange={({ target }) => keep({ ...settings, alwaysOpenInFullScreen: target.checked })}
              data-testid="chart-always-full"
            />
            {TEXTS.alwaysFull}
          </label>
          <a
            className={css.page}
            href={`${PAGE_PATHS.chart}${writeChartSearch(search)}`}
            target="_blank"
            rel="noopener"
            title={TEXTS.page}
            aria-label={TEXTS.page}
          >
            <ExternalLink size={14} strokeWidth={1.5} aria-hidden="true" />
          </a>
        </div>
        <HolderProvider value={holder}>
          <Chart search={search} set={set} />
        </HolderProvider>
      </form>
    </FloatingWindow>
  );
}
