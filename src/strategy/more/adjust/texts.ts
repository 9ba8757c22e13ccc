import type { RollFault } from "#domain/strategy/adjust/roll.ts";
import { countText, inLanguage } from "../../../shared/texts/texts.tsx";

const faults: Readonly<Record<RollFault, string>> = {
  NO_LEG: "No leg is left to roll: what is over, not ticked or a position stays as it is.",
  NO_CHANGE: "Choose another strike or expiry to see what the roll costs.",
  NO_STRIKE: "No strike is listed so far out.",
  NO_EXPIRY: "Nothing of this kind is listed on that expiry.",
  HELD: "Another leg holds that contract.",
};

const lots = (count: number): string => countText(count, { one: "lot", other: "lots" });

export const TEXTS = inLanguage({
  en: {
    roll: {
      name: "Roll",
      leg: "Leg",
      all: "All legs",
      strike: "Strike",
      own: "its own",
      steps: (away: string) => `${away} listed`,
      down: "One listed strike down",
      up: "One listed strike up",
      expiry: "Expiry",
      keep: "Its own expiry",
      to: (contract: string) => `to ${contract}`,
      apply: "Apply roll",
      reset: "Reset",
      faults,
    },
    table: {
      name: "Before and after",
      figure: "Figure",
      before: "Now",
      change: "Change",
      after: { roll: "After roll", suggestion: "After suggestion", neutral: "After hedge" },
      price: "Options’ worth",
      delta: "Delta",
      gamma: "Gamma",
      theta: "Theta",
      vega: "Vega",
      margin: "Margin",
      estimate: "estimate",
      charges: "Charges",
      maxProfit: "Max profit",
      maxLoss: "Max loss",
      pop: "Chance of profit",
      source:
        "Greeks and prices of now, of the whole position. The margin is our estimate by the clearing corporation’s rules, before and after alike; your broker’s figure may differ.",
    },
    drawn: (what: string) => `“${what}” is drawn dashed in the payoff chart.`,
    cost: {
      name: "What it costs",
      paid: "Premium paid",
      received: "Premium received",
      spread: "Spread",
      charges: "Charges",
      lost: "Lost for good",
      cash: "Leaves the account",
      cashIn: "Comes in",
      order: (action: string, quantity: string, contract: string, price: string) =>
        `${action} ${quantity} ${contract} at ${price}`,
      unquoted: "not quoted on this side",
      thin: "illiquid",
      notOrdered:
        "Nothing is ordered: this changes the strategy that is analysed, and one undo takes it back.",
    },
    suggestions: {
      name: "Suggestions that cut",
      goals: { delta: "Delta", margin: "Margin" },
      moves: (leg: string, to: string) => `Moves the ${leg} to ${to}`,
      closes: (leg: string) => `Closes the ${leg}`,
      closesPart: (part: number, of: string, leg: string) => `Closes ${part} of ${of} of the ${leg}`,
      wing: (count: number, contract: string, leg: string) =>
        `Buys ${lots(count)} of ${contract} beyond the ${leg}`,
      hedgeBuy: (count: number, contract: string) => `Buys ${lots(count)} of ${contract}`,
      hedgeSell: (count: number, contract: string) => `Sells ${lots(count)} of ${contract}`,
      sold: (contract: string) => `sold ${contract}`,
      bought: (contract: string) => `bought ${contract}`,
      lots,
      delta: (before: string, after: string) => `delta ${before} → ${after}`,
      margin: (change: string) => `margin ${change}`,
      sameMargin: "margin unchanged",
      pays: (rupees: string) => `pays ${rupees}`,
      receives: (rupees: string) => `receives ${rupees}`,
      lost: (rupees: string) => `${rupees} lost to spread and charges`,
      preview: "Preview",
      previewed: "Previewed",
      apply: "Apply",
      previewOf: (what: string) => `Preview: ${what}`,
      applyOf: (what: string) => `Apply: ${what}`,
      little: {
        delta: "The delta is about zero: there is nothing to cut.",
        margin: "No margin is needed: there is nothing to cut.",
      },
      none: "No liquid change of one leg cuts it by 5% or more without making a limited loss unlimited.",
      unknown: {
        delta: "The delta is not known while a leg has no price.",
        margin: "The margin is not known while a leg cannot be valued.",
      },
      order:
        "The least lost to spread and charges for each unit cut comes first. Illiquid contracts are left out.",
    },
    neutral: {
      name: "Delta neutral",
      buy: (count: number, contract: string, left: string) =>
        `Buy ${lots(count)} of ${contract}: delta left ${left}`,
      sell: (count: number, contract: string, left: string) =>
        `Sell ${lots(count)} of ${contract}: delta left ${left}`,
      none: (contract: string, delta: string) =>
        `No whole lot of ${contract} brings delta ${delta} nearer to zero.`,
      missing: "No future with a price is listed.",
    },
    waiting: "Waiting for the live market of these legs …",
    failed: (message: string) => `No adjustment can be computed: ${message}`,
    closed: "The market is closed: prices are those of its last moments.",
    stale: "Prices are stale: what a change costs may be another now.",
    applied: "The strategy was changed. Undo takes it back.",
  },
});
