import { useEffect, useMemo } from "react";
import { defaultExpiry } from "#domain/instruments/default-expiry.ts";
import { marketNow } from "../../live/market-now.ts";
import { useListed } from "../../live/use-listed.ts";
import { useUnderlying } from "../../live/use-underlyings.ts";
import { Head } from "../../shared/market-page/Head.tsx";
import { OtherUnderlying } from "../../shared/market-page/OtherUnderlying.tsx";
import { useMarket } from "../../shared/market-page/use-market.ts";
import { MarketRefused } from "../../shared/market-refused/MarketRefused.tsx";
import { useAddress } from "../../shared/page/use-address.ts";
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
  // What every page says of itself is said anew with each address, by another effect: this one has the last word.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each address
  useEffect(() => {
    let isOver = false;
    queueMicrotask(() => {
      if (!isOver) document.title = TEXTS.documentTitle(symbol);
    });
    return () => {
      isOver = true;
    };
  }, [symbol, search]);
  const room = <div className={css.room} aria-hidden="true" />;
  return (
    <main className={css.page}>
      <Head title={TEXTS.title} symbol={symbol} underlying={underlying} market={market} />
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
      ) : underlying === null || listed === null ? (
        room
      ) : listed.expiries.length + listed.futures.length === 0 ? (
        <div className={css.empty}>
          <Empty title={TEXTS.empty.noOptions(symbol)}>
            <OtherUnderlying />
          </Empty>
        </div>
      ) : (
        <Strategies
          key={symbol}
          given={{ search, set, underlying, listed, nearest, isStale: market.isStale }}
        />
      )}
    </main>
  );
}
