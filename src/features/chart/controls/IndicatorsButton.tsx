import { Suspense, useState } from "react";
import { lazily } from "../../../components/lazily.tsx";
import type { ChartSearch } from "../address/address.ts";
import { TEXTS } from "../indicators/texts.ts";
import type { SetChart } from "../use-chart-address.ts";
import css from "./Controls.module.css";

const Indicators = lazily(() => import("../indicators/Indicators.tsx").then((m) => m.Indicators));

interface Props {
  readonly search: Pick<ChartSearch, "indicators" | "interval">;
  readonly set: SetChart;
}

/** Opens what chooses indicators. */
export function IndicatorsButton({ search, set }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={css.toggle}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        data-testid="chart-indicators"
      >
        {TEXTS.open(search.indicators.length)}
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <Indicators search={search} set={set} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
