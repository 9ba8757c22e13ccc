import { pageRows } from "./page-row.ts";

/** Charts through the day. */
export const CHARTS = pageRows({
  "live-options-charts": {
    path: "/live-options-charts",
    feature: "intraday_charts",
    access: "authenticated",
    width: 1_560,
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
        description: "Live candles of any instrument, with indicators.",
      },
    },
  },
});
