import { pageRows } from "./page-row.ts";

const DRAFTS_SHOW = [
  "Strategies kept with the prices they were made at",
  "Their profit and loss as the market moves, leg by leg",
  "Any of them opened in the builder again",
];

/** Trading, with money and without. */
export const TRADING = pageRows({
  positions: {
    path: "/positions",
    feature: "positions",
    access: "authenticated",
    isSpecial: true,
    menu: [
      {
        group: "bar",
        place: 10,
        texts: { en: { label: "Positions", tagline: "Your positions and what they are worth" } },
      },
    ],
    texts: {
      en: {
        title: "Positions",
        description: "Your positions and what they are worth.",
        soon: {
          comesWith: "Positions come with the trading pages.",
          shows: [
            "Your broker’s positions, grouped by underlying",
            "Payoff, greeks and breakevens of each group, live",
            "Adjustments tried out before they are placed",
          ],
        },
      },
    },
  },
  orders: {
    path: "/orders",
    feature: "orders",
    access: "authenticated",
    isSpecial: true,
    menu: [
      {
        group: "bar",
        place: 30,
        texts: { en: { label: "Orders", tagline: "Your orders of today" } },
      },
    ],
    texts: {
      en: {
        title: "Orders",
        description: "Your orders of today.",
        soon: {
          comesWith: "Orders come with the trading pages.",
          shows: [
            "All, open, executed and stop-loss orders",
            "Changing and cancelling them",
            "Refreshed by itself",
          ],
        },
      },
    },
  },
  basket: {
    path: "/basket-order",
    feature: "basket",
    access: "authenticated",
    isSpecial: true,
    texts: {
      en: {
        title: "Basket order",
        description: "Several orders at once.",
        soon: {
          comesWith: "Basket orders come with the trading pages.",
          shows: [
            "Several orders placed together",
            "Margin needed before and after",
            "What each order ended as",
          ],
        },
      },
    },
  },
  watchlist: {
    path: "/stocks-watchlist",
    oldPaths: ["/watchlist"],
    feature: "watchlist",
    access: "authenticated",
    menu: [
      {
        group: "bar",
        place: 20,
        tag: "New",
        texts: { en: { label: "Watchlist", tagline: "The underlyings you follow" } },
      },
    ],
    texts: {
      en: {
        title: "Watchlist",
        description: "The underlyings you follow.",
        soon: {
          comesWith: "The watchlist comes with the trading pages.",
          shows: [
            "The underlyings you follow, with price, IV, PCR and OI",
            "Several lists, in your own order",
            "Shared by all your devices",
          ],
        },
      },
    },
  },
  alerts: {
    path: "/stock-alerts",
    feature: "alerts",
    access: "authenticated",
    texts: {
      en: {
        title: "Alerts",
        description: "Be told when a price is reached.",
        soon: {
          comesWith: "Alerts come with the watchlist.",
          shows: [
            "A price, an IV or a PCR to wait for",
            "A message when it is reached",
            "What has been reached before",
          ],
        },
      },
    },
  },
  "virtual-trading": {
    path: "/virtual-trading",
    oldPaths: ["/paper-trading"],
    feature: "virtual_trading",
    access: "authenticated",
    menu: [
      {
        group: "practice",
        place: 20,
        texts: { en: { label: "Virtual Trading", tagline: "Trade without money" } },
      },
    ],
    texts: {
      en: {
        title: "Virtual Trading",
        description: "Trade without money.",
        soon: {
          comesWith: "Virtual trading comes with the trading pages.",
          shows: [
            "Trades at live prices without money",
            "Profit and loss as if they were real",
            "Portfolios to keep apart what you try",
          ],
        },
      },
    },
  },
  "virtual-portfolios": {
    path: "/virtual-portfolios",
    feature: "virtual_trading",
    access: "authenticated",
    texts: {
      en: {
        title: "Virtual Portfolios",
        description: "Your practice portfolios.",
        soon: {
          comesWith: "Virtual portfolios come with virtual trading.",
          shows: ["Your practice portfolios", "Their profit and loss, day by day", "Every trade in them"],
        },
      },
    },
  },
  "draft-portfolios": {
    path: "/draft-portfolios",
    feature: "draft_portfolios",
    access: "authenticated",
    menu: [
      {
        group: "practice",
        place: 10,
        texts: {
          en: { label: "Practice Trade / Draft Portfolios", tagline: "Strategies kept to practise with" },
        },
      },
    ],
    texts: {
      en: {
        title: "Draft Portfolios",
        description: "Strategies kept to practise with.",
        soon: { comesWith: "Draft portfolios come with virtual trading.", shows: DRAFTS_SHOW },
      },
    },
  },
  "draft-portfolio": {
    path: "/draft-portfolios/$portfolioId",
    feature: "draft_portfolio_detail",
    access: "authenticated",
    texts: {
      en: {
        title: "Draft Portfolio",
        description: "One practice portfolio.",
        soon: { comesWith: "Draft portfolios come with virtual trading.", shows: DRAFTS_SHOW },
      },
    },
  },
  "mindful-trading": {
    path: "/mindful-trading",
    feature: "mindful_trading",
    access: "authenticated",
    menu: [
      {
        group: "practice",
        place: 30,
        tag: "New",
        texts: { en: { label: "Mindful Trading", tagline: "Stop Impulsive Trading" } },
      },
    ],
    texts: {
      en: {
        title: "Mindful Trading",
        description: "Stop impulsive trading.",
        soon: {
          comesWith: "Mindful trading comes with the trading pages.",
          shows: [
            "Entries that wait until you have slept over them",
            "Exits that ask you twice when the day goes badly",
            "What the pauses have saved you",
          ],
        },
      },
    },
  },
});
