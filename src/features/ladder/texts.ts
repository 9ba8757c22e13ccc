import { inLanguage } from "../../shared/texts/texts.tsx";

/** The book of an option. Figures come as they are written. */
export const TEXTS = inLanguage({
  en: {
    title: (symbol: string, strike: string, option: string, expiry: string) =>
      `${symbol} ${strike} ${option} · ${expiry}`,
    percent: (percent: string) => `(${percent} %)`,
    tooMany: (most: number) => `${most} books are open already. Close one to open another.`,
    book: {
      name: (contract: string) => `Bids and offers of ${contract}`,
      orders: "Orders",
      quantity: "Qty",
      bid: "Bid",
      offer: "Offer",
      /** For who hears a heading without seeing the side it stands on. */
      of: { buy: "of bids", sell: "of offers" },
      total: "Total",
      none: "none",
      /** Where a contract is that nobody offers, bids for, or either. */
      noBids: "No bids",
      noOffers: "No offers",
    },
    spread: {
      name: "Spread",
      figure: (rupees: string, percent: string) => `${rupees} · ${percent} % of the mid`,
      /** Of a book with one side or none. */
      none: "No spread: one side of the book is empty",
      crossed: "Crossed: the bid is above the offer",
    },
    facts: {
      open: "Open",
      high: "High",
      low: "Low",
      previousClose: "Prev. close",
      oi: "OI",
      oiRange: "OI today",
      volume: "Volume",
      average: "Average price",
      lastTrade: "Last trade",
      lastQuantity: "Last quantity",
      range: (low: string, high: string) => `${low} to ${high}`,
      traded: (time: string, age: string) => `${time}, ${age} ago`,
      never: "none yet",
      seconds: (count: string) => `${count} s`,
      days: (count: string) => `${count} d`,
    },
    standing: {
      waiting: "Waiting for its first quote",
      levelsToCome: "The levels are on their way",
      stale: "Stale: these are the figures that were heard last",
      closed: "The market is closed: this is how its book was left",
      notListed: "This contract is not listed any more",
      expired: (when: string) => `Expired on ${when}: nobody trades it any more`,
      refused: (why: string) => `No newer figures: ${why}`,
    },
  },
});
