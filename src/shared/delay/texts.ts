import { inLanguage } from "../texts/texts.tsx";

/** What is said of prices that are late. */
export const TEXTS = inLanguage({
  en: {
    badge: "Delayed 1 min",
    badgeTitle: "Prices are one minute late. Press to see why, and how to get them in real time.",
    details: {
      label: "Why prices are delayed",
      title: "Prices are delayed by 1 minute",
      /** Why, to whoever is logged in with Google, and to whoever is not logged in. */
      google:
        "Accounts that are logged in with Google get every price, chain and chart one minute after the exchange. Log in with your broker account to see them in real time.",
      visitor:
        "Visitors get every price, chain and chart one minute after the exchange. Log in with your broker account to see them in real time.",
      logIn: "Log in with a broker",
      sandbox: "Try real-time with a sandbox Zerodha account",
    },
  },
});
