import { X } from "lucide-react";
import { Segments } from "../../../components/segments/Segments.tsx";
import type { ChartSearch } from "../address/address.ts";
import type { Interval } from "../address/intervals.ts";
import { INTERVALS } from "../address/intervals.ts";
import { TEXTS } from "../texts.ts";
import type { SetChart } from "../use-chart-address.ts";
import css from "./Controls.module.css";
import { IndicatorsButton } from "./IndicatorsButton.tsx";

const { controls, short } = TEXTS;

const TOGGLES = [
  ["levels", "hasLevels"],
  ["log", "isLog"],
  ["patterns", "hasPatterns"],
  ["draw", "isDrawing"],
] as const;

/** In the order of their length, which an object's own order of digits and words is. */
const OPTIONS = Object.fromEntries(INTERVALS.map((each) => [each, short[each]])) as Record<Interval, string>;

interface Props {
  readonly search: ChartSearch;
  readonly set: SetChart;
}

/** What is drawn, and how: in a line over the chart. */
export function Controls({ search, set }: Props) {
  const { interval, unknownInterval, shape, profile, vs, date } = search;
  return (
    <div className={css.controls} role="group" aria-label={controls.name}>
      <div className={css.choice}>
        <Segments
          name="chart-interval"
          label={controls.interval}
          options={OPTIONS}
          value={unknownInterval === null ? interval : null}
          onChange={(next) => set({ interval: next, unknownInterval: null, date: null, view: null })}
        />
      </div>
      <div className={css.choice}>
        <Segments
          name="chart-shape"
          label={controls.shape}
          options={controls.shapes}
          value={shape}
          onChange={(next) => set({ shape: next }, "replace")}
        />
      </div>
      <IndicatorsButton search={search} set={set} />
      {TOGGLES.map(([id, name]) => (
        <button
          key={id}
          type="button"
          className={css.toggle}
          aria-pressed={search[name]}
          title={controls.hints[id]}
          onClick={() => set({ [name]: !search[name] }, "replace")}
          data-testid={`chart-${id}`}
        >
          {controls[id]}
        </button>
      ))}
      <button
        type="button"
        className={css.toggle}
        aria-pressed={profile !== null}
        title={controls.hints.profile}
        onClick={() => set({ profile: profile === null ? [] : null }, "replace")}
        data-testid="chart-profile"
      >
        {controls.profile}
      </button>
      <button
        type="button"
        className={css.toggle}
        aria-pressed={vs !== null}
        title={controls.hints.compare}
        onClick={() => set({ vs: vs === null ? "" : null }, "replace")}
        data-testid="chart-compare"
      >
        {controls.compare}
      </button>
      <label className={css.date} title={controls.dateHint}>
        {controls.date}
        <input
          type="date"
          value={date ?? ""}
          onChange={({ target }) => set({ date: target.value === "" ? null : target.value, view: null })}
          data-testid="chart-date"
        />
      </label>
      {date === null ? null : (
        <button
          type="button"
          className={css.clear}
          aria-label={controls.dateClear}
          title={controls.dateClear}
          onClick={() => set({ date: null, view: null })}
        >
          <X size={14} strokeWidth={1.75} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
