import type { PageKey } from "../../../shared/page/define-page.tsx";
import { inLanguage } from "../../../shared/texts/texts.tsx";

/** The keys of the page, and what they do. Every page's code has them, so they are apart from what is read on this one. */
export const TEXTS = inLanguage({
  en: {
    keys: [
      ["Space", "Play or pause the day"],
      ["Arrow left, Arrow right", "On a time handle: a minute; with Shift 15. On the tabs: the next one"],
      ["Home, End", "On a time handle: as far as it goes"],
      ["Enter", "On a strike of the chart: its day"],
    ] satisfies PageKey[],
  },
});
