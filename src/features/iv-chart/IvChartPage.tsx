import type { ComponentType } from "react";
import { lazily } from "../../components/lazily.tsx";
import { useUnderlying } from "../../live/use-underlyings.ts";
import { Head } from "../../shared/market-page/Head.tsx";
import css from "../../shared/market-page/MarketPage.module.css";
import { MarketRoom } from "../../shared/market-page/MarketRoom.tsx";
import { useMarket } from "../../shared/market-page/use-market.ts";
import { useAddress } from "../../shared/page/use-address.ts";
import { useDocumentTitle } from "../../shared/page/use-document-title.ts";
import { useWrittenAddress } from "../../shared/page/use-written-address.ts";
import { parseIvSearch, type TabName, writeIvSearch } from "./address.ts";
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
  useDocumentTitle(TEXTS.documentTitle(symbol, TEXTS.tabs[search.tab]));
  const Panel = PANELS[search.tab];
  return (
    <main className={css.page}>
      <Head title={TEXTS.title} symbol={symbol} underlying={underlying} market={market} />
      <Tabs search={search} />
      <div className={css.panel} role="tabpanel" id="iv-panel" aria-label={TEXTS.tabs[search.tab]}>
        <MarketRoom found={found} feed={market.feed} height={600}>
          {(own) => (
            <Panel key={own.symbol} page={{ search, set, underlying: own, isStale: market.isStale }} />
          )}
        </MarketRoom>
      </div>
    </main>
  );
}
