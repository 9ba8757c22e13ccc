import { inLanguage } from "../../shared/texts/texts.tsx";

/** Every text of the overview and of the analysis page; figures come as they are written. */
export const TEXTS = inLanguage({
  en: {
    overview: "Market overview",
    /** Read out: the panels beside the table. */
    today: "Today",
    stocksThatMove: "Stocks that move",
    tools: "Tools",
    analyze: { title: "What moves today", tools: "Analysis tools" },
    table: {
      underlying: "Underlying",
      spot: "Spot",
      change: "Chg",
      changePct: "Chg %",
      dayRange: "Day’s range",
      dayRangeStory: "Today's lowest and highest price; the mark stands where the price is between them",
      atmIv: "ATM IV",
      spotStory: "Last price of the underlying; of a commodity, its nearest future's",
      changeStory: "Last price less the previous close, in rupees and in %",
      atmIvStory:
        "At-the-money implied volatility of the nearest expiry, in %: Black-76 on the expiry's own forward",
      ivChange: "IV chg",
      ivChangeStory: "At-the-money IV less that of the previous close, in points",
      pcr: "PCR",
      pcrStory: "Put OI over call OI of the nearest expiry",
      maxPain: "Max pain",
      maxPainStory: "Strike at which option writers pay out least",
      expiry: "Expiry",
      sections: { index: "Indices", commodity: "Commodities", currency: "Currency" },
    },
    /** What figures are made of. */
    story: {
      of: (symbol: string, figure: string) => `${symbol}, ${figure}`,
      percent: (figure: string) => `${figure} %`,
      spot: "Last price",
      previousClose: "Previous close",
      open: "Open",
      low: "Day's low",
      high: "Day's high",
      expiry: "Expiry",
      forward: "Forward",
      atmIv: "ATM IV",
      previousAtmIv: "ATM IV at the previous close",
      futureOi: "OI of the futures, units",
      previousFutureOi: "The same at the previous close",
    },
    dayRange: (low: string, high: string) => `Low ${low}, high ${high}`,
    feed: {
      loading: "Loading",
      live: "Live",
      delayed: "Delayed",
      stale: "Stale",
      closed: "Closed",
      offline: "Offline",
      failed: "Not connected",
      empty: "Empty",
      refused: "No market data",
    },
    marketTime: (time: string) => `Market time ${time} IST`,
    simulated: "Simulated market",
    hours: {
      title: "Market hours",
      asOf: (time: string) => `${time} IST`,
      markets: {
        NSE: "NSE cash",
        NFO: "NSE F&O",
        BFO: "BSE F&O",
        CDS: "Currency",
        MCX: "Commodities",
      },
      states: {
        open: "Open",
        before_open: "Before open",
        after_close: "After close",
        closed: "Closed",
      },
      until: (time: string) => `until ${time}`,
      opens: (time: string) => `opens ${time}`,
      opensOn: (day: string, time: string) => `opens ${day}, ${time}`,
      refused: "Known with the market’s data.",
      waiting: "Waiting for the market’s clock…",
      aroundTheClock: "This market is simulated and runs around the clock, on holidays too.",
    },
    breadth: {
      name: "Breadth",
      title: "Stocks with derivatives",
      story:
        "How many of them trade above, at and below their previous close; who has no price yet is not counted",
      rising: (count: string) => `▲ ${count} rising`,
      unchanged: (count: string) => `${count} unchanged`,
      falling: (count: string) => `▼ ${count} falling`,
    },
    movers: {
      gainers: {
        title: "Gainers",
        story: "Stocks with derivatives that rose most since the previous close, in %",
      },
      losers: {
        title: "Losers",
        story: "Stocks with derivatives that fell most since the previous close, in %",
      },
      active: {
        title: "Most active by OI",
        story:
          "Change of the first three futures' open interest since the previous close, in %, and what it says with the price",
      },
      highestIv: {
        title: "Highest IV",
        story: "At-the-money implied volatility of the nearest expiry, in %, and its change in points",
      },
      buildUp: {
        long_build_up: "Long build-up",
        short_build_up: "Short build-up",
        short_covering: "Short covering",
        long_unwinding: "Long unwinding",
        none: "",
      },
    },
    recent: {
      title: "Recent chains",
      /** To who has looked at no chain yet. */
      first: "Start with a chain",
    },
    /** Why a tool is not open. */
    toolStates: {
      notYet: "Not yet",
      login: "Login first",
      plan: "Another plan",
      disabled: "Not for this account",
    },
    sandbox: {
      name: "Try it",
      title: "Look around as a trader",
      text: "A sandbox Zerodha account with positions, orders and funds. No password, no real money.",
      start: "Try it as a sandbox Zerodha account",
    },
  },
});
