import { countText, inLanguage, rich } from "../../../shared/texts/texts.tsx";

/** What an account is told over whatever page is open. */
export const TEXTS = inLanguage({
  en: {
    welcome: {
      title: (name: string) => (name ? `Welcome, ${name}` : "Welcome"),
      later: "Look around first",
      openChain: "Open the option chain",
      prices: rich("Prices are {realTime} from now on, on every page and in every tab."),
      realTime: "real-time",
      latePrices: rich("You are in. Prices are {late}: real-time prices need a login with your broker."),
      late: (minutes: number) => `${countText(minutes, { one: "minute", other: "minutes" })} late`,
      allFree: "Every page is part of Free with your broker: there is nothing to buy, and nothing that ends.",
      trial: "The free trial opens everything in Pro. It needs no card, and ends by itself.",
    },
    trialEnded: {
      title: "Your trial has ended",
      stay: "Stay on Free",
      plans: "See the plans",
      now: "You are on the free plan again. Nothing was charged, and what you saved is still there.",
      closedPages: "Pages that need Lite or Pro say so, and open as soon as you have that plan.",
    },
  },
});
