import { inLanguage, numberText } from "../../shared/texts/texts.tsx";
import type { SummaryFigure } from "../summary/figures.ts";

const formulas: Readonly<Record<SummaryFigure, string>> = {
  maxProfit:
    "The highest P&L of the curve on the first expiry day, read off its strikes, zero and the slope beyond the last strike. Unlimited means that slope.",
  maxLoss:
    "The lowest P&L of the curve on the first expiry day. A sold put is not unlimited: the underlying stops at zero, and the figure is that one.",
  riskReward:
    "Max profit over max loss; unknown where either has no end. In the settings: in per cent of the capital.",
  pop: "Probability that the P&L on the first expiry day is above 0, as the smile of that expiry prices it: risk-neutral, not a forecast. Futures are taken to keep today’s basis to spot.",
  breakevens:
    "Prices at which the P&L on the first expiry day is 0: roots of straight lines; found numerically where later legs are still alive.",
  projected:
    "P&L at the target price and on the target date, every leg by Black-76 at its own IV and forward.",
  premium:
    "Sum of entry price × quantity of all legs, bought less sold. The entry is yours, else the usable price of now.",
  margin:
    "SPAN-style: the worst loss of sixteen scenarios of price and volatility, calendar charges, less what the options are worth, plus exposure. A broker’s own figure goes before it.",
  capital:
    "Margin and premium paid, less premium received: what stays blocked. At the order more has to be there, for a premium received lowers no margin that day: under Margin, funds while the orders are placed.",
  charges:
    "Brokerage, taxes and fees of entering all legs and of leaving them at the prices of now, by the broker’s public list. Computed in your browser.",
  values:
    "What the usable prices are in the money by, and what they are above that: what time takes. Bought less sold.",
  delta: "Change of the strategy for a rupee of the underlying, in units.",
  gamma: "Change of delta for a rupee of the underlying.",
  theta: "What a calendar day does to the strategy, all else the same.",
  vega: "What a point of IV does to the strategy.",
  decay: "What time takes until expiry at the same price and IV; until the last day that is theta.",
};

/** How the figures of a strategy came to be. */
export const TEXTS = inLanguage({
  en: {
    formulas,
    spot: "Price of the underlying",
    impliedSpot: "Price, implied in the closing auction",
    curveOf: "Curve of",
    legs: "Legs",
    more: (legs: number) => `and ${numberText(legs)} more`,
    position: (leg: string) => `${leg}, position`,
    atPrice: (quantity: string, price: string) => `${quantity} @ ${price}`,
    atIv: (quantity: string, iv: string) => `${quantity}, IV ${iv} %`,
    target: "Target price",
    targetTime: "Target date",
    maxProfit: "Max profit",
    maxLoss: "Max loss",
    popSource: "From",
    popSources: {
      SMILE: "the smile of the expiry’s quotes",
      ATM_IV: "the at-the-money IV alone: the quotes carry no smile",
    },
    basis: "Futures",
    basisKept: "assumed to keep their basis to spot",
    computed: "Computed by",
    computedBy: {
      local: "your browser, in the live market",
      answer: "your browser, in the server’s last market",
      server: "the server",
    },
    marginSource: "Whose figure",
    marginSources: { estimate: "our estimate", broker: "your broker" },
    /** Where the margin is told without the premium. */
    capitalSources: {
      estimate: "our estimate of the margin, with the premium of these trades",
      broker: "your broker’s margin, with the premium of these trades",
    },
    margin: "Margin",
    estimate: "Our estimate",
    span: "SPAN",
    exposure: "Exposure",
    additional: "Additional",
    premium: "Premium, paid above 0",
    plan: "Price list",
    parts: {
      brokerage: "Brokerage",
      transactionTax: "STT or CTT",
      exchange: "Exchange",
      sebi: "SEBI",
      stampDuty: "Stamp duty",
      gst: "GST",
    },
    entry: "Entering",
    exitAtTarget: "Leaving at the target",
    exitAtExpiry: "Holding to expiry, at the target price",
    exit: "Leaving at the prices of now",
    assumed: "Not on the list",
    assumedWhy:
      "fees that no list names are taken as orders, and where the largest order is not known it is one",
    breakeven: (place: number) => `Breakeven ${place}`,
  },
});
