import { definePage } from "../../shared/page/define-page.tsx";
import { TEXTS } from "./keys/texts.ts";

export const STRADDLES_PAGES = [
  definePage({
    names: ["multi-straddle"],
    keys: TEXTS.keys,
    load: async () => (await import("./StraddlesPage.tsx")).StraddlesPage,
  }),
];
