import { Suspense } from "react";
import { istDate } from "#domain/calendar/ist.ts";
import { formatFixed } from "#domain/format/number.ts";
import type { AnalyzerLeg } from "#domain/strategy/analyzer/model.ts";
import { payoffRowLimit, shownPayoffRows } from "#domain/strategy/shown-payoff-rows.ts";
import type { BuilderPayload } from "#protocol/http/builder.ts";
import type { AnalyzerView } from "../../analyzer/analyzer.ts";
import { useAnalyzer, useAnalyzerState } from "../../analyzer/use-analyzer.tsx";
import { DateSlider } from "../../components/analysis/payoff/DateSlider.tsx";
import { GreeksTable } from "../../components/analysis/tables/GreeksTable.tsx";
import { PayoffTable } from "../../components/analysis/tables/PayoffTable.tsx";
import { PnlTable } from "../../components/analysis/tables/PnlTable.tsx";
import type { GreeksRow, PnlRow, ViewStatus } from "../../components/analysis/types.ts";
import { lazily } from "../../components/lazily.tsx";
import { contractName, quantityText } from "../fields/leg-names.ts";
import { NumberField } from "../fields/NumberField.tsx";
import { readTarget } from "../fields/read-figure.ts";
import { PartBoundary } from "../PartBoundary.tsx";
import { priceDecimals } from "../price-decimals.ts";
import { spotDecimals } from "../summary/figures.ts";
import { TEXTS } from "../texts.ts";
import css from "./TableTabs.module.css";
import { useDragEvents } from "./use-drag-events.ts";
import { analysisStatus, targetTimesOf } from "./view-status.ts";

const HeatTable = lazily(() => import("../heat/HeatTable.tsx").then((m) => m.HeatTable));

type Detail = NonNullable<BuilderPayload["trade_details"]>[number];

/** The target price and date, which all tables are of. */
function Target() {
  const { dispatch } = useAnalyzer();
  const { payload, instance, underlying } = useAnalyzerState();
  const events = useDragEvents();
  const times = targetTimesOf(payload);
  if (payload === null || times === null) return null;
  const decimals = spotDecimals(underlying?.spotTickSize ?? 0.05);
  const { selected_target_price: selected, target_price_defaults: defaults } = payload;
  const set = (price: number | null) => dispatch({ type: "set-target-price", price });
  return (
    <div className={css.target}>
      <span className={css.targetPrice}>
        <span aria-hidden="true">{TEXTS.target.price}</span>
        <NumberField
          label={TEXTS.target.price}
          text={formatFixed(selected, decimals)}
          isOwn={instance?.targetPrice != null}
          read={readTarget}
          onCommit={set}
          onStep={(direction) => {
            if (selected !== null) set(selected + direction * (defaults.step ?? 1));
          }}
          testId="target-price"
        />
      </span>
      <DateSlider min={times.min} max={times.max} selected={times.selected} events={events} />
    </div>
  );
}

interface TableView {
  readonly view: AnalyzerView;
  readonly status: ViewStatus;
  /** Rupees that P&L is also written in per cent of. */
  readonly percentOf: number | null;
}

function useTableView(): TableView {
  const analyzer = useAnalyzer();
  const view = useAnalyzerState();
  const { instance } = view;
  const wantsPercent = instance?.settings.showTabularPercentage === true;
  return {
    view,
    status: analysisStatus(view, TEXTS.empty.table, analyzer.retry),
    percentOf: wantsPercent ? (instance?.marginSpanData.capitalRequired ?? null) : null,
  };
}

/** Rows of legs and positions with what was answered of each; a leg that nothing was answered of yet has unknown figures. */
function rowsOf<Row>(
  { instance, payload }: AnalyzerView,
  write: (leg: AnalyzerLeg, detail: Detail | undefined, payload: BuilderPayload | null) => Row,
): Row[] {
  if (instance === null) return [];
  const details = new Map((payload?.trade_details ?? []).map((each) => [each.leg_id, each]));
  return [...instance.legs, ...instance.positions].map((leg) => write(leg, details.get(leg.id), payload));
}

