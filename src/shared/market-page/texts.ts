import { inLanguage } from "../texts/texts.tsx";

/** What is read in the head of a page about one underlying's market. */
export const TEXTS = inLanguage({
  en: {
    failed: "This page cannot be shown",
    choose: "Choose another underlying",
    spot: "Spot",
    simulated: "Simulated market",
    other: {
      next: "Choose another underlying above",
      /** Where there is a keyboard. */
      orPress: ", or press /",
    },
    states: {
      loading: "Loading",
      live: "Live",
      delayed: "Delayed 1 min",
      stale: "Stale: figures are older than they should be",
      closed: "Market closed",
      offline: "Offline: figures are older than they should be",
      failed: "Not connected",
      empty: "Empty",
      refused: "No market data",
    },
  },
});
