import { inLanguage } from "../../../shared/texts/texts.tsx";

/** What is read of open interest by strike at the price axis. */
export const TEXTS = inLanguage({
  en: {
    expiries: "OI profile of",
    call: "Calls",
    put: "Puts",
    most: (side: string, strike: string, units: string) => `${side}: most at ${strike} (${units})`,
    unknown: (side: string) => `${side}: not known`,
    loading: "Loading open interest…",
    noOptions: (symbol: string) => `${symbol} has no options: there is no open interest by strike.`,
    ofOption: "The price of an option has no strikes: OI profiles stand beside spot and futures.",
    failed: (why: string) => `Open interest could not be had. ${why}`,
  },
});
