import { useRouter } from "@tanstack/react-router";
import { PAGE_PATHS } from "#domain/access/page-paths.ts";
import { pushToList } from "../../browser/kept-list.ts";
import { symbolOf } from "../../live/contract-symbol.ts";
import { instrumentTarget } from "../../shared/instrument-target.ts";
import { targetOf } from "../../shared/nav-target.ts";
import { shell } from "../../shared/shell-state.ts";
import { goToChain, goToUnderlying, stayInChart } from "./go-to-chain.ts";
import type { Line } from "./groups.ts";

/** Recent tickers kept. */
const RECENT = 3;

/**
 * Closes the palette and does what the line promises: an action, a page, an underlying in builder, chain or chart, the chain of a
 * contract's expiry; on the chart's page the contract's chart.
 */
export function useChoose(): (line: Line) => void {
  const router = useRouter();
  return (line) => {
    // Before it closes: the choice is that of who opened it.
    const { take } = instrumentTarget;
    shell.pickerOpen = false;
    if (line.kind === "action") {
      const { path, run } = line.action;
      if (path !== undefined && router.state.location.pathname !== path) void router.navigate({ href: path });
      return run();
    }
    if (line.kind === "page") {
      const to = targetOf(line.hit.entry);
      if (/^https?:/.test(to)) window.open(to, "_blank", "noopener,noreferrer");
      else void router.navigate({ href: to });
      return;
    }
    if (line.kind === "contract") {
      const { underlying, expiry } = line.contract;
      pushToList("recent", underlying, RECENT);
      if (take !== null || router.history.location.pathname === PAGE_PATHS.chart) {
        void symbolOf(line.contract).then((symbol) => {
          if (symbol === null) return;
          if (take === null) stayInChart(router, symbol);
          else take(symbol);
        });
        return;
      }
      return goToChain(router, underlying, expiry);
    }
    const { symbol } = line.underlying;
    pushToList("recent", symbol, RECENT);
    if (take === null) goToUnderlying(router, symbol);
    else take(symbol);
  };
}
