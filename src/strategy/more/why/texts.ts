import { inLanguage } from "../../../shared/texts/texts.tsx";

export const TEXTS = inLanguage({
  en: {
    name: "Why this P&L",
    from: (price: string, time: string) => `From ${price}, ${time}`,
    to: (price: string, time: string, offset: string | null) =>
      `to ${price}, ${time}${offset === null ? "" : `, IV ${offset} points`}`,
    still:
      "Nothing moves yet: choose a target price, a target date or an IV offset, and see what makes its P&L.",
    cause: "Cause",
    rupees: "₹",
    terms: {
      soFar: "So far",
      delta: "Delta",
      gamma: "Gamma",
      theta: "Theta",
      vega: "Vega",
      rest: "The rest",
      booked: "Booked, manual",
      charges: "Charges",
      atTarget: "P&L at target",
    },
    hints: {
      soFar: "entry to now",
      delta: "the price moves",
      gamma: "delta changes with it",
      theta: "time passes",
      vega: "IV changes",
      rest: "of these together",
      booked: "realised",
      charges: "entering, and leaving there",
      atTarget: "all of it",
    },
    byLeg: "By leg",
    byLegGross: "By leg, before charges",
    leg: "Leg",
    total: "Total",
    method: "Each cause alone, valued in full from the market of now; the rest is what they make together.",
    missing: "This is computed in your browser, which has no market of these legs yet.",
    coming: "Computing…",
  },
});
