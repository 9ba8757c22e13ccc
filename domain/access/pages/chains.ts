import { pageRows } from "./page-row.ts";

/** Option chains and open interest. */
export const CHAINS = pageRows({
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
});
