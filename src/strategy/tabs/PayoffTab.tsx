import { Suspense, useContext, useEffect, useMemo, useRef, useState } from "react";
import {
  type AnalyzerLeg,
  type AnalyzerSettings,
  DEFAULT_SETTINGS,
} from "#domain/strategy/analyzer/model.ts";
import type { AnalyzerView, BuilderInstance, ShownPayload } from "../../analyzer/analyzer.ts";
import { useAnalyzer, useAnalyzerState } from "../../analyzer/use-analyzer.tsx";
import { PayoffChart } from "../../components/analysis/payoff/PayoffChart.tsx";
import type { ChartGreek, OiBar, PayoffChartHandle, PayoffView } from "../../components/analysis/types.ts";
import { lazily } from "../../components/lazily.tsx";
import { loadPart } from "../../components/load-part.ts";
import { showToast } from "../../components/toast/toast.ts";
import { afterCharges, beforeCharges } from "../net/after-charges.ts";
import { PartBoundary } from "../PartBoundary.tsx";
import { spotDecimals } from "../summary/figures.ts";
import { TEXTS } from "../texts.ts";
import { useIsSettled } from "../use-is-settled.ts";
import { ChartHeight } from "./chart-height.ts";
import { useChartLegs } from "./chart-legs.ts";
import type { greekCurveOf } from "./greek-curve.ts";
import { legStrikes } from "./leg-strikes.ts";
import { useBeside } from "./use-beside.ts";
import { useDragEvents } from "./use-drag-events.ts";
import { analysisStatus, targetTimesOf } from "./view-status.ts";

const PinTable = lazily(() => import("../pins/PinTable.tsx").then((m) => m.PinTable));

function barsOf(instance: BuilderInstance | null): readonly OiBar[] | null {
  const chart = instance?.oiChart.value ?? null;
  const mode: AnalyzerSettings["OIMode"] = instance?.settings.OIMode ?? "off";
  if (chart === null || mode === "off") return null;
  return mode === "oi" ? chart.oi_vs_strike : chart.oi_change_vs_strike;
}

type DrawnFigures = Pick<PayoffView, "payload" | "gross" | "ghost" | "spot" | "target">;
type Payloads = Pick<ShownPayload, "payload" | "ghost">;

function figuresOf({ payload, ghost }: Payloads): DrawnFigures {
  return {
    payload: afterCharges(payload),
    gross: beforeCharges(payload),
    ghost: ghost === null ? null : afterCharges(ghost),
    spot: payload.underlying_price ?? Number.NaN,
    target: payload.selected_target_price ?? Number.NaN,
  };
}

interface ShownGreek {
  readonly name: ChartGreek;
  readonly curveOf: typeof greekCurveOf;
}

const NO_LEGS: readonly AnalyzerLeg[] = [];
const NO_FIGURES = { payload: null, gross: null, ghost: null, spot: Number.NaN, target: Number.NaN };

/** The payoff chart: legs and bars come through React, figures that tick or are dragged go past it. */
export function PayoffTab() {
  const analyzer = useAnalyzer();
  const { dispatch, state } = analyzer;
  const view = useAnalyzerState();
  const { instance, contracts, underlying, payload, isStale } = view;
  const height = useContext(ChartHeight);
  const chart = useRef<PayoffChartHandle>(null);
  const [greek, setGreek] = useState<ShownGreek | null>(null);
  const events = useDragEvents();
  const legs = useChartLegs(instance?.legs ?? NO_LEGS);
  const bars = barsOf(instance);
  const settings = instance?.settings ?? DEFAULT_SETTINGS;
  const ivOffset = instance?.ivOffset ?? 0;
  const curveOf = (of: readonly AnalyzerLeg[], answer: AnalyzerView["payload"]) =>
    underlying === null || greek === null
      ? null
      : greek.curveOf(greek.name, answer, { legs: of, ivOffset, settings, underlying });
  const latest = useRef({ greek, curveOf });
  latest.current = { greek, curveOf };

  useEffect(
    () =>
      analyzer.onPayload((shown) => {
        const now = latest.current;
        const greekCurve = now.greek === null ? {} : { greekCurve: now.curveOf(shown.legs, shown.payload) };
        chart.current?.showNow({ ...figuresOf(shown), legs: shown.legs, ...greekCurve });
      }),
    [analyzer],
  );

  const wanted = useRef<ChartGreek | null>(null);
  /** How a greek is computed comes with the first that is chosen. */
  async function choose(name: ChartGreek | null): Promise<void> {
    wanted.current = name;
    if (name === null) return setGreek(null);
    try {
      const { greekCurveOf: curveOf } = await loadPart(() => import("./greek-curve.ts"));
      if (wanted.current === name) setGreek({ name, curveOf });
    } catch {
      showToast(TEXTS.missing.text, { tone: "error" });
    }
  }

  const isEmpty = payload === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: figures that only tick are shown through the handle
  const drawn = useMemo<PayoffView>(() => {
    const { payload: now, ghost } = state;
    return {
      ...(now === null ? NO_FIGURES : figuresOf({ payload: now, ghost })),
      legs,
      oi: bars,
      greekCurve: latest.current.curveOf(legs, now),
    };
  }, [legs, bars, greek, isEmpty, state]);
  const strikesOf = useMemo(() => legStrikes(contracts), [contracts]);
  const expiries = instance?.oiChartExpiries ?? [];
  const isSettled = useIsSettled();
  useBeside(chart);
  return (
    <>
      <PayoffChart
        ref={chart}
        {...events}
        {...(height !== undefined && { height })}
        view={drawn}
        status={analysisStatus(view, TEXTS.empty.payoff, analyzer.retry, "payoff_prices")}
        isStale={isStale}
        zoom={instance?.zoom ?? { kind: "ZoomIn" }}
        onZoom={(zoom) => dispatch({ type: "set-zoom", zoom })}
        targetTimes={targetTimesOf(view)}
        ivOffset={payload === null ? null : ivOffset}
        strikesOf={strikesOf}
        priceStep={payload?.target_price_defaults.step ?? 1}
        decimals={spotDecimals(underlying?.spotTickSize ?? 0.05)}
        oiMode={instance?.settings.OIMode ?? "off"}
        onOiMode={(OIMode) => analyzer.saveSettings({ OIMode })}
        oiExpiries={expiries}
        onOiExpiry={(expiry) => dispatch({ type: "toggle-oi-expiry", expiry })}
        greek={greek?.name ?? null}
        onGreek={(name) => void choose(name)}
      />
      {isSettled ? (
        <PartBoundary>
          <Suspense fallback={null}>
            <PinTable />
          </Suspense>
        </PartBoundary>
      ) : null}
    </>
  );
}
