import { pageRows } from "./page-row.ts";

const FII_DII_SHOWS = [
  "What foreign and domestic institutions bought and sold in cash",
  "Open interest by participant in index futures and options",
  "Day by day, with the index beside it",
];

/** The market: volatility, institutions, stocks, events. */
export const MARKET = pageRows({
  "iv-chart": {
    path: "/implied-volatility-chart",
    oldPaths: ["/ivchart"],
    feature: "iv_chart",
    access: "authenticated",
    menu: [
      {
        group: "volatility",
        place: 10,
        texts: { en: { label: "IV Chart", tagline: "Implied volatility by day and across expiries" } },
      },
    ],
    texts: {
      en: {
        title: "IV Chart",
        description: "Implied volatility by day and across expiries.",
      },
    },
  },
  "fii-dii": {
    path: "/fii-dii-data/{-$tabName}",
    oldPaths: ["/buyselldata"],
    feature: "fii_dii",
    access: "authenticated",
    menu: [
      {
        group: "market",
        place: 10,
        texts: { en: { label: "FII DII Data", tagline: "What institutions bought and sold" } },
      },
    ],
    texts: {
      en: {
        title: "FII DII Data",
        description: "What institutions bought and sold.",
        soon: { comesWith: "FII and DII data come with the data pages.", shows: FII_DII_SHOWS },
      },
    },
  },
  "spider-fii-dii": {
    path: "/spider-fii-dii-data/{-$tabName}",
    feature: "fii_dii",
    access: "authenticated",
    texts: {
      en: {
        title: "FII DII Data",
        description: "What institutions bought and sold.",
        soon: { comesWith: "FII and DII data come with the data pages.", shows: FII_DII_SHOWS },
      },
    },
  },
  "stock-data": {
    path: "/futures-options-data",
    oldPaths: ["/stockdata"],
    feature: "candlesticks",
    access: "authenticated",
    menu: [
      {
        group: "find",
        place: 40,
        texts: { en: { label: "Stock Data", tagline: "Futures and options data of every stock" } },
      },
    ],
    texts: {
      en: {
        title: "Stock Data",
        description: "Futures and options data of every stock.",
        soon: {
          comesWith: "The stock dashboard comes with the data pages.",
          shows: [
            "Futures and options of every stock: price, OI, IV, PCR, max pain",
            "Build-up of open interest: long, short, covering, unwinding",
            "One press to a stock’s chain",
          ],
        },
      },
    },
  },
  candles: {
    path: "/candlestick-patterns",
    oldPaths: ["/candles"],
    feature: "candlesticks",
    access: "authenticated",
    menu: [
      {
        group: "find",
        place: 30,
        texts: { en: { label: "Technical Signals", tagline: "Candlestick patterns across the market" } },
      },
    ],
    texts: {
      en: {
        title: "Technical Signals",
        description: "Candlestick patterns across the market.",
        soon: {
          comesWith: "Technical signals come with the charts.",
          shows: [
            "Candlestick patterns found in daily, hourly and weekly bars",
            "What each pattern says, with a picture",
            "The chart where it was found",
          ],
        },
      },
    },
  },
  calendar: {
    path: "/stock-market-calendar/{-$tabName}",
    oldPaths: ["/events"],
    feature: "calendar",
    access: "public",
    menu: [
      {
        group: "market",
        place: 20,
        texts: { en: { label: "Stock Market Calendar", tagline: "Economic events, results and holidays" } },
      },
    ],
    texts: {
      en: {
        title: "Stock Market Calendar",
        description: "Economic events, results and holidays.",
        soon: {
          comesWith: "The calendar comes with the data pages.",
          shows: [
            "Economic events with their expected impact",
            "Results of companies with derivatives",
            "Holidays of every exchange",
          ],
        },
      },
    },
  },
  "daily-analysis": {
    path: "/daily-nifty-analysis",
    feature: "education",
    access: "public",
    menu: [
      {
        group: "market",
        place: 30,
        texts: { en: { label: "Market Analysis", tagline: "The market's day, explained" } },
      },
    ],
    texts: {
      en: {
        title: "Market Analysis",
        description: "The market's day, explained.",
        soon: {
          comesWith: "Market analysis comes with the data pages.",
          shows: [
            "What moved the index today, and where positions were built",
            "Support and resistance from open interest",
            "The days before, to compare with",
          ],
        },
      },
    },
  },
  "covered-call": {
    path: "/coveredcall",
    feature: "covered_calls",
    access: "authenticated",
    menu: [
      {
        group: "ideas",
        place: 50,
        texts: { en: { label: "Covered Calls", tagline: "Calls to sell against what you hold" } },
      },
    ],
    texts: {
      en: {
        title: "Covered Calls",
        description: "Calls to sell against what you hold.",
        soon: {
          comesWith: "Covered calls come with the strategy engine.",
          shows: [
            "Calls to sell against the stocks you hold",
            "What each earns if nothing happens, and if the stock is called away",
            "Lots worked out from your holdings",
          ],
        },
      },
    },
  },
});
