import { pageRows } from "./page-row.ts";

const OI_SHOWS = [
  "Open interest and its change at every strike, calls beside puts",
  "OI of chosen strikes, and of the futures, through the day",
  "Any expiry, or several added up, with PCR and max pain",
];

const FII_DII_SHOWS = [
  "What foreign and domestic institutions bought and sold in cash",
  "Open interest by participant in index futures and options",
  "Day by day, with the index beside it",
];

/** Market data. */
export const MARKET = pageRows({
  "option-chain": {
    path: "/option-chain",
    oldPaths: ["/optionchain"],
    feature: "option_chain",
    access: "app_initialized",
    isSpecial: true,
    menu: [
      {
        group: "chain",
        place: 10,
        texts: { en: { label: "Option Chain", tagline: "Live prices, IV, greeks and OI of every strike" } },
      },
    ],
    texts: {
      en: {
        title: "Option Chain",
        description:
          "Live option chain, greeks and open interest for NSE, BSE, MCX and currency derivatives.",
      },
    },
  },
  "open-interest": {
    path: "/open-interest/{-$tabName}",
    oldPaths: ["/oigraphs"],
    feature: "oi_graphs",
    access: "authenticated",
    width: 1_366,
    menu: [
      {
        group: "chain",
        place: 20,
        tag: "New And Improved",
        texts: { en: { label: "Open Interest", tagline: "OI by strike and through the day" } },
      },
      {
        group: "chain",
        place: 40,
        rest: "/multistrike-oi",
        texts: { en: { label: "Multi Strike OI", tagline: "OI of several strikes on one chart" } },
      },
    ],
    texts: {
      en: {
        title: "Open Interest",
        description: "Open interest by strike and by time.",
        soon: { comesWith: "Open-interest charts come after the compute service.", shows: OI_SHOWS },
      },
    },
  },
  "open-interest-old": {
    path: "/open-interest-old/{-$tabName}",
    feature: "oi_graphs",
    access: "authenticated",
    width: 1_366,
    menu: [
      {
        group: "chain",
        place: 30,
        texts: { en: { label: "Open Interest (old)", tagline: "The older open-interest page" } },
      },
    ],
    texts: {
      en: {
        title: "Open Interest (old)",
        description: "The older open-interest page.",
        soon: { comesWith: "The older open-interest page comes with the new one.", shows: OI_SHOWS },
      },
    },
  },
  "spider-open-interest": {
    path: "/spider-open-interest/{-$tabName}",
    feature: "oi_graphs",
    access: "authenticated",
    width: 1_366,
    texts: {
      en: {
        title: "Open Interest",
        description: "Open interest by strike and by time.",
        soon: { comesWith: "Open-interest charts come after the compute service.", shows: OI_SHOWS },
      },
    },
  },
  screener: {
    path: "/options-screener",
    oldPaths: ["/screener"],
    feature: "screener",
    access: "authenticated",
    canonicalParams: ["view"],
    menu: [
      {
        group: "find",
        place: 10,
        texts: { en: { label: "Screener", tagline: "Every underlying by IV, OI, volume and PCR" } },
      },
      {
        group: "find",
        place: 20,
        rest: "?view=heatmap",
        texts: { en: { label: "Heatmap", tagline: "The same market as colours" } },
      },
    ],
    texts: {
      en: {
        title: "Options Screener",
        description: "Every underlying by IV, open interest, volume and PCR; as a heatmap too.",
        soon: {
          comesWith: "The screener comes after the open-interest charts.",
          shows: [
            "Every underlying by IV, IV percentile, PCR, OI, volume and price",
            "Filters by sector and by what has moved most",
            "The same market as a heatmap",
          ],
        },
      },
    },
  },
  "iv-chart": {
    path: "/implied-volatility-chart",
    oldPaths: ["/ivchart"],
    feature: "iv_chart",
    access: "authenticated",
    menu: [
      {
        group: "volatility",
        place: 10,
        texts: { en: { label: "IV Chart", tagline: "Implied volatility over time and across strikes" } },
      },
    ],
    texts: {
      en: {
        title: "IV Chart",
        description: "Implied volatility over time and across strikes.",
        soon: {
          comesWith: "The IV chart comes with the volatility history.",
          shows: [
            "At-the-money IV through the day and over months",
            "The smile across strikes, expiry by expiry",
            "IV percentile, and the futures price beside it",
          ],
        },
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
  "live-options-charts": {
    path: "/live-options-charts",
    feature: "intraday_charts",
    access: "authenticated",
    menu: [
      {
        group: "volatility",
        place: 20,
        texts: { en: { label: "Live Options Charts", tagline: "OI, IV, PCR, IVP" } },
      },
    ],
    texts: {
      en: {
        title: "Live Options Charts",
        description: "OI, IV, PCR and IVP through the day.",
        soon: {
          comesWith: "Live options charts come with the charts.",
          shows: [
            "OI, IV, PCR and IVP of an underlying through the day",
            "Several charts in one window, each with its own expiry",
            "The days before, for comparison",
          ],
        },
      },
    },
  },
  "multi-straddle": {
    path: "/multi-straddle-strangle-charts",
    feature: "multi_straddle",
    access: "authenticated",
    menu: [
      {
        group: "volatility",
        place: 30,
        texts: {
          en: { label: "Multi Straddle-Strangle Charts", tagline: "Straddles and strangles through the day" },
        },
      },
    ],
    texts: {
      en: {
        title: "Multi Straddle-Strangle Charts",
        description: "Straddles and strangles through the day.",
        soon: {
          comesWith: "Straddle charts come with the charts.",
          shows: [
            "Prices of straddles and strangles through the day",
            "Several strikes and expiries on one chart",
            "IV and greeks of each beside its price",
          ],
        },
      },
    },
  },
  chart: {
    path: "/chart",
    feature: "chart",
    access: "public",
    canonicalParams: ["tradingSymbol"],
    texts: {
      en: {
        title: "Chart",
        description: "A chart of one instrument.",
        soon: {
          comesWith: "Charts come after the open-interest pages.",
          shows: ["Candles of any instrument", "Indicators and drawings", "Trading from the chart"],
        },
      },
    },
  },
});
