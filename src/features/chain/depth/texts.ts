import { inLanguage } from "../../../shared/texts/texts.tsx";

export const TEXTS = inLanguage({
  en: {
    of: (strike: string, option: "CE" | "PE") => `Depth of ${strike} ${option}`,
  },
});
