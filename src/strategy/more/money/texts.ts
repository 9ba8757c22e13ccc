import { countText, inLanguage } from "../../../shared/texts/texts.tsx";

/** What is read of charges and margins beside the summary. */
export const TEXTS = inLanguage({
  en: {
    charges: "Charges",
    chargesOf: (plan: string, since: string) =>
      `${plan}’s public list, rates since ${since}; leaving at the prices of now`,
    assumed: "Fees that no list names are taken as orders; where the largest order is not known, as one.",
    noCharges: "Charges are not known: a leg has no price, or the rates of this day are not kept.",
    leg: "Leg",
    parts: {
      brokerage: "Brokerage",
      transactionTax: "STT / CTT",
      exchange: "Exchange",
      sebi: "SEBI",
      stampDuty: "Stamp",
      gst: "GST",
    },
    entry: "Entry",
    exit: "Exit",
    total: "Total",
    all: "All legs",
    margin: "Margin",
    whose: {
      broker: (broker: string, own: string) =>
        `${broker} by your broker; ours ${own}. What follows is our estimate`,
      estimate: (own: string) => `${own}, our estimate`,
    },
    asOf: (day: string) => `of ${day}`,
    closed: (names: string) => `Closed, so that no margin is needed: ${names}.`,
    twoProducts: (names: string) =>
      `${names}: bought in one product and sold in another. Brokers margin these as two positions, and so does our estimate.`,
    exits: "After leaving a contract",
    marginAfter: "Margin after",
    released: "Set free",
    broken: "Needs more: it hedges the others",
    placing: "Funds while the orders are placed",
    order: "Order",
    funds: "Funds needed",
    peak: "most",
    timeline: "Around the expiry",
    day: "Day",
    daysLeft: (days: number) =>
      days < 0
        ? "after it"
        : days === 0
          ? "expiry"
          : `${countText(days, { one: "session", other: "sessions" })} before`,
    span: "SPAN",
    exposure: "Exposure",
    additional: "Additional",
    required: "Margin",
    scenarios: "Sixteen scenarios",
    group: { running: "", "expiring today": "expiring today", "tender period": "tender period" },
    scenario: "No.",
    move: "Price",
    shift: "IV, points",
    loss: "P&L",
    worst: "worst",
    loading: "Margins are on their way",
    failed: "Margins could not be had",
    retry: "Try again",
    notValued: (names: string) => `No estimate: ${names} cannot be valued.`,
    noLegs: "Nothing is selected that would need a margin.",
  },
});
