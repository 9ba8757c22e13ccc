/**
 * What the views of a strategy's analysis are given. They know no session, no server and no state: figures in, wishes out.
 * Prices and P&L are rupees, times epoch ms, volatilities and shares fractions, quantities signed units. Unknown is NaN or null.
 */

import type { Ref } from "react";
import type { Exchange } from "#domain/calendar/exchange.ts";
import type { AnalyzerSettings, OiChartExpiry, Zoom } from "#domain/strategy/analyzer/model.ts";
import type { LegType } from "#domain/strategy/model.ts";
import type { BuilderPayload } from "#protocol/http/builder.ts";
import type { StrategyChartResponse } from "#protocol/http/charts.ts";
import type { MultistrikeOiResponse } from "#protocol/http/open-interest.ts";

/** What stands where the figures go. `loading` keeps the exact room that they will take. */
export type ViewStatus =
  | { readonly kind: "ready" }
  | { readonly kind: "loading" }
  /** Teaches the next step. */
  | { readonly kind: "empty"; readonly text: string }
  /** Says what happened, in words of the view's own where there are none; without `onRetry` there is nothing to press. */
  | { readonly kind: "error"; readonly text?: string; readonly onRetry?: () => void };

/** What the payoff chart reads of an answer: a whole `BuilderPayload` will do. */
export type PayoffFigures = Pick<
  BuilderPayload,
  | "payoff_prices"
  | "payoffs_at_target"
  | "payoffs_at_expiry"
  | "payoff_range"
  | "standard_deviation"
  | "breakevens_at_expiry"
  | "selected_target_datetime"
  | "selected_target_price"
  | "expiry"
>;

/** A leg as it stands on the price axis. Those without a strike have no handle, and those that are over have none. */
export interface ChartLeg {
  readonly id: string;
  readonly type: LegType;
  readonly strike: number;
  /** YYYY-MM-DD; null of what has none. */
  readonly expiry: string | null;
  /** Signed units. */
  readonly quantity: number;
  readonly isSelected?: boolean;
  readonly isExpired?: boolean;
}

/** Strikes that a leg may have, ascending: those listed of its type and expiry. None: it stays where it is. */
export type StrikesOf = (leg: Pick<ChartLeg, "type" | "expiry">) => readonly number[];

export interface OiBar {
  readonly strike: number;
  readonly call: number;
  readonly put: number;
}

export const CHART_GREEKS = ["delta", "gamma", "theta", "vega"] as const;
export type ChartGreek = (typeof CHART_GREEKS)[number];

/** A greek of the whole strategy by the underlying's price, at the target date. */
export interface GreekCurve {
  readonly greek: ChartGreek;
  /** Ascending. */
  readonly prices: ArrayLike<number>;
  readonly values: ArrayLike<number>;
}

/** Another strategy's curves, behind those of this one. */
export type GrossCurves = Pick<PayoffFigures, "payoff_prices" | "payoffs_at_target" | "payoffs_at_expiry">;

export interface Overlay {
  readonly id: string;
  /** Written where its curve begins. */
  readonly name: string;
  readonly figures: PayoffFigures;
}

/** All that the payoff chart draws. */
export interface PayoffView {
  readonly payload: PayoffFigures | null;
  /** The answer before the drag began; null while nothing is dragged. */
  readonly ghost: PayoffFigures | null;
  readonly spot: number;
  /** The target price, which is the spot until it is set. */
  readonly target: number;
  readonly legs: readonly ChartLeg[];
  /** Of the chosen expiries together, strikes ascending; its change may be below 0. Null: no bars. */
  readonly oi: readonly OiBar[] | null;
  readonly greekCurve: GreekCurve | null;
  /** What `payload` is before charges: thin, beside it; null or left out: nothing. */
  readonly gross?: GrossCurves | null;
  readonly overlays?: readonly Overlay[];
  /** Prices with a hairline, ascending. */
  readonly pins?: readonly number[];
}

/** Figures go past React: a live frame or a drag draws in the next frame, without a render. */
export interface PayoffChartHandle {
  /** What is named is taken; the rest stays as it is. Several calls in one frame are drawn once. */
  show(view: Partial<PayoffView>): void;
  /** The same from inside of a frame, which draws it: asked for anew it would be drawn in the next one. */
  showNow(view: Partial<PayoffView>): void;
}

/** The target date and what it may be. */
export interface TargetTimes {
  readonly min: number;
  readonly max: number;
  readonly selected: number;
  /** Whose sessions they lie in. */
  readonly exchange: Exchange;
}

/** Between `onDragStart` and `onDragEnd` (or `onDragCancel`) all is one step of undo. Arrow keys and the play button are drags too. */
export interface DragEvents {
  onDragStart(): void;
  /** @param price null: it follows the spot again */
  onTargetPrice(price: number | null): void;
  /** @param by rupees from where the drag began; @param mirror the opposite legs go the other way */
  onDragStrikes(ids: readonly string[], by: number, mirror: boolean): void;
  onDragEnd(): void;
  onDragCancel(): void;
  /** @param time null: it follows the clock again */
  onTargetTime(time: number | null): void;
  /** @param points vol points added to every IV */
  onIvOffset(points: number): void;
}

