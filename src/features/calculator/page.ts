import { definePage } from "../../shared/page/define-page.tsx";
import { parseCalculatorSearch } from "./address.ts";
import { TEXTS } from "./texts.ts";

export const CALCULATOR_PAGES = [
  definePage({
    names: ["calculator"],
    search: parseCalculatorSearch,
    keys: TEXTS.keys,
    load: async () => (await import("./CalculatorPage.tsx")).CalculatorPage,
  }),
];
