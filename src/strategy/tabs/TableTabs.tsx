import { Suspense } from "react";
import { istDate } from "#domain/calendar/ist.ts";
import { formatFixed } from "#domain/format/number.ts";
import { strategyLegs } from "#domain/strategy/analyzer/figures.ts";
import { type AnalyzerLeg, DEFAULT_SETTINGS } from "#domain/strategy/analyzer/model.ts";
import { payoffRowLimit, shownPayoffRows } from "#domain/strategy/shown-payoff-rows.ts";
import type { BuilderPayload } from "#protocol/http/builder.ts";
import type { AnalyzerView } from "../../analyzer/analyzer.ts";
import { useAnalyzer, useAnalyzerState } from "../../analyzer/use-analyzer.tsx";
import { DateSlider } from "../../components/analysis/payoff/DateSlider.tsx";
import { countedForOf } from "../../components/analysis/tables/counted-for.ts";
import { GreeksTable } from "../../components/analysis/tables/GreeksTable.tsx";
import { PayoffTable } from "../../components/analysis/tables/PayoffTable.tsx";
import { PnlTable } from "../../components/analysis/tables/PnlTable.tsx";
import type { GreeksRow, PnlRow, ViewStatus } from "../../components/analysis/types.ts";
import { lazily } from "../../components/lazily.tsx";
import { contractName, quantityText } from "../fields/leg-names.ts";
import { NumberField } from "../fields/NumberField.tsx";
import { readTarget } from "../fields/read-figure.ts";
import { isShownNegative } from "../legs/leg-prices.ts";
import { PartBoundary } from "../PartBoundary.tsx";
import { type Pnl, totalOf, wholeOf } from "../pnl-of-rows.ts";
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
  const view = useAnalyzerState();
  const { payload, instance, underlying } = view;
  const events = useDragEvents();
  const times = targetTimesOf(view);
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
      <DateSlider {...times} events={events} />
    </div>
  );
}

interface TableView {
  readonly view: AnalyzerView;
  readonly status: ViewStatus;
  /** Rupees that P&L is also written in per cent of, NaN while they are not known; null: it is not. */
  readonly percentOf: number | null;
}

function useTableView(part: "tabular_payoffs" | "trade_details"): TableView {
  const analyzer = useAnalyzer();
  const view = useAnalyzerState();
  const { instance } = view;
  const wantsPercent = instance?.settings.showTabularPercentage === true;
  return {
    view,
    status: analysisStatus(view, TEXTS.empty.table, analyzer.retry, part),
    percentOf: wantsPercent ? (instance?.marginSpanData.capitalRequired ?? Number.NaN) : null,
  };
}

/** Rows of what is analysed with what was answered of each; a leg that nothing was answered of yet has unknown figures. */
function rowsOf<Row>(
  { instance, payload }: AnalyzerView,
  write: (leg: AnalyzerLeg, detail: Detail | undefined, payload: BuilderPayload | null) => Row,
): Row[] {
  if (instance === null) return [];
  const details = new Map((payload?.trade_details ?? []).map((each) => [each.leg_id, each]));
  return strategyLegs(instance).map((leg) => write(leg, details.get(leg.id), payload));
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
  const { view, status, percentOf } = useTableView("tabular_payoffs");
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
  return (
    <>
      <PayoffTable
        status={status}
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

export function PnlTab() {
  const { view, status, percentOf } = useTableView("trade_details");
  const { isStale } = view;
  const settings = view.instance?.settings ?? DEFAULT_SETTINGS;
  const whole = wholeOf(view);
  const rows = rowsOf<PnlRow & { readonly whole: Pnl }>(view, (leg, detail, answer) => {
    const signed = (price: number | null | undefined): number | null =>
      price == null ? null : isShownNegative(leg, settings) ? -price : price;
    const shown = { targetPnl: detail?.target_pnl ?? null, bookedPnl: detail?.booked_profit_loss ?? null };
    return {
      ...namedRow(leg, view),
      ...shown,
      whole: whole(leg, shown),
      kind: leg.kind,
      targetPrice: signed(detail?.price_at_target),
      entryPrice: signed(detail?.entry_price ?? leg.entryPrice),
      lastPrice: signed(answer?.trade_stats[String(leg.token)]?.last_price),
    };
  });
  const counted = rows.filter(({ isSelected }) => isSelected);
  return (
    <>
      <PnlTable
        status={status}
        isStale={isStale}
        percentOf={percentOf}
        rows={rows}
        totals={{ ...totalOf(counted), whole: totalOf(counted.map((row) => row.whole)) }}
        countedFor={countedForOf(settings)}
        decimals={priceDecimals(view.underlying?.kind)}
      />
      <Target />
    </>
  );
}

const NO_GREEKS = { delta: null, gamma: null, theta: null, vega: null };

export function GreeksTab() {
  const { view, status } = useTableView("trade_details");
  const { payload, isStale } = view;
  const rows = rowsOf<GreeksRow>(view, (leg, detail) => ({
    ...namedRow(leg, view),
    ...(detail?.greeks ?? NO_GREEKS),
    iv: detail?.iv ?? null,
    decay: detail?.decay ?? null,
  }));
  return (
    <>
      <GreeksTable
        status={status}
        isStale={isStale}
        rows={rows}
        totals={{ ...(payload?.greeks ?? NO_GREEKS), decay: payload?.decay ?? null }}
        countedFor={countedForOf(view.instance?.settings ?? DEFAULT_SETTINGS)}
      />
      <Target />
    </>
  );
}
