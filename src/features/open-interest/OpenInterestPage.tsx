import { useRouter, useRouterState } from "@tanstack/react-router";
import { type ComponentType, useEffect, useMemo } from "react";
import { defaultExpiry } from "#domain/instruments/default-expiry.ts";
import { lazily } from "../../components/lazily.tsx";
import { marketNow } from "../../live/market-now.ts";
import { useUnderlying } from "../../live/use-underlyings.ts";
import { Head } from "../../shared/market-page/Head.tsx";
import css from "../../shared/market-page/MarketPage.module.css";
import { MarketRoom } from "../../shared/market-page/MarketRoom.tsx";
import { useMarket } from "../../shared/market-page/use-market.ts";
import { useAddress } from "../../shared/page/use-address.ts";
import { useDocumentTitle } from "../../shared/page/use-document-title.ts";
import { useWrittenAddress } from "../../shared/page/use-written-address.ts";
import type { OiSearch } from "./address.ts";
import { parseOiSearch, writeOiSearch } from "./address.ts";
import { Tabs } from "./head/Tabs.tsx";
import { LeftOut } from "./LeftOut.tsx";
import { type LeftOut as LeftOutPart, unread } from "./left-out.ts";
import type { OiPage } from "./oi-page.ts";
import { TEXTS } from "./texts.ts";
import { useSound } from "./use-sound.ts";
import { FIRST_TAB, type Place, pathOf, placeOf, type TabName } from "./variants.ts";

export const DEFAULT_SYMBOL = "NIFTY";

const ByStrike = lazily(() => import("./by-strike/ByStrike.tsx").then((m) => m.ByStrike));

const PANELS: Readonly<Record<TabName, ComponentType<{ readonly page: OiPage }>>> = {
  "oi-change-vs-strike": ({ page }) => <ByStrike page={page} measure="change" />,
  "oi-vs-strike": ({ page }) => <ByStrike page={page} measure="oi" />,
  "multistrike-oi": lazily(() => import("./multistrike/Multistrike.tsx").then((m) => m.Multistrike)),
  "oi-vs-time": lazily(() => import("./over-time/OverTime.tsx").then((m) => m.OverTime)),
  "fut-oi-vs-time": lazily(() => import("./over-time/FuturesOverTime.tsx").then((m) => m.FuturesOverTime)),
};

/** There is no such tab: the first one, with all else that the address says. */
function ToFirst({ to }: { readonly to: string }) {
  const router = useRouter();
  useEffect(() => void router.navigate({ href: to, replace: true }), [router, to]);
  return null;
}

function readAddress(params: URLSearchParams) {
  const search = parseOiSearch(params);
  return { search, left: unread(params, search) };
}

/** Open interest by strike and over time: the page itself, its mirrored sister and the older one (rule OI-1). */
export function OpenInterestPage() {
  const { search, left } = useAddress(readAddress);
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const { variant, tab } = useMemo(() => placeOf(pathname), [pathname]);
  if (tab === null) return <ToFirst to={pathOf(variant, FIRST_TAB) + writeOiSearch(search)} />;
  return <Shown asked={search} left={left} variant={variant} tab={tab} />;
}

interface ShownProps extends Pick<Place, "variant"> {
  readonly asked: OiSearch;
  /** of the address, as it could not be read */
  readonly left: readonly LeftOutPart[];
  readonly tab: TabName;
}

function Shown({ asked, left, variant, tab }: ShownProps) {
  const symbol = asked.symbol ?? DEFAULT_SYMBOL;
  const found = useUnderlying(symbol);
  const market = useMarket();
  const underlying = found?.ok ? found.value : null;
  const { search, left: unsound } = useSound(asked, underlying);
  const set = useWrittenAddress(search, writeOiSearch);
  useDocumentTitle(TEXTS.documentTitle(symbol, TEXTS.tabs[tab]));
  const chosen = search.expiries;
  const expiries = useMemo(() => {
    if (underlying === null) return [];
    if (chosen.length > 0) return variant.isWhole ? chosen : chosen.slice(0, 1);
    const nearest = defaultExpiry(underlying.expiries, marketNow(underlying)) ?? underlying.expiries[0];
    return nearest === undefined ? [] : [nearest.expiry];
  }, [underlying, chosen, variant]);
  const Panel = PANELS[tab];
  return (
    <main className={css.page}>
      <Head title={TEXTS.title} symbol={symbol} underlying={underlying} market={market} />
      <Tabs variant={variant} selected={tab} search={search} />
      <LeftOut parts={underlying === null ? left : [...left, ...unsound]} />
      <div className={css.panel} role="tabpanel" id="oi-panel" aria-label={TEXTS.tabs[tab]}>
        <MarketRoom found={found} feed={market.feed} height={600}>
          {(own) => (
            <Panel
              key={own.symbol}
              page={{ search, set, variant, underlying: own, expiries, isStale: market.isStale }}
            />
          )}
        </MarketRoom>
      </div>
    </main>
  );
}
