import { inLanguage } from "../../../shared/texts/texts.tsx";

/** What is read where the builder is set up. */
export const TEXTS = inLanguage({
  en: {
    name: "Builder settings",
    tradeView: { label: "Quantities in", options: { lots: "Lots", units: "Units" } },
    OIMode: {
      label: "Bars behind the payoff",
      options: { oi: "OI", change: "OI change", off: "None" },
    },
    sdMode: {
      label: "Standard deviations until",
      options: { fixed: "Fixed days", expiry: "Expiry", targetDate: "Target date" },
    },
    sdFixedDays: "Days",
    riskRewardMode: {
      label: "Risk and reward as",
      options: { ratio: "Ratio", capital: "% of capital" },
    },
    checks: {
      invertPrice: "Prices of sold legs below zero, as cash flows",
      showTabularPercentage: "P&L in tables also in % of capital",
      multiplyByLotSize: "Greeks and P&L times the lot size",
      multiplyByLots: "Greeks and P&L times the number of lots",
    },
    kept: "Kept with your account, for all strategies.",
  },
});
