import type { PageKey } from "../../../shared/page/define-page.tsx";
import { inLanguage } from "../../../shared/texts/texts.tsx";

/** The keys of the page, and what they do. Every page's code has them, so they are apart from what is read on this one. */
export const TEXTS = inLanguage({
  en: {
    keys: [
      [
        "Arrow left, Arrow right",
        "On the chart: a day. On the tabs: the next one. On the figures: the next one",
      ],
      ["Home, End", "On the chart: the first day, the last day"],
    ] satisfies PageKey[],
  },
});
