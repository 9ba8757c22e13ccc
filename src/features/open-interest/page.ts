import { definePage } from "../../shared/page/define-page.tsx";
import { TEXTS } from "./keys/texts.ts";

export const OPEN_INTEREST_PAGES = [
  definePage({
    names: ["open-interest", "spider-open-interest", "open-interest-old"],
    keys: TEXTS.keys,
    load: async () => (await import("./OpenInterestPage.tsx")).OpenInterestPage,
  }),
];