function namedRow(leg: AnalyzerLeg, { instance, payload }: AnalyzerView) {
  const today = payload === null ? undefined : istDate(payload.as_of);
  return {
    id: leg.id,
    name: contractName(leg, today),
    quantity: leg.quantity,
    quantityText: quantityText(leg, instance?.settings.tradeView ?? "lots"),
    isSelected: leg.isSelected,
    isExpired: leg.isExpired,
  };
}

const decimalsOf = ({ underlying }: AnalyzerView): number => spotDecimals(underlying?.spotTickSize ?? 0.05);

export function PayoffTableTab() {
  const { dispatch, namespace } = useAnalyzer();
  const { view, status, percentOf } = useTableView();
  const { payload, isStale, instance } = view;
  const rows = shownPayoffRows(payload?.tabular_payoffs ?? [], payoffRowLimit(namespace));
  const interval =
    payload === null
      ? {}
      : {
          interval: {
            options: payload.target_interval_defaults.options,
            selected: instance?.payoffTableTargetInterval ?? payload.selected_target_interval,
            onSelect: (chosen: number) => dispatch({ type: "set-target-interval", interval: chosen }),
          },
        };
  const isComing = status.kind === "ready" && payload?.tabular_payoffs === null;
  return (
    <>
      <PayoffTable
        status={isComing ? { kind: "loading" } : status}
        isStale={isStale}
        percentOf={percentOf}
        rows={rows}
        decimals={decimalsOf(view)}
        targetTime={payload?.selected_target_datetime ?? Number.NaN}
        expiry={payload?.expiry ?? null}
        {...interval}
      />
      <Target />
      <PartBoundary>
        <Suspense fallback={<div className={css.heatRoom} />}>
          <HeatTable />
        </Suspense>
      </PartBoundary>
    </>
  );
}

const sum = (figures: readonly (number | null)[]): number =>
  figures.reduce<number>((total, each) => total + (each ?? Number.NaN), 0);

export function PnlTab() {
  const { view, status, percentOf } = useTableView();
  const { payload, isStale } = view;
  const rows = rowsOf<PnlRow>(view, (leg, detail, answer) => ({
    ...namedRow(leg, view),
    kind: leg.kind,
    targetPrice: detail?.price_at_target ?? null,
    entryPrice: detail?.entry_price ?? leg.entryPrice,
    lastPrice: answer?.trade_stats[String(leg.token)]?.last_price ?? null,
    targetPnl: detail?.target_pnl ?? null,
    bookedPnl: detail?.booked_profit_loss ?? null,
  }));
  const counted = rows.filter(({ isSelected }) => isSelected);
  const isComing = status.kind === "ready" && payload?.trade_details === null;
  return (
    <>
      <PnlTable
        status={isComing ? { kind: "loading" } : status}
        isStale={isStale}
        percentOf={percentOf}
        rows={rows}
        totals={{
          targetPnl: sum(counted.map(({ targetPnl }) => targetPnl)),
          bookedPnl: sum(counted.map(({ bookedPnl }) => bookedPnl)),
        }}
        decimals={priceDecimals(view.underlying?.kind)}
      />
      <Target />
    </>
  );
}

const NO_GREEKS = { delta: null, gamma: null, theta: null, vega: null };

export function GreeksTab() {
  const { view, status } = useTableView();
  const { payload, isStale } = view;
  const rows = rowsOf<GreeksRow>(view, (leg, detail) => ({
    ...namedRow(leg, view),
    ...(detail?.greeks ?? NO_GREEKS),
    iv: detail?.iv ?? null,
    decay: detail?.decay ?? null,
  }));
  const isComing = status.kind === "ready" && payload?.trade_details === null;
  return (
    <>
      <GreeksTable
        status={isComing ? { kind: "loading" } : status}
        isStale={isStale}
        rows={rows}
        totals={{ ...(payload?.greeks ?? NO_GREEKS), decay: payload?.decay ?? null }}
      />
      <Target />
    </>
  );
}
