import type { AnalysisTab } from "#domain/strategy/analyzer/model.ts";
import type { LegNote } from "#domain/strategy/kept/bring-back.ts";
import { countText, inLanguage } from "../shared/texts/texts.tsx";

const tabs: Readonly<Record<AnalysisTab, string>> = {
  payoffChart: "Payoff",
  payoffTable: "Payoff table",
  pnlTable: "P&L table",
  greeksTable: "Greeks",
  strategyChart: "Strategy chart",
  multiStrikeOiChart: "Multi-strike OI",
};

/** What is read about a strategy wherever one is worked on. */
export const TEXTS = inLanguage({
  en: {
    tabs: { name: "Analysis", ...tabs },
    target: { price: "Target price" },
    empty: {
      payoff: "Load a strategy or add legs to see their payoff.",
      table: "Load a strategy or add legs to see their figures.",
      chart: "Load a strategy or add legs to see their premium over the day.",
      oi: "Load a strategy or add legs to see the open interest of their strikes.",
      unselected: "No leg counts. Tick one in the list.",
      noOi: "The open interest of these strikes could not be had.",
      noChart: "There is no strategy chart for this underlying.",
    },
    standing: {
      retry: "Retry",
      local: "The figures shown are computed in your browser, in the live market.",
      localStale: "The figures shown are computed in your browser, in the market as it was heard of last.",
      localAnswer: "The figures shown are computed in your browser, in the market of the last answer.",
      nothing: "No figures yet.",
      gone: (legs: number, names: string) =>
        `${countText(legs, { one: "leg", other: "legs" })} of your draft cannot be traded any more: ${names}.`,
      changed: (legs: string) =>
        `Listed with other terms now: ${legs}. Quantities and prices are as you left them.`,
      change: (of: Exclude<LegNote, { readonly kind: "gone" }>): string =>
        of.kind === "symbol_changed"
          ? `${of.tradingsymbol} as ${of.to}`
          : `${of.tradingsymbol} with ${of.kind === "lot_changed" ? "lots" : "a multiplier"} of ${of.to}, ${of.from} before`,
      broken:
        "Your browser no longer computes the figures itself: they come from the server, a moment later.",
      startAgain: "Start it again",
      marketRefused: "No live prices here:",
      stale: "Stale",
      delayed: "Delayed 1 min",
      closed: "Market closed",
      simulated: "Simulated market",
      notAllowed: "Log in to have strategies analysed.",
    },
    missing: {
      text: "This part could not be fetched: the server cannot be reached just now, or has a newer version.",
      again: "Try again",
    },
    warnings: "What to know before believing the figures",
  },
});
