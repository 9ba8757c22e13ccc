import { definePage } from "../../shared/page/define-page.tsx";
import { TEXTS } from "./keys/texts.ts";

export const CALCULATOR_PAGES = [
  definePage({
    names: ["calculator"],
    keys: TEXTS.keys,
    load: async () => (await import("./CalculatorPage.tsx")).CalculatorPage,
  }),
];
