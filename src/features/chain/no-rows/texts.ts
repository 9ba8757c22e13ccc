import { inLanguage } from "../../../shared/texts/texts.tsx";

export const TEXTS = inLanguage({
  en: {
    failed: {
      title: "This chain cannot be shown",
      next: "Choose another underlying",
    },
    empty: {
      title: "No strikes are listed here",
      text: "This expiry has no options yet. Choose another expiry above.",
    },
  },
});
