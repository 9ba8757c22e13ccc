import { inLanguage } from "../../../shared/texts/texts.tsx";

/** Of an expiry whose payoff is fixed. */
export const TEXTS = inLanguage({
  en: {
    settled: (price: string, until: string) => `Settled at ${price}. Its contracts trade until ${until}.`,
    expired: (at: string, price: string) => `Expired at ${at}, settled at ${price}.`,
    /** Where the settlement is a rate or a price that the feed does not carry. */
    expiredAbout: (at: string, price: string) =>
      `Expired at ${at}, settled at about ${price}: the underlying’s last price, not the exchange’s settlement.`,
    goTo: (expiry: string) => `Go to ${expiry}`,
    /** No listed expiry of it trades on. */
    allOver: (symbol: string) =>
      `No listed contract of ${symbol} trades any more: new ones are listed at 09:00 on the next trading day.`,
    unknown: (at: string) => `Expired at ${at}. What it settled at is not known yet.`,
  },
});
