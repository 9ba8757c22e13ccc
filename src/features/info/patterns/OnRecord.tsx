import type { CandlesResponse } from "#protocol/http/candles.ts";
import css from "./Patterns.module.css";
import { TIMEFRAMES } from "./signals.ts";
import { recordText, TEXTS } from "./texts.ts";

/** Of which candles there are any to look in, and since when. */
export function OnRecord({ record }: { readonly record: CandlesResponse["on_record"] }) {
  return (
    <dl className={css.record} aria-label={TEXTS.lookedIn} data-testid="candles-on-record">
      {TIMEFRAMES.map((timeframe) => (
        <div key={timeframe}>
          <dt>{TEXTS.timeframes[timeframe]}</dt>
          <dd>{recordText(record[timeframe])}</dd>
        </div>
      ))}
    </dl>
  );
}
