import { definePage } from "../../shared/page/define-page.tsx";
import { TEXTS } from "./keys/texts.ts";

export const LIVE_CHARTS_PAGES = [
  definePage({
    names: ["live-options-charts"],
    keys: TEXTS.keys,
    load: async () => (await import("./LiveChartsPage.tsx")).LiveChartsPage,
  }),
];
