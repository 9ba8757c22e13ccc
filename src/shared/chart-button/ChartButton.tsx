import { ChartCandlestick } from "lucide-react";
import { openChart } from "../chart-window.ts";
import css from "../info-button/InfoButton.module.css";
import { TEXTS } from "./texts.ts";

/** Opens the chart of an instrument in a window, wherever its symbol stands. */
export function ChartButton({ symbol }: { readonly symbol: string }) {
  const label = TEXTS.chartOf(symbol);
  return (
    <button
      type="button"
      className={css.button}
      aria-label={label}
      aria-keyshortcuts="C"
      title={label}
      onClick={() => openChart({ symbol })}
      data-testid="chart-open"
    >
      <ChartCandlestick size={16} strokeWidth={1.5} aria-hidden="true" />
    </button>
  );
}
