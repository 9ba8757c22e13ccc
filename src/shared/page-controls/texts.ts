import { inLanguage } from "../texts/texts.tsx";

/** What is read of a page's controls, whatever they control. */
export const TEXTS = inLanguage({
  en: {
    name: "What is shown",
    open: (said: string) => `Change what is shown: ${said}`,
  },
});
