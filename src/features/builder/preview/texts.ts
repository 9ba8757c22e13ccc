import { inLanguage } from "../../../shared/texts/texts.tsx";

/** What is read of a shared strategy where the builder may not be opened. */
export const TEXTS = inLanguage({
  en: {
    title: (underlying: string) => `A shared ${underlying} strategy`,
    waiting: "A shared strategy",
    loading: "Looking at the link…",
    legs: "Legs",
    actions: { BUY: "Buy", SELL: "Sell" },
    expiries: (days: readonly string[]) => `${days.length === 1 ? "Expiry" : "Expiries"} ${days.join(", ")}`,
    keptOn: (day: string) => `As it was on ${day}`,
    payoff: "Payoff at expiry, as a sketch",
    noSketch: "No sketch was stored with it.",
    login: "Log in to see its prices, payoff and greeks live.",
    upgrade: "The strategy builder is part of a higher plan: with it you see prices, payoff and greeks live.",
    logIn: "Log in",
    plans: "See plans",
    close: "Close",
    retry: "Try again",
  },
});
