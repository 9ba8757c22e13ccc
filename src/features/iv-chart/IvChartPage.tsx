import { type ComponentType, Suspense, useEffect } from "react";
import { lazily } from "../../components/lazily.tsx";
import { useUnderlying } from "../../live/use-underlyings.ts";
import { Head } from "../../shared/market-page/Head.tsx";
import { OtherUnderlying } from "../../shared/market-page/OtherUnderlying.tsx";
import { useMarket } from "../../shared/market-page/use-market.ts";
import { MarketRefused } from "../../shared/market-refused/MarketRefused.tsx";
import { useAddress } from "../../shared/page/use-address.ts";
import { useWrittenAddress } from "../../shared/page/use-written-address.ts";
import { parseIvSearch, type TabName, writeIvSearch } from "./address.ts";
import css from "./IvChart.module.css";
import type { IvPage } from "./iv-page.ts";
import { Tabs } from "./Tabs.tsx";
import { TEXTS } from "./texts.ts";

const DEFAULT_SYMBOL = "NIFTY";

const PANELS: Readonly<Record<TabName, ComponentType<{ readonly page: IvPage }>>> = {
  day: lazily(() => import("./by-day/ByDay.tsx").then((m) => m.ByDay)),
  term: lazily(() => import("./term/Term.tsx").then((m) => m.Term)),
};

/** Implied volatility by day and across expiries (rule IV-1). */
export function IvChartPage() {
  const search = useAddress(parseIvSearch);
  const set = useWrittenAddress(search, writeIvSearch);
  const symbol = search.symbol ?? DEFAULT_SYMBOL;
  const found = useUnderlying(symbol);
  const market = useMarket();
  const underlying = found?.ok ? found.value : null;
  // What every page says of itself is said anew with each address, by another effect: this one has the last word.
  useEffect(() => {
    let isOver = false;
    queueMicrotask(() => {
      if (!isOver) document.title = TEXTS.documentTitle(symbol, TEXTS.tabs[search.tab]);
    });
    return () => {
      isOver = true;
    };
  }, [symbol, search]);
  const Panel = PANELS[search.tab];
  const room = <div className={css.room} aria-hidden="true" />;
  return (
    <main className={css.page}>
      <Head title={TEXTS.title} symbol={symbol} underlying={underlying} market={market} />
      <Tabs search={search} />
      <div className={css.panel} role="tabpanel" id="iv-panel" aria-label={TEXTS.tabs[search.tab]}>
        {found?.ok === false ? (
          <div className={css.notice} role="alert">
            <h2>{TEXTS.failed.title}</h2>
            <p>{found.message}</p>
            <p>
              <OtherUnderlying />
            </p>
          </div>
        ) : market.feed === "refused" ? (
          <div className={css.notice}>
            <MarketRefused />
          </div>
        ) : underlying === null ? (
          room
        ) : (
          <Suspense fallback={room}>
            <Panel key={underlying.symbol} page={{ search, set, underlying, isStale: market.isStale }} />
          </Suspense>
        )}
      </div>
    </main>
  );
}
