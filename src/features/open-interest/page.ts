import { definePage } from "../../shared/page/define-page.tsx";
import { parseOiSearch } from "./address.ts";
import { TEXTS } from "./texts.ts";

export const OPEN_INTEREST_PAGES = [
  definePage({
    names: ["open-interest", "spider-open-interest", "open-interest-old"],
    search: parseOiSearch,
    keys: TEXTS.keys,
    load: async () => (await import("./OpenInterestPage.tsx")).OpenInterestPage,
  }),
];
