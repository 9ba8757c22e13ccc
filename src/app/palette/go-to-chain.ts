import type { useRouter } from "@tanstack/react-router";
import { PAGE_PATHS } from "#domain/access/page-paths.ts";
import { chainTarget } from "../../shared/chain-target.ts";

/**
 * Opens an underlying's chain, of the nearest expiry unless one is named. On a chain page the view stays as it is, but for the
 * expiry and the trades: each underlying has its own. Where that page shows several, one of them takes it.
 */
export function goToChain(
  router: ReturnType<typeof useRouter>,
  tradingsymbol: string,
  expiry?: string,
): void {
  const { pathname } = router.state.location;
  const to = pathname === PAGE_PATHS["widget-chain"] ? pathname : PAGE_PATHS["option-chain"];
  if (pathname === PAGE_PATHS["option-chain"] && chainTarget.take !== null) {
    return chainTarget.take(tradingsymbol, expiry);
  }
  void router.navigate({
    to,
    search: ({ expiry: _, legs: __, ...rest }) => ({
      ...(pathname === to ? rest : {}),
      tradingsymbol,
      ...(expiry === undefined ? {} : { expiry }),
    }),
  });
}

const WIDGET_BUILDER = "/widget/builder/";

/** The address of a widget also says whose app it stands in. */
function stayInWidget(router: ReturnType<typeof useRouter>, symbol: string): void {
  const { pathname, search } = router.history.location;
  const params = new URLSearchParams(search);
  params.set("instrument_symbol", symbol);
  void router.navigate({ href: `${pathname}?${params}` });
}

/** Pages of charts, open interest with its tabs: what they say of the first underlying's contracts is left behind. */
const OF_CHARTS =
  /^\/(?:(?:spider-)?open-interest(?:-old)?(?:\/|$)|(?:live-options-charts|multi-straddle-strangle-charts|implied-volatility-chart)$)/;
const OF_CONTRACTS = ["expiry", "legs", "view", "s", "hide", "detail"];

function stayInCharts(router: ReturnType<typeof useRouter>, symbol: string): void {
  const { pathname, search } = router.history.location;
  const params = new URLSearchParams(search);
  params.set("tradingsymbol", symbol);
  for (const name of OF_CONTRACTS) params.delete(name);
  void router.navigate({ href: `${pathname}?${params}` });
}

/** What the address says of the first instrument's bars in view is left behind. */
export function stayInChart(router: ReturnType<typeof useRouter>, symbol: string): void {
  const params = new URLSearchParams(router.history.location.search);
  params.set("tradingSymbol", symbol);
  for (const name of ["view", "date"]) params.delete(name);
  void router.navigate({ href: `${PAGE_PATHS.chart}?${params}` });
}

/** Where an underlying leads that is picked: the builder and charts stay what they are, from anywhere else it is the chain. */
export function goToUnderlying(router: ReturnType<typeof useRouter>, symbol: string): void {
  const { pathname } = router.state.location;
  if (pathname.startsWith(WIDGET_BUILDER) || pathname === PAGE_PATHS["widget-info"]) {
    return stayInWidget(router, symbol);
  }
  if (pathname === PAGE_PATHS.chart) return stayInChart(router, symbol);
  if (OF_CHARTS.test(pathname)) return stayInCharts(router, symbol);
  if (pathname !== PAGE_PATHS.builder) return goToChain(router, symbol);
  void router.navigate({ href: `${PAGE_PATHS.builder}?instrument_symbol=${encodeURIComponent(symbol)}` });
}
