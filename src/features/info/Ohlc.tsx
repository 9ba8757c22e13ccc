import { formatFixed } from "#domain/format/number.ts";
import css from "./InfoPanel.module.css";
import { useInfo } from "./info-view.ts";
import { TEXTS } from "./texts.ts";

/** Open, high and low of the day, and the close before it; what is missing is `--` (rule INFO-3). */
export function Ohlc() {
  const { stats, decimals } = useInfo();
  const { label, ...names } = TEXTS.ohlc;
  const prices = {
    open: stats?.spotOpen,
    high: stats?.spotHigh,
    low: stats?.spotLow,
    close: stats?.spotPreviousClose,
  };
  return (
    <dl className={css.ohlc} aria-label={label} data-testid="info-ohlc">
      {(["open", "high", "low", "close"] as const).map((each) => (
        <div key={each}>
          <dt>{names[each]}</dt>
          <dd>{formatFixed(prices[each], decimals)}</dd>
        </div>
      ))}
    </dl>
  );
}
