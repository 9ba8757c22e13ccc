import { inLanguage } from "../../../shared/texts/texts.tsx";

export const TEXTS = inLanguage({
  en: {
    name: (strike: string) => `Strike ${strike}`,
    why: "Why this figure",
    /** Bought, a lot of it. */
    build: (strike: string, side: string) => `Open ${strike} ${side} in builder`,
    copy: (strike: string, side: string) => `Copy the symbol of ${strike} ${side}`,
    chart: (strike: string, side: string) => `Chart of ${strike} ${side}`,
    info: (symbol: string) => `${symbol} info`,
    copied: (symbol: string) => `${symbol} copied`,
    missing: "The strike has no such contract",
    failed: "Could not be copied: the browser does not allow it",
  },
});
