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
    ban: {
      now: "In F&O ban",
      from: (date: string) => `F&O ban from ${date}`,
      unknown: "F&O ban not known",
      today: "today",
      sample: (label: string) => `${label} (sample)`,
      sampleStory: (story: string) => `${story} A sample: no ban list has been imported.`,
      /** @param when "today", or a date */
      nowStory: (when: string) => `In ban: no new positions ${when}, open ones may only be reduced.`,
      fromStory: (date: string) =>
        `In ban from ${date}: no new positions then, open ones may only be reduced.`,
      unknownStory: (symbol: string, when: string) =>
        `No ban list is known for ${when}: whether new positions in ${symbol} are allowed cannot be told.`,
    },
    settlement: {
      physical: "Physical settlement",
      physicalStory: (expiry: string) =>
        `Physically settled: what is in the money at expiry on ${expiry} becomes shares, which are delivered and paid in full.`,
      devolves: "Devolves",
      devolvesInto: (future: string, expiry: string) =>
        `Devolves into the future that expires on ${future}: what is in the money on ${expiry} becomes a position in it.`,
      devolvesStory: (expiry: string) =>
        `Devolves: what is in the money on ${expiry} becomes a position in the future below it.`,
    },
    flags: "To be known before trading",
    opening: (next: string) => ` · ${next}`,
    both: (state: string, next: string) => `${state} · ${next}`,
  },
});
