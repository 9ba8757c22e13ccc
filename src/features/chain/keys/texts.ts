import type { PageKey } from "../../../shared/page/define-page.tsx";
import { inLanguage } from "../../../shared/texts/texts.tsx";

/** The keys of the page, and what they do: read in a dialog, so the chain does not wait for them. */
export const TEXTS = inLanguage({
  en: {
    keys: [
      ["[  and  ]", "Previous and next expiry"],
      ["Arrows", "Move in the chain"],
      ["Enter", "How the figure came to be; Escape leads back"],
      ["Shift F10", "What can be done with the strike that keys are in; the right button does it too"],
      ["D", "Depth of the option that keys are in, of both on a strike; Escape closes it"],
      ["C", "Chart of the option that keys are in, elsewhere of the underlying; Escape closes it"],
      ["Tab in the chain", "To its headings, which tell what their columns are; arrows lead on"],
      ["Home, End", "First and last column; with Ctrl, strike"],
      ["Page Up, Page Down", "A screen of strikes"],
      ["1 … 9", "Find a strike by its first digits"],
      ["0", "Back to the at-the-money strike"],
      ["Ctrl A, Ctrl C", "Mark and copy the whole chain"],
      ["B, S", "Buy or sell a lot"],
      ["A", "Analyze what is built on the chain"],
      ["M", "Minimise the analysis, or bring it back"],
      ["E", "Charts and tables in the analysis, or legs and figures alone"],
    ] satisfies PageKey[],
  },
});
