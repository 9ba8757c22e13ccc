import type { PageKey } from "../../../shared/page/define-page.tsx";
import { inLanguage } from "../../../shared/texts/texts.tsx";

/** The keys of the page, and what they do. Every page's code has them, so they are apart from what is read on this one. */
export const TEXTS = inLanguage({
  en: {
    keys: [
      [":", "Type trades"],
      ["Ctrl Z, Ctrl Shift Z", "Undo and redo"],
      ["A", "Add legs from the chain"],
      ["Arrow up, Arrow down", "A strike, lot or point more or less in a field"],
      ["Alt with arrow up or down", "Move a leg in the list"],
      ["B, S", "Buy or sell in the list of strikes"],
    ] satisfies PageKey[],
  },
});
