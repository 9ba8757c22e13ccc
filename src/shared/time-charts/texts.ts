import type { Origin } from "#domain/chain/origin.ts";
import { countText, inLanguage } from "../texts/texts.tsx";

const minutesText = (minutes: number): string => countText(minutes, { one: "minute", other: "minutes" });

/** What is read around a chart of sessions: where its figures come from, what is not known, why there are none. */
export const TEXTS = inLanguage({
  en: {
    loading: "Loading the figures…",
    failedAtFirst: "The figures could not be had",
    old: "Figures are older: ",
    retry: "Try again",
    origin: {
      nothing: "Nothing is known of this session",
      of: {
        recorded: "Recorded here",
        source: "From the broker",
        imported: "From the exchange's files",
        simulated: "Made up by the simulation",
      } satisfies Record<Origin, string>,
      since: (clock: string) => `Recorded here since ${clock}`,
    },
    gaps: {
      span: (from: string, to: string) => `${from} to ${to}`,
      one: (minutes: number, where: string) => `${minutesText(minutes)} not known (${where}), left open`,
      several: (minutes: number, gaps: number, last: string) =>
        `${minutesText(minutes)} not known in ${gaps} gaps (the last ${last}), left open`,
    },
    standing: {
      asOf: (time: string) => `As of ${time} IST`,
      session: (date: string) => `Session of ${date}`,
    },
    empty: {
      nothing: "Nothing is known here",
      since: (clock: string, date: string) => `The record begins at ${clock} on ${date}.`,
      none: "There is no record of this session. Choose another one.",
    },
  },
});
