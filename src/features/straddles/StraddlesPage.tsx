import { useMemo } from "react";
import { defaultExpiry } from "#domain/instruments/default-expiry.ts";
import { marketNow } from "../../live/market-now.ts";
import { useListed } from "../../live/use-listed.ts";
import { useUnderlying } from "../../live/use-underlyings.ts";
import { Head } from "../../shared/market-page/Head.tsx";
import pageCss from "../../shared/market-page/MarketPage.module.css";
import { MarketRoom } from "../../shared/market-page/MarketRoom.tsx";
import { OtherUnderlying } from "../../shared/market-page/OtherUnderlying.tsx";
import { useMarket } from "../../shared/market-page/use-market.ts";
import { useAddress } from "../../shared/page/use-address.ts";
import { useDocumentTitle } from "../../shared/page/use-document-title.ts";
import { useWrittenAddress } from "../../shared/page/use-written-address.ts";
import { Empty } from "../../shared/time-charts/ChartNotice.tsx";
import { parseStraddles, writeStraddles } from "./address/address.ts";
import css from "./StraddlesPage.module.css";
import { Strategies } from "./Strategies.tsx";
import { TEXTS } from "./texts.ts";

const DEFAULT_SYMBOL = "NIFTY";

/** Straddles, strangles and any other few contracts through the day (rule STRADDLE-1). */
export function StraddlesPage() {
  const search = useAddress(parseStraddles);
  const set = useWrittenAddress(search, writeStraddles);
  const symbol = search.symbol ?? DEFAULT_SYMBOL;
  const found = useUnderlying(symbol);
  const listed = useListed(symbol);
  const market = useMarket();
  const underlying = found?.ok ? found.value : null;
  const nearest = useMemo(() => {
    if (underlying === null) return null;
    const open = defaultExpiry(underlying.expiries, marketNow(underlying)) ?? underlying.expiries[0];
    return open?.expiry ?? null;
  }, [underlying]);
  useDocumentTitle(TEXTS.documentTitle(symbol));
  return (
    <main className={pageCss.page}>
      <Head title={TEXTS.title} symbol={symbol} underlying={underlying} market={market} />
      <MarketRoom found={found} feed={market.feed} height={640}>
        {(own) =>
          listed === null ? null : listed.expiries.length + listed.futures.length === 0 ? (
            <div className={css.empty}>
              <Empty title={TEXTS.empty.noOptions(symbol)}>
                <OtherUnderlying />
              </Empty>
            </div>
          ) : (
            <Strategies
              key={symbol}
              given={{ search, set, underlying: own, listed, nearest, isStale: market.isStale }}
            />
          )
        }
      </MarketRoom>
    </main>
  );
}
