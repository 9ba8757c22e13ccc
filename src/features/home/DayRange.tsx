import { formatFixed } from "#domain/format/number.ts";
import css from "./DayRange.module.css";
import { TEXTS } from "./texts.ts";

interface Props {
  readonly low: number | undefined;
  readonly high: number | undefined;
  readonly at: number | undefined;
  readonly decimals: number;
}

/** Where the price stands between the day's low and high. */
export function DayRange({ low = Number.NaN, high = Number.NaN, at = Number.NaN, decimals }: Props) {
  const share = high > low ? Math.min(1, Math.max(0, (at - low) / (high - low))) : Number.NaN;
  const text = TEXTS.dayRange(formatFixed(low, decimals), formatFixed(high, decimals));
  return (
    <span className={css.range} title={text}>
      <span className="visually-hidden">{text}</span>
      <span className={css.track} aria-hidden="true">
        {Number.isNaN(share) ? null : <span className={css.knob} style={{ left: `${share * 100}%` }} />}
      </span>
    </span>
  );
}
