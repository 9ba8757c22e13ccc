import { inLanguage } from "../../../shared/texts/texts.tsx";

export const TEXTS = inLanguage({
  en: {
    name: (strike: string) => `Strike ${strike}`,
    why: "Why this figure",
    call: (strike: string) => `Copy the symbol of ${strike} CE`,
    put: (strike: string) => `Copy the symbol of ${strike} PE`,
    copied: (symbol: string) => `${symbol} copied`,
    missing: "The strike has no such contract",
    failed: "Could not be copied: the browser does not allow it",
  },
});
