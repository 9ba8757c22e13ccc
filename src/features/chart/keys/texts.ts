import type { PageKey } from "../../../shared/page/define-page.tsx";
import { inLanguage } from "../../../shared/texts/texts.tsx";

/** The keys of the page, and what they do. Every page's code has them, so they are apart from what is read on this one. */
export const TEXTS = inLanguage({
  en: {
    keys: [
      ["1, 3, 5, 15, 30, 60", "Minutes of a bar"],
      ["A to Z", "Search another instrument"],
      ["Arrow left, Arrow right", "On the chart: from bar to bar"],
    ] satisfies PageKey[],
  },
});
