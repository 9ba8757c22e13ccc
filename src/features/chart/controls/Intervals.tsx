import { useLayoutEffect, useRef } from "react";
import { Segments } from "../../../components/segments/Segments.tsx";
import { INTERVALS, type Interval } from "../address/intervals.ts";
import { TEXTS } from "../texts.ts";
import css from "./Controls.module.css";

/** In the order of their length, which an object's own order of digits and words is. */
const OPTIONS = Object.fromEntries(INTERVALS.map((each) => [each, TEXTS.short[each]])) as Record<
  Interval,
  string
>;

interface Props {
  /** null: none of them */
  readonly value: Interval | null;
  readonly onChange: (next: Interval) => void;
}

/** Lengths of bars; where all of them have no room they scroll sideways, with the chosen one in sight (rule CHART-21). */
export function Intervals({ value, onChange }: Props) {
  const row = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each other choice
  useLayoutEffect(() => {
    const { current } = row;
    const chosen = current?.querySelector<HTMLElement>("[data-chosen]");
    if (!current || !chosen) return;
    current.scrollLeft = chosen.offsetLeft - (current.clientWidth - chosen.offsetWidth) / 2;
  }, [value]);
  return (
    <div className={css.choice} ref={row}>
      <Segments
        name="chart-interval"
        label={TEXTS.controls.interval}
        options={OPTIONS}
        value={value}
        onChange={onChange}
      />
    </div>
  );
}
