import { countText, inLanguage } from "../../../shared/texts/texts.tsx";

/** What is read in the window of the analysis beside the chain. */
export const TEXTS = inLanguage({
  en: {
    title: (underlying: string) => `${underlying} analysis`,
    legs: (count: number) => countText(count, { one: "leg", other: "legs" }),
    atTarget: (figure: string) => `P&L ${figure}`,
    builder: "Open in builder",
    expand: "Show charts and tables",
    shrink: "Show legs and figures alone",
    instances: "Strategies on your chains",
    instance: (underlying: string, legs: string) => `${underlying}, ${legs}`,
    list: "Legs",
    empty: {
      title: "No legs here yet",
      next: "Press B or S on a row of the chain to buy or sell it.",
    },
  },
});
