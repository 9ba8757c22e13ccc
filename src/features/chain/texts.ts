import { countText, inLanguage, rich } from "../../shared/texts/texts.tsx";

/** Every text of the chain page that its first load needs; figures come as they are written. */
export const TEXTS = inLanguage({
  en: {
    documentTitle: "Option chain · Strikewise",
    documentTitleOf: (exchange: string, symbol: string) =>
      `Live ${exchange} ${symbol} Option Chain · Strikewise`,
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
      noInterest: "no interest",
      discountUntold: "not told",
      straddle: "Straddle",
      straddleOf: (strike: string) => `Straddle ${strike}`,
    },
    expiries: {
      name: "Expiry",
      tags: { weekly: "W", monthly: "M", quarterly: "Q" },
      spokenTags: { weekly: "weekly", monthly: "monthly", quarterly: "quarterly" },
      daysLeft: (days: number) => `${countText(days, { one: "day", other: "days" })} left`,
      /** Under an expiry's date; figures come as they are written. */
      figures: (iv: string, move: string, pcr: string) => `IV ${iv} · ±${move} % · PCR ${pcr}`,
    },
    toolbar: {
      name: "Chain view",
      columns: "Columns",
      views: { ltp: "LTP", greeks: "Greeks", all: "All", straddle: "Straddle" },
    },
    grid: {
      name: "Option chain, calls left, puts right",
      nameOfBoth: "Option chain, call and put of a strike together",
      pages: "Columns shown",
      page: (page: number, pages: number) => `Columns ${page} of ${pages}`,
    },
    heads: {
      calls: "Calls",
      puts: "Puts",
      inLakh: (heading: string) => `${heading} (lakh)`,
      /** Where the whole word has no room. */
      inLakhShort: (heading: string) => `${heading} (L)`,
      inLots: (heading: string) => `${heading} (lots)`,
      ofLot: (heading: string) => `${heading} per lot`,
      ofLotShort: (heading: string) => `${heading}/lot`,
      /** Over the change beside a price. */
      change: "Chg %",
      spokenChange: (name: string) => `${name} and its change, percent`,
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
      strike: { heading: "Strike", spoken: "Strike" },
      iv: { heading: "IV %", spoken: "Implied volatility" },
      gamma: { heading: "Gamma", spoken: "Gamma" },
      vega: { heading: "Vega", spoken: "Vega per point" },
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
      closedAt: rich("{figures} {date}, {time} IST"),
      /** Stands before the day where there is room. */
      closedWord: "Figures of",
      updated: rich("{updated} {time} IST"),
      /** In the picture that a reload begins with, in place of what the feed is and of when its figures are. */
      lastSeen: "Last seen",
      seenAt: (date: string, time: string) => `${date}, ${time}`,
      updatedAgo: rich("{updated} {time} IST {ago}"),
      ago: (age: string) => `(${age} ago)`,
      /** Stands before the time where there is room, as its age does behind it. */
      updatedWord: "Updated",
      strikes: (count: string) => `${count} strikes`,
      simulated: rich("Simulated {market}"),
      /** Stands there where there is room. */
      simulatedWord: "market",
    },
  },
});
