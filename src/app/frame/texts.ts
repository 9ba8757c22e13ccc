import { inLanguage } from "../../browser/language.ts";

/** What is said around pages, and in place of those that are not there. */
export const TEXTS = inLanguage({
  en: {
    section: "Section",
    openChain: "Open in Strikewise",
    /** Pages in the line of tabs. */
    tabs: { market: "Market", analyse: "Analyse" },
    /** Over a gate. @param comesWith a sentence of its own, from the page's row */
    notYet: (comesWith: string) => `This page is not available yet. ${comesWith}`,
    notAvailable: {
      label: "Not available yet",
      shows: "What it will show",
      beingBuilt: "It is being built.",
      now: "Works now",
      /** What works now. */
      pages: {
        chain: { label: "Option chain", text: "Prices, IV, greeks and OI of every strike, live" },
        home: { label: "Market overview", text: "Indices, breadth and what moves most" },
        analyse: { label: "Analyse", text: "Gainers, losers, open interest and IV" },
      },
      search: "Search instruments and pages",
    },
    notFound: {
      title: "There is no page at this address",
      text: "The link may be old, or mistyped. Press / to search for instruments and pages.",
      chain: "Open the option chain",
      home: "Home",
    },
  },
});
