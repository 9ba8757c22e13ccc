import { inLanguage } from "../../shared/texts/texts.tsx";

export const TEXTS = inLanguage({
  en: {
    name: "More about this strategy",
    money: "Costs & margin",
    compare: "Compare",
    why: "Why this P&L",
    adjust: "Adjust",
  },
});
