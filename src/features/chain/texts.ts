import type { PageKey } from "../../shared/page/define-page.tsx";
import { countText, inLanguage, rich } from "../../shared/texts/texts.tsx";

/** Every text of the chain page that its first load needs; figures come as they are written. */
export const TEXTS = inLanguage({
  en: {
    documentTitle: "Option chain · Strikewise",
    documentTitleOf: (exchange: string, symbol: string) =>
      `Live ${exchange} ${symbol} Option Chain · Strikewise`,
    /** The keys of the page, and what they do. */
    keys: [
      ["[  and  ]", "Previous and next expiry"],
      ["Arrows", "Move in the chain"],
      ["Home, End", "First and last column; with Ctrl, strike"],
      ["Page Up, Page Down", "A screen of strikes"],
    ] satisfies PageKey[],
    header: {
      name: "Underlying",
      title: (symbol: string) => `${symbol} option chain`,
      choose: "Choose another underlying",
      dayRange: "Day's low and high",
      low: (price: string) => `L ${price}`,
      high: (price: string) => `H ${price}`,
      future: "Fut",
      atmIv: "ATM IV",
      ivp: "IVP",
      pcr: "PCR",
      maxPain: "Max pain",
      vix: "VIX",
      lot: "Lot",
      synthetic: "Synth",
      /** Where the expiry's forward is the synthetic one. */
      forwardIsSynthetic: "Forward · synth",
      discount: "Discount",
      straddle: "Straddle",
      straddleOf: (strike: string) => `Straddle ${strike}`,
    },
    expiries: {
      name: "Expiry",
      tags: { weekly: "W", monthly: "M", quarterly: "Q" },
      spokenTags: { weekly: "weekly", monthly: "monthly", quarterly: "quarterly" },
      daysLeft: (days: number) => `${countText(days, { one: "day", other: "days" })} left`,
    },
    toolbar: {
      name: "Chain view",
      columns: "Columns",
      views: { ltp: "LTP", greeks: "Greeks", all: "All" },
      above: "Above",
      below: "Below",
      hundreds: "Hundreds only",
      rows: "Rows",
      sizes: { small: "Small", medium: "Medium", large: "Large" },
      draw: "Draw",
      canvas: "Canvas",
      plainTable: "Plain table",
    },
    grid: {
      name: "Option chain, calls left, puts right",
      pages: "Columns shown",
      page: (page: number, pages: number) => `Columns ${page} of ${pages}`,
      failed: {
        title: "This chain cannot be shown",
        next: "Press / to choose another underlying.",
      },
      empty: {
        title: "No strikes are listed here",
        text: "This expiry has no options yet. Choose another expiry above.",
      },
    },
    heads: {
      calls: "Calls",
      puts: "Puts",
      ivStory: "One IV a strike. ~ marks one taken from its neighbours: the strike has no price of its own.",
      popStory:
        "Probability of a profit at expiry at the present price, as the smile of this expiry prices it: risk-neutral, not a forecast. ~ marks one from the at-the-money IV alone: the quotes carry no smile.",
      decayStory:
        "What the option loses until expiry at the same spot and IV: all that is left above intrinsic, and never more. Until the last day theta, its loss a day, stands here.",
      scaleStory: "Delta and gamma of currency options are shown times 0.1: 0.05 is a delta of a half.",
      inLakh: (heading: string) => `${heading} (lakh)`,
      /** Where the whole word has no room. */
      inLakhShort: (heading: string) => `${heading} (L)`,
      scaled: (heading: string, scale: number) => `${heading} ×${scale}`,
      spokenScaled: (name: string, scale: number) => `${name}, times ${scale}`,
      spokenSides: { call: (name: string) => `Call ${name}`, put: (name: string) => `Put ${name}` },
    },
    /** What stands over a column, and what is read out of it: after the side where calls and puts both have it. */
    columns: {
      ltp: { heading: "LTP", spoken: "last traded price" },
      oi: { heading: "OI", spoken: "open interest" },
      oiChange: { heading: "OI chg", spoken: "change in open interest" },
      oiChangePct: { heading: "OI chg %", spoken: "change in open interest, percent" },
      volume: { heading: "Volume", spoken: "volume" },
      delta: { heading: "Delta", spoken: "delta" },
      theta: { heading: "Theta", spoken: "theta per day" },
      decay: { heading: "Decay", spoken: "decay until expiry" },
      bid: { heading: "Bid", spoken: "best bid" },
      ask: { heading: "Ask", spoken: "best ask" },
      timeValue: { heading: "Time val", spoken: "time value" },
      intrinsic: { heading: "Intrinsic", spoken: "intrinsic value" },
      breakeven: { heading: "Breakeven", spoken: "breakeven" },
      pop: { heading: "POP buy %", spoken: "buyer's probability of profit" },
      popSeller: { heading: "POP sell %", spoken: "seller's probability of profit" },
      strike: { heading: "Strike", spoken: "Strike" },
      iv: { heading: "IV %", spoken: "Implied volatility" },
      ivChange: { heading: "IV chg", spoken: "Change in implied volatility" },
      gamma: { heading: "Gamma", spoken: "Gamma" },
      vega: { heading: "Vega", spoken: "Vega per point" },
      pcr: { heading: "PCR", spoken: "Put call ratio" },
      straddle: { heading: "Straddle", spoken: "Straddle premium" },
    },
    status: {
      /** A market that is late says more of it as soon as the badge is there. */
      delayed: "Delayed 1 min",
      feed: {
        loading: "Loading",
        live: "Live",
        stale: "Stale",
        closed: "Closed",
        offline: "Offline",
        failed: "Failed",
        empty: "Empty",
        refused: "No market data",
      },
      market: {
        live: "Market open",
        before_open: "Before open",
        spot_auction: "Closing auction: spot implied from the forward",
        closed: "Market closed",
        no_underlying: "No price for the underlying",
        expired: "Expired",
        spot_closed: "Cash market closed, F&O open",
        settled: "Settled, F&O open",
      },
      callOi: rich("Call OI {figure}"),
      putOi: rich("Put OI {figure}"),
      volume: rich("Volume {calls} calls, {puts} puts"),
      loading: "Loading…",
      loadingOf: (symbol: string) => `Loading ${symbol}…`,
      closedAt: rich("Figures of {date}, {time} IST"),
      updated: rich("{updated} {time} IST"),
      updatedAgo: rich("{updated} {time} IST ({age} ago)"),
      /** Stands before the time where there is room. */
      updatedWord: "Updated",
      strikes: (count: string) => `${count} strikes`,
      simulated: "Simulated market",
    },
    /** Of an expiry whose payoff is fixed. */
    settlement: {
      settled: (price: string, until: string) => `Settled at ${price}. Its contracts trade until ${until}.`,
      expired: (price: string) => `Expired, settled at ${price}.`,
      /** Where the settlement is a rate or a price that the feed does not carry. */
      expiredAbout: (price: string) =>
        `Expired, settled at about ${price}: the underlying’s last price, not the exchange’s settlement.`,
      unknown: "Expired. What it settled at is not known yet.",
    },
  },
});
