import { Suspense, useEffect, useMemo } from "react";
import { istInstant } from "#domain/calendar/ist.ts";
import { bars as barsCall } from "#protocol/generated/http/calls/chart-bars/bars.ts";
import { whenIdle } from "../../browser/when-idle.ts";
import { lazily } from "../../components/lazily.tsx";
import { optional } from "../../components/optional.ts";
import { useAnswer } from "../../shared/answers/use-answer.ts";
import { useMarket } from "../../shared/market-page/use-market.ts";
import { LazyMarketRefused } from "../../shared/market-refused/LazyMarketRefused.tsx";
import { useAddress } from "../../shared/page/use-address.ts";
import { useDocumentTitle } from "../../shared/page/use-document-title.ts";
import { useTimeTold } from "../../shared/time-charts/use-time-told.ts";
import { type ChartSearch, isSymbol, parseChartSearch } from "./address/address.ts";
import { barSeconds, INTERVALS } from "./address/intervals.ts";
import css from "./Chart.module.css";
import { Controls } from "./controls/Controls.tsx";
import { Head } from "./head/Head.tsx";
import { ALONE, type ChartHolder, HolderProvider, useHolder } from "./holder.ts";
import { useChartKeys } from "./keys/use-chart-keys.ts";
import { Failed } from "./picture/Notices.tsx";
import { Picture } from "./picture/Picture.tsx";
import { priceDecimals } from "./picture/picture.ts";
import { type Bars, barsSeries } from "./series/bars-series.ts";
import { TEXTS } from "./texts.ts";
import { type SetChart, useChartAddress } from "./use-chart-address.ts";

const ManyCharts = lazily(() => import("./many/ManyCharts.tsx").then((m) => m.ManyCharts));
/** The way to a second chart does not hold up the first. */
const BesideButton = optional(() =>
  whenIdle()
    .then(() => import("./many/BesideButton.tsx"))
    .then((m) => m.BesideButton),
);

/** When the bar that is on ends: of a day with its session; null of none, and of weeks and months. */
function endOfRunning(told: Bars | null): number | null {
  const running = told?.running_at ?? null;
  if (told === null || running === null) return null;
  const close = told.sessions.at(-1)?.close ?? null;
  if (told.interval === "1D" || close === null) return told.interval === "1D" ? close : null;
  const seconds = barSeconds(INTERVALS.find((each) => `${each}M` === told.interval) ?? "1D");
  return seconds === null ? null : Math.min(close, running + seconds * 1_000);
}

interface Props {
  readonly search: ChartSearch;
  readonly set: SetChart;
}

/** Bars of one instrument, live, with what is figured of them (rules CHART); what is chosen is kept by who holds it. */
export function Chart({ search, set }: Props) {
  const holder = useHolder();
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
    isForAll: true,
  });
  const days = useAnswer(
    barsCall,
    { query: { tradingsymbol: symbol, interval: "1D" } },
    { isWanted: hasLevels && told !== null },
  );
  useChartKeys(holder, (next) => set({ interval: next, unknownInterval: null, date: null, view: null }));
  const { onTold } = holder;
  useEffect(() => onTold?.(told), [onTold, told]);
  const type = told?.instrument_type;
  const fault = isNamed ? failure : TEXTS.notSymbol(symbol);
  return (
    <div className={css.page}>
      <Head
        symbol={symbol}
        token={told?.instrument_token ?? null}
        hasInfo={type === "INDEX" || type === "EQ"}
        decimals={told === null ? 2 : priceDecimals(told)}
        market={market}
        isClosed={told !== null && told.running_at === null}
        endsAt={endOfRunning(told)}
      />
      {holder.kind === "pane" ? null : <Controls search={search} set={set} />}
      {unknownInterval === null ? null : (
        <p className={css.unknown} role="alert" data-testid="chart-unknown-interval">
          {TEXTS.unknownInterval(unknownInterval, INTERVALS.join(", "), TEXTS.intervals[interval])}
        </p>
      )}
      {market.feed === "refused" ? (
        <LazyMarketRefused />
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
    </div>
  );
}

/** The chart that the address says, or several of them. */
export function ChartPage() {
  const search = useAddress(parseChartSearch);
  const set = useChartAddress(search);
  const { symbol, interval, beside } = search;
  useDocumentTitle(TEXTS.documentTitle(symbol, TEXTS.intervals[interval]));
  const holder = useMemo((): ChartHolder => {
    const add = <BesideButton interval={interval} set={set} />;
    return { ...ALONE, actions: <Suspense fallback={null}>{add}</Suspense> };
  }, [interval, set]);
  return (
    <main className={css.page}>
      {beside === null ? (
        <HolderProvider value={holder}>
          <Chart search={search} set={set} />
        </HolderProvider>
      ) : (
        <Suspense fallback={null}>
          <ManyCharts Chart={Chart} search={search} set={set} />
        </Suspense>
      )}
    </main>
  );
}
