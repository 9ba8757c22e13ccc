import { inLanguage } from "../../../shared/texts/texts.tsx";

/** What is said of events. */
export const TEXTS = inLanguage({
  en: {
    loading: "Loading events…",
    /** The failure's own words come after it. */
    failed: (why: string) => `Api error! ${why}`,
    retry: "Try again",
    noGlobal: "No economic events are known for the days around today.",
    noStock: (symbol: string) => `No results, dividends, bonuses or splits of ${symbol} are known.`,
    sample: "Sample",
    sampleText: "No events were imported here: these are made up, to show what they look like.",
    all: "View All Events",
    time: (date: string, time: string) => `${date}, ${time} IST`,
    impacts: { low: "Low impact", medium: "Medium impact", high: "High impact" },
    expected: "Expected",
    actual: "Actual",
    previous: "Previous",
    onStocks: "Impact on stocks",
    about: "Description",
    types: {
      stock_results: "Stock results",
      bonus: "Bonus",
      dividend: "Dividend",
      stock_split: "Stock split",
    },
    /** Of results: how long they are of. */
    results: (length: string) => `Stock results (${length})`,
  },
});
