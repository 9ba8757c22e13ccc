import { inLanguage } from "../../shared/texts/texts.tsx";

/** What is said in place of a chart over time that is not asked for. */
export const TEXTS = inLanguage({
  en: {
    over: "The legs that count are closed or over: there is nothing to draw of them.",
    sharesAlone: "The legs that count are shares: there is open interest of options and futures alone.",
    manyPremiums: (most: number, count: number) =>
      `The premium is drawn of at most ${most} legs; this strategy has ${count} that count.`,
    manyOi: (most: number, count: number) =>
      `Open interest is drawn of at most ${most} contracts; this strategy has ${count} that count.`,
  },
});
