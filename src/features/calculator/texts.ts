import type { PageKey } from "../../shared/page/define-page.tsx";
import { inLanguage } from "../../shared/texts/texts.tsx";

/** What is read on the calculator's page around its parts. */
export const TEXTS = inLanguage({
  en: {
    title: "Option price calculator",
    documentTitle: (contract: string) => `${contract} · Option Price Calculator · Strikewise`,
    /** The keys of the page, and what they do. */
    keys: [
      ["Arrow up, Arrow down", "A step more or less in a field"],
      ["Escape", "Back to what the field had"],
    ] satisfies PageKey[],
  },
});
