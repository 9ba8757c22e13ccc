import { Suspense, useState } from "react";
import { lazily } from "../../../components/lazily.tsx";
import { TEXTS } from "../../../shared/indicators/texts.ts";
import toolCss from "../../../shared/page-controls/Tools.module.css";
import type { ChartSearch } from "../address/address.ts";
import { isOfDays } from "../address/intervals.ts";
import type { SetChart } from "../use-chart-address.ts";

const Indicators = lazily(() =>
  import("../../../shared/indicators/choice/Indicators.tsx").then((m) => m.Indicators),
);

interface Props {
  readonly search: Pick<ChartSearch, "indicators" | "interval">;
  readonly set: SetChart;
}

/** Opens what chooses indicators. */
export function IndicatorsButton({ search, set }: Props) {
  const [isOpen, setOpen] = useState(false);
  const { indicators, interval } = search;
  const isVwapOfDays = isOfDays(interval) && indicators.some(({ id }) => id === "vwap");
  return (
    <>
      <button
        type="button"
        className={toolCss.tool}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        data-testid="chart-indicators"
      >
        {TEXTS.open(indicators.length)}
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <Indicators
            indicators={indicators}
            note={isVwapOfDays ? TEXTS.vwapOfDays : null}
            onChange={(next) => set({ indicators: next }, "replace")}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
