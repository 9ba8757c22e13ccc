import { STRIKE_COUNTS } from "#domain/chain/view-choices.ts";
import { formatFixed } from "#domain/format/number.ts";
import css from "../../../shared/page-controls/Controls.module.css";
import { Radios } from "../../../shared/page-controls/Radios.tsx";
import { intervalOf, MEASURES, MINUTE_INTERVALS, SPANS, UNITS } from "../address.ts";
import type { OiPage } from "../oi-page.ts";
import { TEXTS } from "../texts.ts";
import { mayBeLots, shownUnit } from "../units.ts";

const { controls } = TEXTS;

type Given = Pick<OiPage, "search" | "set">;

export function StrikesChoice({ search, set }: Given) {
  return (
    <label className={css.choice}>
      {controls.strikes}
      <select
        className={css.select}
        value={search.strikes}
        onChange={({ target }) => {
          const strikes = STRIKE_COUNTS.find((count) => String(count) === target.value);
          if (strikes !== undefined) set({ strikes, view: null });
        }}
        data-testid="oi-strikes"
      >
        {STRIKE_COUNTS.map((count) => (
          <option key={count} value={count}>
            {controls.around(count)}
          </option>
        ))}
      </select>
    </label>
  );
}

interface UnitProps extends Given {
  /** units; NaN where what is shown does not share one; null while it is not known */
  readonly lotSize: number | null;
  readonly noLots?: string;
}

/** Units or lots; where lots would mean several things they are refused, and the reason said. */
export function UnitChoice({ search, set, lotSize, noLots = controls.noLots }: UnitProps) {
  const isRefused = lotSize !== null && !mayBeLots(lotSize);
  return (
    <>
      <Radios
        name="oi-unit"
        label={controls.unit}
        options={UNITS.map((unit) => [unit, controls.units[unit]] as const)}
        value={lotSize === null ? search.unit : shownUnit(search.unit, lotSize)}
        onChange={(unit) => set({ unit }, "replace")}
        disabled={isRefused ? "lots" : undefined}
      />
      {isRefused ? <p className={css.reason}>{noLots}</p> : null}
    </>
  );
}

/** Units that a lot is, in words; "" where lots are refused or not chosen. */
export const lotText = (unit: string, lotSize: number): string =>
  unit === "lots" && mayBeLots(lotSize) ? controls.lot(formatFixed(lotSize, 0)) : "";

export function MeasureChoice({ search, set }: Given) {
  return (
    <Radios
      name="oi-show"
      label={controls.measure}
      options={MEASURES.map((measure) => [measure, controls.measures[measure]] as const)}
      value={search.show}
      onChange={(show) => set({ show }, "replace")}
    />
  );
}

/** Sessions, and how fine they are drawn. */
export function SpanChoice({ search, set }: Given) {
  const interval = intervalOf(search);
  return (
    <>
      <Radios
        name="oi-span"
        label={controls.span}
        options={SPANS.map((span) => [span, controls.spans[span]] as const)}
        value={search.span}
        onChange={(span) => set({ span, interval: null, view: null })}
      />
      {interval === "1D" ? null : (
        <label className={css.choice}>
          {controls.interval}
          <select
            className={css.select}
            value={interval}
            onChange={({ target }) => {
              const chosen = MINUTE_INTERVALS.find((each) => each === target.value);
              if (chosen !== undefined) set({ interval: chosen });
            }}
            data-testid="oi-interval"
          >
            {MINUTE_INTERVALS.map((each) => (
              <option key={each} value={each}>
                {controls.intervals[each]}
              </option>
            ))}
          </select>
        </label>
      )}
    </>
  );
}
