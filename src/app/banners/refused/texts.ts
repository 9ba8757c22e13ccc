import { inLanguage } from "../../../browser/language.ts";

export const TEXTS = inLanguage({
  en: {
    refused: "This server's market data may not be passed on to you.",
    login: (broker: string) => `Log in with ${broker}`,
  },
});
