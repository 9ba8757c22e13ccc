import { definePage } from "../../shared/page/define-page.tsx";
import { TEXTS } from "./keys/texts.ts";

export const IV_CHART_PAGES = [
  definePage({
    names: ["iv-chart"],
    keys: TEXTS.keys,
    load: async () => (await import("./IvChartPage.tsx")).IvChartPage,
  }),
];
