import { inLanguage, rich } from "../texts/texts.tsx";

/** What is said where this server may pass no prices on. */
export const TEXTS = inLanguage({
  en: {
    title: "No market data for you here",
    /** Known before the server has said more. */
    message: "This server's market data may not be passed on to you.",
    logIn: (broker: string) => `Log in with ${broker}`,
    operator: rich("If you run this server and hold the right to pass the data on, start it with {setting}."),
  },
});
