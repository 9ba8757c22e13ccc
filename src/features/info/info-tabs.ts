import type { UnderlyingSummary } from "#workers/engine/api.ts";
import { isMcx } from "./info-view.ts";
import { TEXTS } from "./texts.ts";

export type InfoTab = "fnOData" | "events" | "candlestickPatterns" | "futurePrices";

export const FIRST_TAB: InfoTab = "fnOData";

interface TabName {
  readonly id: InfoTab;
  readonly label: string;
}

/** The tabs of an instrument (rule INFO-4). */
export function tabsOf(
  underlying: Pick<UnderlyingSummary, "kind" | "derivativeExchange">,
): readonly TabName[] {
  const { tabs } = TEXTS;
  const events = underlying.kind === "stock" ? tabs.stockEvents : tabs.events;
  const all: readonly TabName[] = [
    { id: "fnOData", label: tabs.fnOData },
    { id: "events", label: events },
    { id: "candlestickPatterns", label: tabs.candlestickPatterns },
    { id: "futurePrices", label: tabs.futurePrices },
  ];
  if (!isMcx(underlying)) return all;
  return all.filter(({ id }) => id !== "events" && id !== "candlestickPatterns");
}
