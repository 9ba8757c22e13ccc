import { Columns2 } from "lucide-react";
import infoCss from "../../../shared/info-button/InfoButton.module.css";
import { pickInstrument } from "../../../shared/instrument-target.ts";
import type { Interval } from "../address/intervals.ts";
import type { SetChart } from "../use-chart-address.ts";
import { writeBeside } from "./beside-address.ts";
import { TEXTS } from "./texts.ts";

interface Props {
  readonly interval: Interval;
  readonly set: SetChart;
}

/** Picks a chart to stand beside the one that is there. */
export function BesideButton({ interval, set }: Props) {
  return (
    <button
      type="button"
      className={infoCss.button}
      aria-label={TEXTS.beside}
      title={TEXTS.beside}
      onClick={() => pickInstrument((symbol) => set({ beside: writeBeside([{ symbol, interval }]) }))}
      data-testid="chart-beside"
    >
      <Columns2 size={16} strokeWidth={1.5} aria-hidden="true" />
    </button>
  );
}
