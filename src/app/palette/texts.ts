import { inLanguage, numberText } from "../../shared/texts/texts.tsx";
import { TEXTS as SHARED } from "../../shared/texts.ts";

/** Every text of the palette but the names of pages, which are their rows' own. */
export const TEXTS = inLanguage({
  en: {
    search: "Search",
    field: "Search instruments",
    placeholder: "Type stock name: SBIN, TCS etc.",
    list: "Found",
    loading: "Loading instruments…",
    nothing: (typed: string) => `Nothing matches “${typed}”.`,
    sections: {
      recent: "Recent",
      index: "Indices",
      stock: "Stocks",
      commodity: "Commodities",
      currency: "Currency",
      results: "Results",
      pages: "Pages",
      actions: "Actions",
      contracts: "Contracts",
      someContracts: (shown: number, all: number) =>
        `Contracts, the first ${numberText(shown)} of ${numberText(all)}`,
    },
    /** What the last column says of a line. */
    hints: {
      login: "Login first",
      plan: "Another plan",
      notYet: "Not yet",
      action: "Action",
      lot: (size: number) => `Lot ${numberText(size)}`,
    },
    contracts: { CE: "CE", PE: "PE", FUT: "Future" },
    /** Things to do; the palette finds them by these words. */
    actions: {
      dark: "Dark theme",
      light: "Light theme",
      system: "Theme follows the system",
      "blue-orange": "Colours for the colour-blind: blue and orange",
      "green-red": "Colours of the market: green and red",
      keys: "Keyboard shortcuts",
      "quick-entry": "Type trades, such as sell 24500 ce",
      performance: "Performance panel",
      login: "Login",
    },
    /** The window on an instrument; the last word is what it is asked for by. */
    info: (symbol: string) => `${symbol} info`,
    infoWord: "info",
    /** Its chart in a window. */
    chart: (symbol: string) => `${symbol} chart`,
    chartWord: "chart",
    underlying: "Underlying",
    columns: {
      spot: {
        head: "Spot",
        title: "Last price of the underlying; of a commodity, its nearest future's",
      },
      change: { head: "Chg %", title: "Change since the previous close" },
      iv: { head: "ATM IV", title: "At-the-money implied volatility of the nearest expiry, in %" },
      "iv-change": {
        head: "IV chg",
        title: "Change of the at-the-money IV since the previous close, in points",
      },
      ivp: { head: "IVP", title: SHARED.ivpStory },
      pcr: { head: "PCR", title: "Put OI over call OI of the nearest expiry" },
      oi: {
        head: "Fut OI %",
        title: "Change of the first three futures' open interest since the previous close",
      },
    },
  },
});
