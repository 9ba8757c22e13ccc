import { type ComponentProps, Suspense, useMemo, useState } from "react";
import { TimeChart } from "../../../components/chart/TimeChart.tsx";
import { lazily } from "../../../components/lazily.tsx";
import type { ChartSearch } from "../address/address.ts";
import { isOfDays } from "../address/intervals.ts";
import css from "../Chart.module.css";
import { mayHaveDrawings } from "../drawings/has-drawings.ts";
import { priceDecimals } from "../picture/picture.ts";
import { type Bars, barsSeries } from "../series/bars-series.ts";
import type { SetChart } from "../use-chart-address.ts";

const ExtraChart = lazily(() => import("./ExtraChart.tsx").then((m) => m.ExtraChart));

interface Props extends ComponentProps<typeof TimeChart> {
  readonly search: ChartSearch;
  readonly set: SetChart;
  /** null until it is known */
  readonly told: Bars | null;
}

/** The chart; what not every chart has comes with its code once it is wanted. */
export function ShownChart({ search, set, told, ...chart }: Props) {
  const { symbol, interval, hasPatterns, isDrawing, profile, vs } = search;
  const hasLine = hasPatterns || isDrawing || profile !== null || vs !== null;
  // Once there it stays: another plot would lose its cursor.
  const [isExtra, setExtra] = useState(false);
  const hasDrawings = useMemo(() => mayHaveDrawings(symbol), [symbol]);
  if (!isExtra && (hasLine || hasDrawings)) setExtra(true);
  const plain = <TimeChart {...chart} />;
  if (!isExtra) return plain;
  return (
    <Suspense
      fallback={
        <>
          {hasLine ? <div className={css.extras} /> : null}
          {plain}
        </>
      }
    >
      <ExtraChart
        {...{ chart, search, set, told }}
        own={{ series: barsSeries, decimalsOf: priceDecimals, isOfDays: isOfDays(interval), hasLine }}
      />
    </Suspense>
  );
}
