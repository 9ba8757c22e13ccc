import { pageRows } from "./page-row.ts";

/** Learning. */
export const LEARNING = pageRows({
  learn: {
    path: "/learn-options-trading/$",
    oldPaths: ["/learn"],
    feature: "education",
    access: "public",
    menu: [
      {
        group: "learn",
        place: 10,
        texts: { en: { label: "Learn Options Trading", tagline: "Free video courses" } },
      },
    ],
    texts: {
      en: {
        title: "Learn Options Trading",
        description: "Free video courses.",
        soon: {
          comesWith: "The courses come with the education pages.",
          shows: [
            "Courses in short videos, in English and Hindi",
            "From the first option to adjusting a position",
            "Free",
          ],
        },
      },
    },
  },
  "learn-strategies": {
    path: "/learn-options-strategies",
    feature: "learn_strategies",
    access: "public",
    menu: [
      {
        group: "learn",
        place: 20,
        tag: "New",
        texts: { en: { label: "Learn Options Strategies", tagline: "Every strategy, with live prices" } },
      },
    ],
    texts: {
      en: {
        title: "Learn Options Strategies",
        description: "Every strategy, explained with live prices.",
        soon: {
          comesWith: "Strategy lessons come with the education pages.",
          shows: [
            "Every strategy with its payoff at live prices",
            "When it wins, when it loses, what to watch",
            "One press to the builder",
          ],
        },
      },
    },
  },
  "learn-strategy": {
    path: "/learn-options-strategies/$strategy",
    feature: "learn_strategies",
    access: "public",
    texts: {
      en: {
        title: "Learn Options Strategies",
        description: "One strategy, explained with live prices.",
        soon: {
          comesWith: "Strategy lessons come with the education pages.",
          shows: [
            "The strategy’s payoff at live prices",
            "When it wins, when it loses, what to watch",
            "One press to the builder",
          ],
        },
      },
    },
  },
});
