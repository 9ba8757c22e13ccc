import type { GridPlace } from "../../../shared/beside-chain.ts";
import { useChartKey } from "../../../shared/chart-button/use-chart-key.ts";
import { openChart } from "../../../shared/chart-window.ts";
import type { ChainChoice } from "../shown-chain.ts";
import { chartOf } from "./row-contract.ts";

interface Shown {
  /** Of the underlying. */
  readonly symbol: string;
  readonly choice: ChainChoice;
}

/**
 * C on the cell that keys are in opens the chart of its option, on a strike and anywhere else on the page that of the underlying (rule
 * CHART-15). @param strikes of the rows; @param isActive of several chains, the one that keys are of
 */
export function useChartKeys(
  { content, layout, row, column }: GridPlace,
  strikes: Float64Array | null,
  { symbol, choice }: Shown,
  isActive: boolean,
): void {
  const open = (target: EventTarget | null): void => {
    const isHere = target instanceof Node && content.contains(target);
    const strike = isHere ? strikes?.[row] : undefined;
    const side = layout.columns[column]?.side;
    if (strike !== undefined && (side === "call" || side === "put"))
      void chartOf({ strike, choice }, side === "call" ? "CE" : "PE");
    else openChart({ symbol });
  };
  useChartKey(isActive ? open : null);
}
