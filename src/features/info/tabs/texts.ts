import { countText, inLanguage } from "../../../shared/texts/texts.tsx";

/** What is said of futures. */
export const TEXTS = inLanguage({
  en: {
    futures: "Futures",
    withSynthetic: "Futures & Synthetic Futures",
    syntheticTip:
      "Synthetic Futures are not tradeable Futures contracts. They are theoretical Futures calculated from the price of the respective expiry's options.",
    aboutSynthetic: "About synthetic futures",
    mcx: "MCX options use the futures that expire after the option’s expiry as their underlying.",
    noFutures: "No futures are listed.",
    listing: "Loading futures…",
    weekly: "W",
    spokenWeekly: "Weekly",
    synthetic: "Synthetic",
    days: (days: number) => (days === 0 ? "Today" : days < 0 ? "Expired" : `${days}d`),
    spokenDays: (days: number) =>
      days === 0
        ? "Expires today"
        : days < 0
          ? "Expired"
          : `${countText(days, { one: "day", other: "days" })} to expiry`,
  },
});
