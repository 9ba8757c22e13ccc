import { proxy } from "valtio";

/**
 * The chart in a window, asked for from anywhere in the app. What asks knows nothing of the feature that shows it: the app listens here
 * and puts it over the page.
 */

export interface WantedChart {
  /** tradingsymbol of any instrument */
  readonly symbol: string;
  /** as the address of the chart's page has it; left out: the one that the window has, five minutes at first */
  readonly interval?: string;
}

interface ChartWindowState {
  /** null: it is closed */
  wanted: WantedChart | null;
  /** Counts how often it was asked for. */
  asked: number;
  /** B and S stand at the crosshair (rule CHART-18). */
  isTradingActive: boolean;
}

export const chartWindow = proxy<ChartWindowState>({ wanted: null, asked: 0, isTradingActive: false });

/** Opens the chart of an instrument over the page; the window that is open goes over to it. */
export function openChart(wanted: WantedChart): void {
  chartWindow.wanted = { ...wanted };
  chartWindow.asked++;
}

/** The same from a menu or the search: once that has gone and given back the focus, which the window gives back in turn. */
export function openChartAfterwards(wanted: WantedChart): void {
  requestAnimationFrame(() => requestAnimationFrame(() => openChart(wanted)));
}

export function closeChart(): void {
  chartWindow.wanted = null;
  chartWindow.isTradingActive = false;
}
