import { countText, inLanguage } from "../texts/texts.tsx";

/** Names of plans, and what is said when one begins or cannot. */
export const TEXTS = inLanguage({
  en: {
    names: { no_plan: "Free", free: "Free", trial: "Trial", mini_trial: "Trial", lite: "Lite", pro: "Pro" },
    /** Stands for a level that no plan on sale has. */
    anotherPlan: "another",
    trial: {
      start: (days: number) => `Start ${countText(days, { one: "day", other: "days" })} of free trial`,
      starting: "Starting…",
      started: "Your trial has started",
      opened: (days: number) =>
        `Everything in Pro is open for ${countText(days, { one: "day", other: "days" })}.`,
    },
    failure: {
      title: "That did not work",
      unchanged: "Your plan is as it was, and nothing was charged.",
      write: "Write to us",
      ok: "OK",
    },
  },
});
