import "uplot/dist/uPlot.min.css";
import { useEffect, useImperativeHandle, useRef, useState } from "react";
import { TEXTS } from "../texts.ts";
import { ChartToolbar } from "../toolbar/ChartToolbar.tsx";
import type { ChartToolbarProps, PayoffChartProps, PayoffView } from "../types.ts";
import { ViewNotice } from "../view/ViewNotice.tsx";
import { DateSlider } from "./DateSlider.tsx";
import { IvSlider } from "./IvSlider.tsx";
import css from "./PayoffChart.module.css";
import { createPayoffPlot, type PayoffPlot, type PlotHosts } from "./payoff-plot.ts";
import type { PlotEvents } from "./plot-state.ts";
import readoutCss from "./Readout.module.css";

const HEIGHT = 360;

type ChartEvents = PlotEvents &
  Pick<ChartToolbarProps, "onStep"> &
  Required<Pick<ChartToolbarProps, "onOiMode" | "onOiExpiry" | "onGreek">>;

/** The P&L of a strategy by the underlying's price: read, zoomed, and changed by hand on its axis. */
export function PayoffChart(props: PayoffChartProps) {
  const { ref, view, status, isStale, zoom, strikesOf, priceStep, decimals, oiMode, greek } = props;
  const { targetTimes, ivOffset, height = HEIGHT } = props;
  const hosts = {
    plot: useRef<HTMLDivElement>(null),
    top: useRef<HTMLDivElement>(null),
    bottom: useRef<HTMLDivElement>(null),
    readout: useRef<HTMLDivElement>(null),
    said: useRef<HTMLSpanElement>(null),
  };
  const plot = useRef<PayoffPlot>(null);
  /** The plot outlives renders: it asks for what is wanted now. */
  const latest = useRef(props);
  latest.current = props;
  /** What was shown last, through the handle or as a property. */
  const shown = useRef(view);
  const show = (next: Partial<PayoffView>): void => {
    shown.current = { ...shown.current, ...next };
    plot.current?.show(next);
  };
  const [handle] = useState(() => ({
    show,
    showNow(next: Partial<PayoffView>): void {
      show(next);
      plot.current?.flush();
    },
  }));
  useImperativeHandle(ref, () => handle, [handle]);
  /** The same for good, so that parts are not rendered for a handler. */
  const [events] = useState<ChartEvents>(() => ({
    onDragStart: () => latest.current.onDragStart(),
    onTargetPrice: (price) => latest.current.onTargetPrice(price),
    onDragStrikes: (ids, by, mirror) => latest.current.onDragStrikes(ids, by, mirror),
    onDragEnd: () => latest.current.onDragEnd(),
    onDragCancel: () => latest.current.onDragCancel(),
    onTargetTime: (time) => latest.current.onTargetTime(time),
    onIvOffset: (points) => latest.current.onIvOffset(points),
    onZoom: (next) => latest.current.onZoom(next),
    onStep: (direction) => plot.current?.step(direction),
    onOiMode: (mode) => latest.current.onOiMode?.(mode),
    onOiExpiry: (expiry) => latest.current.onOiExpiry?.(expiry),
    onGreek: (next) => latest.current.onGreek?.(next),
  }));
  const options = { zoom, strikesOf, priceStep, decimals, oiMode };

  // biome-ignore lint/correctness/useExhaustiveDependencies: made once a mount; what changes is told below
  useEffect(() => {
    const on = Object.fromEntries(
      Object.entries(hosts).map(([name, { current }]) => [name, current]),
    ) as unknown as PlotHosts;
    const made = createPayoffPlot(on, { view: shown.current, options, height }, events);
    plot.current = made;
    return () => {
      plot.current = null;
      made.destroy();
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another view alone is shown
  useEffect(() => show(view), [view]);
  useEffect(
    () => plot.current?.configure({ zoom, strikesOf, priceStep, decimals, oiMode }),
    [zoom, strikesOf, priceStep, decimals, oiMode],
  );
  useEffect(() => plot.current?.resize(height), [height]);

  useEffect(() => plot.current?.settle());

  return (
    <div className={css.chart} data-testid="payoff-chart">
      <ChartToolbar
        zoom={zoom}
        oiMode={oiMode}
        greek={greek}
        onZoom={events.onZoom}
        onStep={events.onStep}
        {...(props.oiExpiries === undefined ? {} : { oiExpiries: props.oiExpiries })}
        {...(props.onOiMode === undefined ? {} : { onOiMode: events.onOiMode })}
        {...(props.onOiExpiry === undefined ? {} : { onOiExpiry: events.onOiExpiry })}
        {...(props.onGreek === undefined ? {} : { onGreek: events.onGreek })}
      />
      <div className={readoutCss.bar}>
        <div ref={hosts.readout} className={readoutCss.readout} data-testid="payoff-readout" />
      </div>
      <div className={css.body} data-stale={isStale || undefined} data-status={status.kind}>
        <div ref={hosts.top} className={css.top} />
        <div
          ref={hosts.plot}
          className={css.plot}
          style={{ height }}
          role="group"
          aria-label={TEXTS.payoff.chart}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move its crosshair
          tabIndex={0}
        />
        <div ref={hosts.bottom} className={css.bottom} role="group" aria-label={TEXTS.payoff.strikes} />
        {isStale ? <span className={css.stale}>{TEXTS.stale}</span> : null}
        <ViewNotice status={status} shape="plot" />
      </div>
      <span ref={hosts.said} className="visually-hidden" role="status" />
      {targetTimes === null ? null : <DateSlider {...targetTimes} events={events} />}
      {ivOffset === null ? null : <IvSlider points={ivOffset} events={events} />}
    </div>
  );
}
