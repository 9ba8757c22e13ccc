import { inLanguage } from "../../../shared/texts/texts.tsx";

/** What the header says of its figures and of the market, beside the figures. */
export const TEXTS = inLanguage({
  en: {
    levels: { high: "high", low: "low" },
    sentiments: { bullish: "bullish", bearish: "bearish" },
    implied: "implied",
    impliedStory: "In the closing auction the spot stands still: this one follows from the forward.",
    lastSpot: (price: string) => `last ${price}`,
    /** Of a simulated market that trades at any hour. */
    aroundTheClock: "Open around the clock",
    preOpen: "Pre-open",
    beforeOpen: "Before open",
    auction: "Closing auction of the cash market",
    spotClosed: "Cash market closed, F&O open",
    noUnderlying: "No price for the underlying",
    closed: "Market closed",
    closedFor: (holiday: string) => `Closed for ${holiday}`,
    opens: (date: string, time: string) => `opens ${date}, ${time}`,
    opensToday: (time: string) => `opens ${time}`,
    both: (state: string, next: string) => `${state} · ${next}`,
  },
});
