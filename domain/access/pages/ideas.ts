import { pageRows } from "./page-row.ts";

const WIZARD_SHOWS = [
  "Your target for an index or a stock: price, date and direction",
  "The trades that fit it, ranked by profit, risk and probability of profit",
  "Each trade’s payoff, margin and breakevens before anything is placed",
];

/** Finding and building a trade. */
export const IDEAS = pageRows({
  "trade-options": {
    path: "/trade-options",
    oldPaths: ["/options"],
    feature: "strategy_engine",
    access: "app_initialized",
    menu: [
      {
        group: "ideas",
        place: 20,
        texts: { en: { label: "Strategy Wizard", tagline: "Give a target, get a trade" } },
      },
    ],
    texts: {
      en: {
        title: "Strategy Wizard",
        description: "Give a target, get a trade.",
        soon: { comesWith: "The strategy wizard comes with the strategy engine.", shows: WIZARD_SHOWS },
      },
    },
  },
  "trade-options-strategies": {
    path: "/trade-options-strategies",
    feature: "strategy_engine",
    access: "app_initialized",
    texts: {
      en: {
        title: "Strategies",
        description: "Trades for a view of the market.",
        soon: { comesWith: "The list of strategies comes with the strategy engine.", shows: WIZARD_SHOWS },
      },
    },
  },
  compare: {
    path: "/compare",
    feature: "compare",
    access: "app_initialized",
    texts: {
      en: {
        title: "Compare strategies",
        description: "Strategies side by side.",
        soon: {
          comesWith: "Comparing comes with the strategy engine.",
          shows: [
            "Up to several strategies on one payoff chart",
            "Margin, breakevens, greeks and probability of profit side by side",
            "The same target price and date for all of them",
          ],
        },
      },
    },
  },
  "easy-options": {
    path: "/easy-options",
    oldPaths: ["/easyoptions"],
    feature: "easy_options",
    access: "app_initialized",
    menu: [
      {
        group: "ideas",
        place: 10,
        texts: { en: { label: "Easy Options", tagline: "Just guess up or down" } },
      },
    ],
    texts: {
      en: {
        title: "Easy Options",
        description: "Just guess up or down.",
        soon: {
          comesWith: "Easy Options comes with the strategy engine.",
          shows: [
            "One question: will it go up or down, and by when?",
            "Three ready trades, from careful to bold",
            "What each can win and lose, in rupees",
          ],
        },
      },
    },
  },
  "expiry-trades": {
    path: "/expiry-trades",
    feature: "expiry_trades",
    access: "app_initialized",
    menu: [
      {
        group: "ideas",
        place: 40,
        texts: {
          en: { label: "Expiry Trades", tagline: "Predict the expiry and get profitable option trades" },
        },
      },
    ],
    texts: {
      en: {
        title: "Expiry Trades",
        description: "Predict the expiry and get profitable option trades.",
        soon: {
          comesWith: "Expiry Trades comes with the strategy engine.",
          shows: [
            "Where the underlying may close on its expiry",
            "Trades that profit from it, with their payoff on that day",
            "Probability of profit from the market’s own volatility",
          ],
        },
      },
    },
  },
  builder: {
    path: "/option-strategy-builder",
    oldPaths: ["/builder"],
    feature: "builder",
    access: "authenticated",
    width: 1_560,
    menu: [
      {
        group: "ideas",
        place: 30,
        tag: "Popular",
        texts: { en: { label: "Strategy Builder", tagline: "Leg by leg, with its payoff" } },
      },
    ],
    texts: {
      en: {
        title: "Strategy Builder",
        description: "Build a strategy leg by leg and see its payoff.",
      },
    },
  },
  calculator: {
    path: "/option-price-calculator",
    feature: "calculator",
    access: "authenticated",
    menu: [
      {
        group: "ideas",
        place: 60,
        texts: { en: { label: "Option Price Calculator", tagline: "Price and greeks of one option" } },
      },
    ],
    texts: {
      en: {
        title: "Option Price Calculator",
        description:
          "Price, greeks and implied volatility of one option, filled in from the live market of NSE, BSE and MCX.",
      },
    },
  },
});
