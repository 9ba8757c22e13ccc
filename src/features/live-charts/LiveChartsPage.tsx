import { useMemo } from "react";
import { formatDate } from "#domain/format/date.ts";
import { lazily } from "../../components/lazily.tsx";
import { useUnderlying } from "../../live/use-underlyings.ts";
import { Head } from "../../shared/market-page/Head.tsx";
import pageCss from "../../shared/market-page/MarketPage.module.css";
import { MarketRoom } from "../../shared/market-page/MarketRoom.tsx";
import { useMarket } from "../../shared/market-page/use-market.ts";
import { useAddress } from "../../shared/page/use-address.ts";
import { useDocumentTitle } from "../../shared/page/use-document-title.ts";
import { useWrittenAddress } from "../../shared/page/use-written-address.ts";
import { parseLiveSearch, writeLiveSearch } from "./address.ts";
import css from "./LiveChartsPage.module.css";
import { TEXTS } from "./texts.ts";

const DEFAULT_SYMBOL = "NIFTY";

const Charts = lazily(() => import("./Charts.tsx").then((m) => m.Charts));

/** Charts of an underlying's options through the day and over days, live, up to six under one cursor (rule LCHART-1). */
export function LiveChartsPage() {
  const search = useAddress(parseLiveSearch);
  const set = useWrittenAddress(search, writeLiveSearch);
  const symbol = search.symbol ?? DEFAULT_SYMBOL;
  const found = useUnderlying(symbol);
  const market = useMarket();
  const underlying = found?.ok ? found.value : null;
  useDocumentTitle(TEXTS.documentTitle(symbol));
  const isListed = underlying?.expiries.some(({ expiry }) => expiry === search.expiry) ?? true;
  const page = useMemo(
    () =>
      underlying === null
        ? null
        : { search, set, underlying, expiry: isListed ? search.expiry : null, isStale: market.isStale },
    [search, set, underlying, isListed, market.isStale],
  );
  const said = [
    search.leftOut.length > 0 ? TEXTS.leftOut(search.leftOut.join(", ")) : null,
    isListed || search.expiry === null ? null : TEXTS.noExpiry(formatDate(search.expiry)),
  ].filter((words) => words !== null);
  return (
    <main className={pageCss.page}>
      <Head title={TEXTS.title} symbol={symbol} underlying={underlying} market={market} />
      {said.length === 0 ? null : (
        <p className={css.said} role="status" data-testid="live-left-out">
          {said.join(" ")}
        </p>
      )}
      <MarketRoom found={found} feed={market.feed} height={700}>
        {() => (page === null ? null : <Charts key={symbol} page={page} />)}
      </MarketRoom>
    </main>
  );
}
