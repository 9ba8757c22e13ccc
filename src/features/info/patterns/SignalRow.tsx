import { PAGE_PATHS } from "#domain/access/page-paths.ts";
import { AboutButton } from "../AboutButton.tsx";
import { LinkIfBuilt } from "../LinkIfBuilt.tsx";
import { Direction } from "./Direction.tsx";
import css from "./Patterns.module.css";
import { CHART_INTERVALS, type Signal } from "./signals.ts";
import { TEXTS, whenText } from "./texts.ts";

interface Props {
  readonly symbol: string;
  readonly signal: Signal;
  readonly onAbout: () => void;
}

/** A pattern that was found: what it is and says, when, in which candles, and the way to the chart of them. */
export function SignalRow({ symbol, signal, onAbout }: Props) {
  const { pattern, timeframe, date, origin } = signal;
  const chart = new URLSearchParams({
    tradingSymbol: symbol,
    interval: CHART_INTERVALS[timeframe],
    patterns: "on",
  });
  return (
    <li className={css.signal} data-testid="signal">
      <span className={css.pattern}>
        <span className={css.name}>{pattern.name}</span>
        <AboutButton
          aria-label={TEXTS.about(pattern.name)}
          aria-haspopup="dialog"
          onClick={onAbout}
          data-testid={`signal-about-${pattern.id}`}
        />
      </span>
      <Direction isBullish={pattern.isBullish} />
      <span className={css.when}>
        <time dateTime={new Date(date).toISOString()}>{whenText(date, timeframe)}</time>
        <span className={css.timeframe}>{TEXTS.timeframes[timeframe]}</span>
        {TEXTS.origins[origin] === "" ? null : <span className={css.origin}>{TEXTS.origins[origin]}</span>}
      </span>
      <span className={css.chart}>
        <LinkIfBuilt
          page="chart"
          to={`${PAGE_PATHS.chart}?${chart}`}
          label={TEXTS.viewChart}
          testId="signal-chart"
        >
          {TEXTS.viewChart}
        </LinkIfBuilt>
      </span>
    </li>
  );
}
