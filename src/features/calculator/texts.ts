import { inLanguage } from "../../shared/texts/texts.tsx";

/** What is read on the calculator's page around its parts. */
export const TEXTS = inLanguage({
  en: {
    title: "Option price calculator",
    documentTitle: (contract: string) => `${contract} · Option Price Calculator · Strikewise`,
  },
});
