import { definePage } from "../../shared/page/define-page.tsx";
import { TEXTS } from "./keys/texts.ts";

export const CHART_PAGES = [
  definePage({
    names: ["chart"],
    keys: TEXTS.keys,
    load: async () => (await import("./ChartPage.tsx")).ChartPage,
  }),
];
