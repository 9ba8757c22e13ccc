import { useEffect, useMemo } from "react";
import { istInstant } from "#domain/calendar/ist.ts";
import { bars as barsCall } from "#protocol/generated/http/calls/chart-bars/bars.ts";
import { useAnswer } from "../../shared/answers/use-answer.ts";
import { useMarket } from "../../shared/market-page/use-market.ts";
import { MarketRefused } from "../../shared/market-refused/MarketRefused.tsx";
import { useAddress } from "../../shared/page/use-address.ts";
import { useTimeTold } from "../../shared/time-charts/use-time-told.ts";
import { isSymbol, parseChartSearch } from "./address/address.ts";
import { barSeconds, INTERVALS } from "./address/intervals.ts";
import css from "./Chart.module.css";
import { Controls } from "./controls/Controls.tsx";
import { Head } from "./head/Head.tsx";
import { useChartKeys } from "./keys/use-chart-keys.ts";
import { Failed } from "./picture/Notices.tsx";
import { Picture } from "./picture/Picture.tsx";
import { priceDecimals } from "./picture/picture.ts";
import { type Bars, barsSeries } from "./series/bars-series.ts";
import { TEXTS } from "./texts.ts";
import { useChartAddress } from "./use-chart-address.ts";

/** When the bar that is on ends: of a day with its session; null of none, and of weeks and months. */
function endOfRunning(told: Bars | null): number | null {
  const running = told?.running_at ?? null;
  if (told === null || running === null) return null;
  const close = told.sessions.at(-1)?.close ?? null;
  if (told.interval === "1D" || close === null) return told.interval === "1D" ? close : null;
  const seconds = barSeconds(INTERVALS.find((each) => `${each}M` === told.interval) ?? "1D");
  return seconds === null ? null : Math.min(close, running + seconds * 1_000);
}

/** Bars of one instrument, live, with what is figured of them (rules CHART). */
export function ChartPage() {
  const search = useAddress(parseChartSearch);
  const set = useChartAddress(search);
  const market = useMarket();
  const { symbol, interval, unknownInterval, date, hasLevels } = search;
  const isNamed = isSymbol(symbol);
  const question = useMemo(
    () => ({ symbol, interval, from: date === null ? null : istInstant(date, "00:00") }),
    [symbol, interval, date],
  );
  const matter = `${symbol} ${interval}`;
  const {
    answer: told,
    isOld,
    failure,
    retry,
  } = useTimeTold(barsSeries, question, {
    of: matter,
    isWanted: isNamed,
  });
  const days = useAnswer(
    barsCall,
    { query: { tradingsymbol: symbol, interval: "1D" } },
    { isWanted: hasLevels && told !== null },
  );
  useChartKeys((next) => set({ interval: next, unknownInterval: null, date: null, view: null }));
  // What every page says of itself is said anew with each address, by another effect: this one has the last word.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each address
  useEffect(() => {
    let isOver = false;
    queueMicrotask(() => {
      if (!isOver) document.title = TEXTS.documentTitle(symbol, TEXTS.intervals[interval]);
    });
    return () => {
      isOver = true;
    };
  }, [symbol, interval, search]);
  const type = told?.instrument_type;
  const fault = isNamed ? failure : TEXTS.notSymbol(symbol);
  return (
    <main className={css.page}>
      <Head
        symbol={symbol}
        token={told?.instrument_token ?? null}
        hasInfo={type === "INDEX" || type === "EQ"}
        decimals={told === null ? 2 : priceDecimals(told)}
        market={market}
        isClosed={told !== null && told.running_at === null}
        endsAt={endOfRunning(told)}
      />
      <Controls search={search} set={set} />
      {unknownInterval === null ? null : (
        <p className={css.unknown} role="alert" data-testid="chart-unknown-interval">
          {TEXTS.unknownInterval(unknownInterval, INTERVALS.join(", "), TEXTS.intervals[interval])}
        </p>
      )}
      {market.feed === "refused" ? (
        <MarketRefused />
      ) : told === null && fault !== null ? (
        <Failed text={fault} search={search} set={set} retry={retry} />
      ) : (
        <Picture
          search={search}
          set={set}
          told={told}
          days={hasLevels ? (days.data?.payload ?? null) : null}
          isStale={market.isStale || isOld}
          failure={failure}
          retry={retry}
        />
      )}
    </main>
  );
}
