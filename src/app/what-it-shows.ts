import type { PageName } from "#domain/access/page-paths.ts";

const WIZARD = [
  "Your target for an index or a stock: price, date and direction",
  "The trades that fit it, ranked by profit, risk and probability of profit",
  "Each trade’s payoff, margin and breakevens before anything is placed",
];
const OI = [
  "Open interest and its change at every strike, calls beside puts",
  "OI of chosen strikes, and of the futures, through the day",
  "Any expiry, or several added up, with PCR and max pain",
];
const VERIFIED = [
  "A day’s profit and loss as the broker reports it, which nobody can edit",
  "Live positions and long-term profit and loss, if their owner shares them",
  "A Hall of Fame of the best verified days",
];
const DRAFTS = [
  "Strategies kept with the prices they were made at",
  "Their profit and loss as the market moves, leg by leg",
  "Any of them opened in the builder again",
];

/** What a page that is not built yet will show, in a few lines; where nothing stands here its description must do. */
export const WHAT_IT_SHOWS: Partial<Readonly<Record<PageName, readonly string[]>>> = {
  "trade-options": WIZARD,
  "trade-options-strategies": WIZARD,
  compare: [
    "Up to several strategies on one payoff chart",
    "Margin, breakevens, greeks and probability of profit side by side",
    "The same target price and date for all of them",
  ],
  "easy-options": [
    "One question: will it go up or down, and by when?",
    "Three ready trades, from careful to bold",
    "What each can win and lose, in rupees",
  ],
  "expiry-trades": [
    "Where the underlying may close on its expiry",
    "Trades that profit from it, with their payoff on that day",
    "Probability of profit from the market’s own volatility",
  ],
  builder: [
    "Any legs of any expiry, or one of 38 ready strategies",
    "Payoff today, on a date you choose and at expiry",
    "Greeks, margin, breakevens and probability of profit, live",
  ],
  calculator: [
    "Price and greeks of one option from spot, strike, time and volatility",
    "Implied volatility from a price",
    "Filled in from the live market with one press",
  ],
  "open-interest": OI,
  "open-interest-old": OI,
  "spider-open-interest": OI,
  screener: [
    "Every underlying by IV, IV percentile, PCR, OI, volume and price",
    "Filters by sector and by what has moved most",
    "The same market as a heatmap",
  ],
  "iv-chart": [
    "At-the-money IV through the day and over months",
    "The smile across strikes, expiry by expiry",
    "IV percentile, and the futures price beside it",
  ],
  "fii-dii": [
    "What foreign and domestic institutions bought and sold in cash",
    "Open interest by participant in index futures and options",
    "Day by day, with the index beside it",
  ],
  "spider-fii-dii": [
    "What foreign and domestic institutions bought and sold in cash",
    "Open interest by participant in index futures and options",
    "Day by day, with the index beside it",
  ],
  "stock-data": [
    "Futures and options of every stock: price, OI, IV, PCR, max pain",
    "Build-up of open interest: long, short, covering, unwinding",
    "One press to a stock’s chain",
  ],
  candles: [
    "Candlestick patterns found in daily, hourly and weekly bars",
    "What each pattern says, with a picture",
    "The chart where it was found",
  ],
  calendar: [
    "Economic events with their expected impact",
    "Results of companies with derivatives",
    "Holidays of every exchange",
  ],
  "daily-analysis": [
    "What moved the index today, and where positions were built",
    "Support and resistance from open interest",
    "The days before, to compare with",
  ],
  "covered-call": [
    "Calls to sell against the stocks you hold",
    "What each earns if nothing happens, and if the stock is called away",
    "Lots worked out from your holdings",
  ],
  "live-options-charts": [
    "OI, IV, PCR and IVP of an underlying through the day",
    "Several charts in one window, each with its own expiry",
    "The days before, for comparison",
  ],
  "multi-straddle": [
    "Prices of straddles and strangles through the day",
    "Several strikes and expiries on one chart",
    "IV and greeks of each beside its price",
  ],
  chart: ["Candles of any instrument", "Indicators and drawings", "Trading from the chart"],
  positions: [
    "Your broker’s positions, grouped by underlying",
    "Payoff, greeks and breakevens of each group, live",
    "Adjustments tried out before they are placed",
  ],
  orders: ["All, open, executed and stop-loss orders", "Changing and cancelling them", "Refreshed by itself"],
  basket: ["Several orders placed together", "Margin needed before and after", "What each order ended as"],
  watchlist: [
    "The underlyings you follow, with price, IV, PCR and OI",
    "Several lists, in your own order",
    "Shared by all your devices",
  ],
  alerts: [
    "A price, an IV or a PCR to wait for",
    "A message when it is reached",
    "What has been reached before",
  ],
  "virtual-trading": [
    "Trades at live prices without money",
    "Profit and loss as if they were real",
    "Portfolios to keep apart what you try",
  ],
  "virtual-portfolios": [
    "Your practice portfolios",
    "Their profit and loss, day by day",
    "Every trade in them",
  ],
  "draft-portfolios": DRAFTS,
  "draft-portfolio": DRAFTS,
  "mindful-trading": [
    "Entries that wait until you have slept over them",
    "Exits that ask you twice when the day goes badly",
    "What the pauses have saved you",
  ],
  "verified-pnl": VERIFIED,
  "verified-following": VERIFIED,
  "hall-of-fame": VERIFIED,
  "verified-user": VERIFIED,
  "verified-longterm": VERIFIED,
  "verified-live": VERIFIED,
  "verified-screenshot": VERIFIED,
  learn: [
    "Courses in short videos, in English and Hindi",
    "From the first option to adjusting a position",
    "Free",
  ],
  "learn-strategies": [
    "Every strategy with its payoff at live prices",
    "When it wins, when it loses, what to watch",
    "One press to the builder",
  ],
  "learn-strategy": [
    "The strategy’s payoff at live prices",
    "When it wins, when it loses, what to watch",
    "One press to the builder",
  ],
  invoice: ["An invoice for each payment", "GST as it was charged", "A PDF to keep"],
};
