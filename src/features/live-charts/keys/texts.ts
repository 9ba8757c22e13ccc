import type { PageKey } from "../../../shared/page/define-page.tsx";
import { inLanguage } from "../../../shared/texts/texts.tsx";

/** The keys of the page, and what they do. Every page's code has them, so they are apart from what is read on this one. */
export const TEXTS = inLanguage({
  en: {
    keys: [
      ["Alt ↑, Alt ↓", "On the name of a chart: moves it among the charts"],
      ["Delete", "On the name of a chart: leaves it out"],
      ["Arrow left, Arrow right", "On the charts: from bar to bar, in all of them"],
    ] satisfies PageKey[],
  },
});
