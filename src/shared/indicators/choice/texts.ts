import { inLanguage } from "../../texts/texts.tsx";
import { MOST_INDICATOR_PANES, MOST_INDICATORS } from "../chosen.ts";

/** What is read where indicators are chosen. */
export const TEXTS = inLanguage({
  en: {
    title: "Indicators",
    params: {
      length: "Length",
      deviations: "Deviations",
      fast: "Fast",
      slow: "Slow",
      signal: "Signal",
      factor: "Factor",
    } as Readonly<Record<string, string>>,
    shown: "Shown",
    none: "None is shown yet: add one below.",
    add: "Add",
    remove: (name: string) => `Leave out ${name}`,
    full: `At most ${MOST_INDICATORS} indicators, ${MOST_INDICATOR_PANES} of them in panes of their own: leave one out first.`,
  },
});
