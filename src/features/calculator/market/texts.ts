import { inLanguage } from "../../../shared/texts/texts.tsx";

/** The contract and its market. */
export const TEXTS = inLanguage({
  en: {
    picker: {
      name: "Contract",
      placeholder: "Search, e.g. NIFTY 24000 CE",
      list: "Contracts found",
      atTheMoney: "at the money",
      none: (typed: string) => `No option matches “${typed}”.`,
      gone: "That contract is listed no longer.",
    },
    live: {
      name: "Market of the contract",
      spot: "Spot",
      forward: "Forward",
      iv: "IV",
      ltp: "LTP",
      finding: "Looking for the contract...",
      waiting: "Waiting for its prices...",
      unlisted: (symbol: string) =>
        `${symbol} is not listed. Search for another contract, or type the figures yourself.`,
      failed: (why: string) => `The market is not there: ${why}. Figures can be typed.`,
      none: "No prices of it now: figures can be typed.",
      simulated: "simulated",
      closed: "closed",
      stale: "old",
      reset: "Reset to live",
      resetTitle: "All fields as the market has them now",
      copy: "Copy link",
      copied: "Link copied: it opens with these figures",
      notCopied: "The browser did not copy it: copy the address instead",
    },
  },
});
