import type { PageKey } from "../../../shared/page/define-page.tsx";
import { inLanguage } from "../../../shared/texts/texts.tsx";

/** The keys of the page, and what they do. Every page's code has them, so they are apart from what is read on this one. */
export const TEXTS = inLanguage({
  en: {
    keys: [
      ["A", "Add a straddle: to the strikes around the money"],
      ["1 to 6", "Show or hide that strategy; with Shift it alone"],
      ["Arrow left, Arrow right", "On the chart: the bar before or after"],
    ] satisfies PageKey[],
  },
});
