import { countText, inLanguage } from "../../../shared/texts/texts.tsx";

/** What is said of an account wherever it is shown, the account menu included. */
export const TEXTS = inLanguage({
  en: {
    realTime: "Real-time",
    minuteLate: "1 minute late",
    secondsLate: (seconds: number) => `${countText(seconds, { one: "second", other: "seconds" })} late`,
    planEnding: (plan: string, daysLeft: number) =>
      `${plan}, ${countText(daysLeft, { one: "day", other: "days" })} left`,
    sandboxClient: (id: string) => `${id} (sandbox)`,
  },
});
