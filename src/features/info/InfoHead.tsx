import { ChartCandlestick } from "lucide-react";
import { PAGE_PATHS } from "#domain/access/page-paths.ts";
import { formatExpiry } from "#domain/format/date.ts";
import { formatFixed, formatSigned, MINUS, UNKNOWN } from "#domain/format/number.ts";
import { useChartKey } from "../../shared/chart-button/use-chart-key.ts";
import { openChart } from "../../shared/chart-window.ts";
import css from "./InfoHead.module.css";
import { useInfo } from "./info-view.ts";
import { LinkIfBuilt } from "./LinkIfBuilt.tsx";
import { TEXTS } from "./texts.ts";

/** A change by its text: what rounds to nothing has no direction. */
const SIGNS = { "+": { tone: "up", mark: "▲" }, [MINUS]: { tone: "down", mark: "▼" } } as const;

function Price() {
  const { stats, decimals, isStale } = useInfo();
  const { spot = Number.NaN, spotPreviousClose = Number.NaN } = stats ?? {};
  const change = spotPreviousClose > 0 ? (spot / spotPreviousClose - 1) * 100 : Number.NaN;
  const text = formatSigned(change, 2);
  const sign = SIGNS[text[0] as keyof typeof SIGNS] ?? null;
  return (
    <p className={css.price} data-stale={isStale ? "" : undefined} data-testid="info-price">
      <span className="visually-hidden">{TEXTS.lastPrice}</span>
      <span className={css.last}>{formatFixed(spot, decimals)}</span>
      <span className={css.change} data-tone={sign?.tone} title={TEXTS.change}>
        {sign === null ? null : <span aria-hidden="true">{sign.mark} </span>}
        {text === UNKNOWN ? text : `${text} %`}
      </span>
    </p>
  );
}

interface Props {
  readonly onExpiry: (expiry: string) => void;
}

/** Symbol, last price and its change, the way to the chart, and the expiry that all figures of an expiry are of (rule INFO-2). */
export function InfoHead({ onExpiry }: Props) {
  const { underlying, expiry, now, today } = useInfo();
  const { symbol, expiries, name } = underlying;
  const chart = new URLSearchParams({ tradingSymbol: symbol, interval: "1D" });
  const inWindow = (): void => openChart({ symbol, interval: "1D" });
  useChartKey(inWindow, "info");
  const nameOf = ({ expiry: day, lastTrade }: (typeof expiries)[number]): string => {
    const text = formatExpiry(day, today ?? undefined);
    return now >= lastTrade ? TEXTS.over(text) : text;
  };
  return (
    <div className={css.head}>
      <h3 className={css.symbol} title={name}>
        {symbol}
      </h3>
      <Price />
      <LinkIfBuilt
        page="chart"
        to={`${PAGE_PATHS.chart}?${chart}`}
        label={TEXTS.chart}
        testId="info-chart"
        onPress={inWindow}
      >
        <ChartCandlestick size={16} strokeWidth={1.5} aria-hidden="true" />
        <span className={css.label}>{TEXTS.chart}</span>
      </LinkIfBuilt>
      <label className={css.expiry}>
        <span>{TEXTS.expiry}</span>
        <select
          value={expiry?.expiry ?? ""}
          disabled={expiry === null}
          onChange={(event) => onExpiry(event.target.value)}
          data-testid="info-expiry"
        >
          {expiry === null ? <option value="">{TEXTS.noExpiry}</option> : null}
          {expiries.map((each) => (
            <option key={each.expiry} value={each.expiry}>
              {nameOf(each)}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
