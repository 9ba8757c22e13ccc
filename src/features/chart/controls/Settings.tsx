import { useId } from "react";
import { Segments } from "../../../components/segments/Segments.tsx";
import toolCss from "../../../shared/page-controls/Tools.module.css";
import type { ChartSearch } from "../address/address.ts";
import { TEXTS } from "../texts.ts";
import type { SetChart } from "../use-chart-address.ts";
import css from "./Controls.module.css";
import { IndicatorsButton } from "./IndicatorsButton.tsx";

const { controls } = TEXTS;

type Toggle = keyof typeof controls.hints;

/** What is on or off: whether it is, and what turns it over. */
const TOGGLES: readonly (readonly [
  id: Toggle,
  isOn: (search: ChartSearch) => boolean,
  turned: (search: ChartSearch) => Partial<ChartSearch>,
])[] = [
  ["levels", (search) => search.hasLevels, ({ hasLevels }) => ({ hasLevels: !hasLevels })],
  ["log", (search) => search.isLog, ({ isLog }) => ({ isLog: !isLog })],
  ["patterns", (search) => search.hasPatterns, ({ hasPatterns }) => ({ hasPatterns: !hasPatterns })],
  ["draw", (search) => search.isDrawing, ({ isDrawing }) => ({ isDrawing: !isDrawing })],
  [
    "profile",
    (search) => search.profile !== null,
    ({ profile }) => ({ profile: profile === null ? [] : null }),
  ],
  ["compare", (search) => search.vs !== null, ({ vs }) => ({ vs: vs === null ? "" : null })],
];

/** How much of what the settings hold a chart shows that it does not show without them. */
export const countOn = (search: ChartSearch): number =>
  search.indicators.length +
  TOGGLES.filter(([, isOn]) => isOn(search)).length +
  Number(search.shape !== "candles") +
  Number(search.date !== null);

interface Props {
  readonly search: ChartSearch;
  readonly set: SetChart;
  /** In a sheet there is room for what a pointer is told by a hint. */
  readonly hasHints?: boolean;
}

/** What is drawn, and how. */
export function Settings({ search, set, hasHints = false }: Props) {
  const { shape, date } = search;
  const own = useId();
  return (
    <>
      <div className={css.choice} data-named={hasHints ? "" : undefined}>
        <Segments
          name="chart-shape"
          label={controls.shape}
          options={controls.shapes}
          value={shape}
          onChange={(next) => set({ shape: next }, "replace")}
        />
      </div>
      <IndicatorsButton search={search} set={set} />
      {TOGGLES.map(([id, isOn, turned]) => (
        <button
          key={id}
          type="button"
          className={toolCss.tool}
          aria-pressed={isOn(search)}
          {...(hasHints
            ? { "aria-label": controls[id], "aria-describedby": `${own}-${id}` }
            : { title: controls.hints[id] })}
          onClick={() => set(turned(search), "replace")}
          data-testid={`chart-${id}`}
        >
          {controls[id]}
          {hasHints ? (
            <small id={`${own}-${id}`} className={css.hint}>
              {controls.hints[id]}
            </small>
          ) : null}
        </button>
      ))}
      <div className={css.dates}>
        <label className={toolCss.field} title={controls.dateHint}>
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
            className={toolCss.tool}
            title={controls.dateClear}
            onClick={() => set({ date: null, view: null })}
          >
            {controls.newest}
          </button>
        )}
      </div>
    </>
  );
}
