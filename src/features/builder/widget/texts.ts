import { inLanguage } from "../../../shared/texts/texts.tsx";

/** What only the builder inside a broker's app says. */
export const TEXTS = inLanguage({
  en: {
    out: "Open in Strikewise",
    notOpened: (why: string) => `The strategy could not be handed over: ${why}`,
  },
});
