import { SheetButton } from "../../../shared/page-controls/SheetButton.tsx";
import { useIsNarrow } from "../../../shared/page-controls/use-is-narrow.ts";
import type { ChartSearch } from "../address/address.ts";
import { TEXTS } from "../texts.ts";
import type { SetChart } from "../use-chart-address.ts";
import css from "./Controls.module.css";
import { Intervals } from "./Intervals.tsx";
import { countOn, Settings } from "./Settings.tsx";

const { controls } = TEXTS;

interface Props {
  readonly search: ChartSearch;
  readonly set: SetChart;
}

/** What is drawn, and how: in a line over the chart, on a small screen intervals alone with a sheet for the rest (rule CHART-21). */
export function Controls({ search, set }: Props) {
  const isNarrow = useIsNarrow();
  const { interval, unknownInterval } = search;
  return (
    <div
      className={css.controls}
      data-narrow={isNarrow ? "" : undefined}
      role="group"
      aria-label={controls.name}
    >
      <Intervals
        value={unknownInterval === null ? interval : null}
        onChange={(next) => set({ interval: next, unknownInterval: null, date: null, view: null })}
      />
      {isNarrow ? (
        <SheetButton
          said={controls.settingsOn(countOn(search))}
          title={controls.settings}
          testId="chart-settings"
        >
          <div className={css.sheet}>
            <Settings search={search} set={set} hasHints />
          </div>
        </SheetButton>
      ) : (
        <Settings search={search} set={set} />
      )}
    </div>
  );
}
