import { inLanguage } from "../../shared/texts/texts.tsx";

/** What is read of the figures of a strategy. */
export const TEXTS = inLanguage({
  en: {
    name: "Summary",
    labels: {
      maxProfit: "Max profit",
      maxLoss: "Max loss",
      riskReward: "Reward / risk",
      returns: "Profit, loss of capital",
      pop: "POP",
      breakevens: "Breakevens",
      breakeven: "Breakeven",
      projected: "P&L at target",
      premium: "Premium",
      premiumPaid: "Premium paid",
      premiumReceived: "Premium received",
      values: "Intrinsic / time value",
      margin: "Margin",
      capital: "Capital",
      charges: "Charges",
      delta: "Delta",
      gamma: "Gamma",
      theta: "Theta",
      vega: "Vega",
      decay: "Decay",
    },
    none: "None",
    ratio: (ratio: string) => `${ratio} : 1`,
    both: (first: string, second: string) => `${first} / ${second}`,
    more: (first: string, count: number) => `${first} +${count}`,
    /** A probability of an ATM IV alone, where the quotes carry no smile. */
    about: (figure: string) => `~${figure}`,
    sources: { estimate: "estimate", broker: "broker" },
    /** Of a margin that is told without the premium. */
    withPremium: (source: string) => `${source} + premium`,
    broker: (name: string) => `${name}’s own`,
    net: "net",
    /** Of a breakeven at which charges begin at once. */
    jump: (away: string) => `${away}, by charges`,
    perDay: "a day",
    ofCapital: (percent: string) => `${percent} of capital`,
    entry: (rupees: string) => `${rupees} to enter`,
    assumed: "some fees assumed",
    old: "Figures of the strategy as it was before",
  },
});