/** The bar over the payoff. Of what has no handler there is no control. */
interface ToolbarChoices {
  /** What the bars behind the payoff show; they are in `PayoffView.oi`. */
  readonly oiMode: AnalyzerSettings["OIMode"];
  readonly onOiMode?: (mode: AnalyzerSettings["OIMode"]) => void;
  /** Expiries whose open interest is added up. */
  readonly oiExpiries?: readonly OiChartExpiry[];
  readonly onOiExpiry?: (expiry: string) => void;
  readonly greek: ChartGreek | null;
  readonly onGreek?: (greek: ChartGreek | null) => void;
}

export interface PayoffChartProps extends DragEvents, ToolbarChoices {
  readonly ref?: Ref<PayoffChartHandle>;
  /** What is drawn first. Another object is drawn too; figures that tick come through the handle. */
  readonly view: PayoffView;
  readonly status: ViewStatus;
  /** The figures are not of now: faded, and said. */
  readonly isStale: boolean;
  readonly zoom: Zoom;
  onZoom(zoom: Zoom): void;
  /** Null: no slider. */
  readonly targetTimes: TargetTimes | null;
  /** Vol points added to every IV; null: no slider. */
  readonly ivOffset: number | null;
  /** Arrow keys and drags go from one strike to the next; null: no handle moves. Another function is another list. */
  readonly strikesOf: StrikesOf | null;
  /** Arrow keys move the target price so far. */
  readonly priceStep: number;
  /** Decimals of the underlying's prices. */
  readonly decimals: number;
  /** CSS pixels of the plot with its axes; 360 by default. */
  readonly height?: number;
}

export interface ChartToolbarProps extends ToolbarChoices {
  readonly zoom: Zoom;
  /** One step from what is shown. */
  onStep(direction: "in" | "out"): void;
  onZoom(zoom: Zoom): void;
}

export interface OiExpiryPickerProps {
  readonly expiries: readonly OiChartExpiry[];
  onToggle(expiry: string): void;
}

export type PayoffRow = NonNullable<BuilderPayload["tabular_payoffs"]>[number];

interface TableProps {
  readonly status: ViewStatus;
  readonly isStale: boolean;
  /** P&L is also written in per cent of these rupees; null: in rupees alone. */
  readonly percentOf: number | null;
}

export interface PayoffTableProps extends TableProps {
  /** Ascending by price, already cut to what this place shows. */
  readonly rows: readonly PayoffRow[];
  readonly decimals: number;
  /** Heads of the two P&L columns. */
  readonly targetTime: number;
  readonly expiry: string | null;
  /** Steps between rows to choose from, fractions; without it there is nothing to choose. */
  readonly interval?: {
    readonly options: readonly number[];
    readonly selected: number;
    onSelect(interval: number): void;
  };
}

/** A leg or a position as a table names it. */
interface NamedRow {
  readonly id: string;
  /** Such as "24 Nov 24500 CE". */
  readonly name: string;
  /** Signed units. */
  readonly quantity: number;
  /** Such as "2 lots". */
  readonly quantityText: string;
  readonly isSelected: boolean;
  readonly isExpired: boolean;
}

/** Each beside NaN or null where it is not known. */
export type Figure = number | null;

export interface PnlRow extends NamedRow {
  readonly kind: "trade" | "position";
  readonly targetPrice: Figure;
  readonly entryPrice: Figure;
  readonly lastPrice: Figure;
  readonly targetPnl: Figure;
  readonly bookedPnl: Figure;
}

export interface PnlTableProps extends TableProps {
  readonly rows: readonly PnlRow[];
  readonly totals: { readonly targetPnl: Figure; readonly bookedPnl: Figure };
  readonly decimals: number;
}

/** Theta and decay are rupees a day, vega rupees a vol point. */
export interface GreekFigures {
  readonly delta: Figure;
  readonly gamma: Figure;
  readonly theta: Figure;
  readonly decay: Figure;
  readonly vega: Figure;
}

export interface GreeksRow extends NamedRow, GreekFigures {
  readonly iv: Figure;
}

export interface GreeksTableProps extends Omit<TableProps, "percentOf"> {
  readonly rows: readonly GreeksRow[];
  readonly totals: GreekFigures;
}

/** A bar of the combined premium; `value` null is a gap. */
export type StrategyBar = StrategyChartResponse["payload"]["series"][number];

export interface StrategyChartProps {
  /** An error without words says "Failed to fetch strategy chart". */
  readonly status: ViewStatus;
  readonly isStale: boolean;
  /** Oldest first. */
  readonly bars: readonly StrategyBar[];
  /** Of the underlying, for what is kept of the chart. */
  readonly symbol: string;
  readonly height?: number;
}

export interface MultiStrikeOiChartProps {
  readonly status: ViewStatus;
  readonly isStale: boolean;
  readonly chart: MultistrikeOiResponse["payload"] | null;
  readonly height?: number;
}
