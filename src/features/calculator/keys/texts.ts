import type { PageKey } from "../../../shared/page/define-page.tsx";
import { inLanguage } from "../../../shared/texts/texts.tsx";

/** The keys of the page, and what they do. Every page's code has them, so they are apart from what is read on this one. */
export const TEXTS = inLanguage({
  en: {
    keys: [
      ["Arrow up, Arrow down", "A step more or less in a field"],
      ["Escape", "Back to what the field had"],
    ] satisfies PageKey[],
  },
});
