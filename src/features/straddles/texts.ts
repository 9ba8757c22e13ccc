import {
  MOST_PREMIUM_LEGS,
  MOST_PREMIUM_STEPS,
  MOST_PREMIUM_STRATEGIES,
} from "#protocol/http/chart-limits.ts";
import { countText, inLanguage, numberText } from "../../shared/texts/texts.tsx";
import type { LeftOut } from "./address/wishes.ts";
import { MOST_LOTS } from "./address/wishes.ts";

const legsText = (count: number): string => countText(count, { one: "leg", other: "legs" });

function amissText({ amiss }: LeftOut): string {
  switch (amiss.is) {
    case "strategies":
      return `at most ${MOST_PREMIUM_STRATEGIES} strategies are drawn together`;
    case "unreadable":
      return `"${amiss.what}" cannot be read`;
    case "legs":
      return `it has ${amiss.count} legs, and ${MOST_PREMIUM_LEGS} are the most`;
    case "lots":
      return `${amiss.tradingsymbol} in ${amiss.what} lots: 1 to ${numberText(MOST_LOTS)} can be`;
    case "twice":
      return `${amiss.tradingsymbol} is named twice: give all of it in one leg`;
    case "index":
      return `${amiss.tradingsymbol} is no contract and cannot be a leg: name its options or futures`;
    case "other":
      return `${amiss.tradingsymbol} is not of this underlying`;
    case "gone":
      return `${amiss.tradingsymbol} is not listed: it has expired, or never was`;
    case "expiry":
      return `no options expire on ${amiss.expiry}`;
  }
}

interface RollingName {
  readonly steps: number;
  readonly when: string;
  readonly bySpot: boolean;
  readonly bought: boolean;
}

/** What is read on the page of straddles. */
export const TEXTS = inLanguage({
  en: {
    title: "Straddles and strangles",
    documentTitle: (symbol: string) => `${symbol} · Straddles and strangles · Strikewise`,
    names: {
      future: "FUT",
      sides: { BUY: "B", SELL: "S" },
      straddle: (strike: string, when: string, bought: boolean) =>
        `${strike} Straddle ${when}${bought ? ", bought" : ""}`,
      strangle: (strikes: string, when: string, bought: boolean) =>
        `${strikes} Strangle ${when}${bought ? ", bought" : ""}`,
      custom: (legs: number, when: string) => `${legsText(legs)} ${when}`,
      rolling: ({ steps, when, bySpot, bought }: RollingName) =>
        [
          steps === 0 ? "ATM straddle" : `ATM ± ${steps} strangle`,
          when === "" ? "" : ` ${when}`,
          ", rolling",
          bySpot ? " by spot" : "",
          bought ? ", bought" : "",
        ].join(""),
      vwap: (name: string) => `VWAP ${name}`,
      placed: (place: number) => `Strategy ${place}`,
      strike: "ATM strike",
      rolls: "Rolled to",
    },
    chart: {
      name: (symbol: string) => `Combined premiums of ${symbol}`,
      premium: "Premium, ₹",
      strike: "Strike",
      carried: "a leg has not traded: its price before",
    },
    sign: "Σ of price × ratio: sold legs count positive, bought ones negative, so a credit is above zero.",
    rolling: "A rolling line is nobody's profit: at each roll it goes on with other contracts.",
    controls: {
      span: "Over",
      spans: { "1": "Today", "5": "5 sessions", "10": "10 sessions" },
      interval: "Every",
      intervals: { "1M": "1 min", "3M": "3 min", "5M": "5 min", "15M": "15 min" },
      vwap: "VWAP",
    },
    strip: {
      name: "Strategies",
      count: (count: number) => countText(count, { one: "strategy", other: "strategies" }),
      columns: {
        strategy: "Strategy",
        last: "Last",
        open: "Since open",
        close: "Since close",
        vwap: "VWAP",
        distance: "From VWAP",
        lot: "One lot",
        strike: "Strike",
      },
      hide: (name: string) => `Hide ${name}`,
      show: (name: string) => `Show ${name}`,
      alone: (name: string) => `Show ${name} alone`,
      all: "Show all strategies",
      remove: (name: string) => `Remove ${name}`,
      detail: (name: string) => `Look at ${name} in detail`,
      none: "No strategy is chosen. Add one above.",
      noneNarrow: "No strategy is chosen. Add one by the button above.",
    },
    add: {
      name: "Add a strategy",
      quick: "Straddle",
      atm: "ATM",
      quickHint: (expiry: string) => `Sold straddle of ${expiry}`,
      add: (strike: string) => `Add the ${strike} straddle`,
      waiting: "The strikes come with the first prices",
      more: "Other strategy…",
      title: "Add a strategy",
      kinds: {
        rolling: "Rolling at the money",
        straddle: "Straddle",
        strangle: "Strangle",
        custom: "Custom",
      },
      kind: "Kind",
      expiry: "Expiry",
      nearest: "Nearest",
      steps: "Strikes away",
      reference: "Strike nearest",
      references: { forward: "Forward", spot: "Spot" },
      action: "Side",
      actions: { SELL: "Sell", BUY: "Buy" },
      strike: "Strike",
      call: "Call",
      put: "Put",
      type: "Type",
      types: { CE: "CE", PE: "PE", FUT: "Futures" },
      lots: "Lots",
      addLeg: "Add leg",
      removeLeg: (leg: string) => `Remove leg ${leg}`,
      legs: "Legs",
      put1: "Add",
      most: `At most ${MOST_PREMIUM_STRATEGIES} strategies: remove one first`,
      mostLegs: `At most ${MOST_PREMIUM_LEGS} legs`,
      twice: "It is drawn already",
      twiceLeg: "That contract is a leg already",
      lotsRange: `1 to ${numberText(MOST_LOTS)} lots`,
      stepsRange: `0 to ${MOST_PREMIUM_STEPS}`,
    },
    left: {
      title: "Left out",
      one: (left: LeftOut) => `Strategy ${left.place}: ${amissText(left)}.`,
      ofLayout: (name: string) => `Of the layout "${name}":`,
      close: "Dismiss",
    },
    layouts: {
      button: "Layouts",
      title: "Layouts",
      account: "Kept with your account.",
      device: "Kept in this browser.",
      none: "None is saved yet.",
      name: "Name",
      save: "Save this one",
      open: (name: string) => `Open ${name}`,
      remove: (name: string) => `Delete ${name}`,
      most: (count: number) => `At most ${count} layouts: delete one first`,
      failed: "It could not be saved. Try again.",
      large: "There is no room for more: delete one first.",
    },
    empty: {
      noOptions: (symbol: string) => `${symbol} has no options`,
    },
    detail: {
      tabsName: "Views of the strategy",
      tabs: { premium: "Premium", expiries: "Past expiries" },
      back: "All strategies",
      builder: "Open in builder",
      legs: "Legs",
      prices: "Leg prices",
      oi: "OI of the legs",
      callOi: "Call OI",
      putOi: "Put OI",
      columns: { leg: "Leg", last: "Last", delta: "Delta", theta: "Theta", iv: "IV" },
      total: "Together",
      rolling: "A rolling strategy has no legs of its own: those at the money now are shown.",
    },
  },
});
