import { VOLUME_LEAST_DAYS, VOLUME_LOOKBACK } from "#domain/chain/average-volume.ts";
import { inLanguage } from "../../shared/texts/texts.tsx";
import { TEXTS as SHARED } from "../../shared/texts.ts";

/** What the window on an instrument says; figures come as they are written. */
export const TEXTS = inLanguage({
  en: {
    title: (symbol: string) => `${symbol} Info`,
    virtual: "Virtual trading",
    loading: "Loading…",
    lastPrice: "Last price",
    change: "Change since the previous close",
    chart: "Chart",
    /** Why something leads nowhere yet. @param when a sentence of its own */
    notYet: (what: string, when: string) => `${what}: not available yet. ${when}`,
    expiry: "Expiry",
    noExpiry: "No expiry",
    over: (expiry: string) => `${expiry} (expired)`,
    isOver: (expiry: string) => `The expiry of ${expiry} is over.`,
    showNext: (expiry: string) => `Show ${expiry}`,
    /** What the price of futures is of: a future of this expiry, the next one, or none. */
    futures: {
      own: "Futures price",
      next: (expiry: string) => `Futures price (${expiry})`,
      synthetic: "Synthetic futures price",
    },
    volume: "Equity volume",
    /** @param days sessions that the average is of; null: as many as it goes back */
    spike: (ratio: string, days: number | null) =>
      days === null ? `${ratio} of its average` : `${ratio} of its average (${days} days)`,
    ohlc: { label: "Today’s prices", open: "Open", high: "High", low: "Low", close: "Close" },
    tabs: {
      label: "About the instrument",
      fnOData: "F&O data",
      stockEvents: "Stock Events",
      events: "Events",
      candlestickPatterns: "Candlestick patterns",
      futurePrices: "Futures prices",
    },
    figures: {
      futureOi: "Fut. OI Chg.",
      lotSize: "Lot Size",
      atmStrike: "ATM Strike",
      atmIv: "ATM IV",
      ivp: "IV Percentile",
      vix: "IndiaVIX",
      pcr: "PCR",
      maxPain: "Max Pain",
    },
    buildUp: {
      long_build_up: "Long build-up",
      short_build_up: "Short build-up",
      short_covering: "Short covering",
      long_unwinding: "Long unwinding",
      none: "",
    },
    signs: { bullish: "Bullish", bearish: "Bearish", neutral: "Neutral", high: "High", low: "Low" },
    lot: (size: string, multiplier: string) => `${size} × ${multiplier}`,
    /** What figures are, told when they are pressed. */
    stories: {
      futures: {
        own: "Last price of the future that ends with this expiry",
        next: "Last price of the first future that ends after this expiry",
        synthetic: "The expiry has no future: its forward, of the prices of its own calls and puts",
      },
      volume: `Shares traded today. The spike is today’s volume so far over that of a whole day, on average of the last ${VOLUME_LOOKBACK}: 1.8x is 1.8 times as much as in a usual day. Until the session ends it holds a part of a day against a whole one.`,
      futureOi:
        "Open interest of the first three expiries of futures together, and its change since the previous close. With the change of the price it says whether positions are opened or closed.",
      lotSize:
        "Units in one lot of this expiry; where a contract holds more than one of them, times what it holds",
      atmStrike: "The listed strike nearest the forward of this expiry",
      atmIv:
        "At-the-money implied volatility of this expiry, in %, and its change in points since the previous close",
      ivp: SHARED.ivpStory,
      vix: "India VIX: how much NIFTY is expected to move over the next 30 days by the prices of its options, in % a year",
      pcr: "Put OI over call OI of this expiry. Around 1 it is taken for bullish, around 0.5 for bearish.",
      maxPain:
        "The strike at which writers of options pay out least if the underlying settles there. Above the forward it is taken for bullish, below it for bearish.",
    },
    inputs: {
      spot: "Spot",
      forward: "Forward",
      now: "Now",
      previous: "At the previous close",
      calls: "Call OI",
      puts: "Put OI",
      record: (days: number) => `Average of ${days} days`,
      average: (volume: string) => `${volume} a day`,
      reads: "Reads",
    },
    /** Of the average that a spike is taken of. */
    noRecord: (days: number) =>
      days === 0
        ? "not known: no day’s volume is on record yet"
        : `not known: ${days} of ${VOLUME_LEAST_DAYS} days are on record`,
    states: {
      loading: "Loading",
      live: "Live",
      delayed: "Delayed",
      stale: "Stale",
      closed: "Closed",
      offline: "Offline",
      failed: "Failed",
      empty: "Nothing yet",
      refused: "No market data",
    },
    marketTime: (time: string) => `Market time ${time} IST`,
    simulated: "Simulated market",
    /** In the place of a part that failed. */
    fault: { text: "This part failed and is not shown.", again: "Try again" },
    notListed: (symbol: string) => `No options or futures are listed on ${symbol}.`,
  },
});
