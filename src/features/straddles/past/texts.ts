import { countText, inLanguage } from "../../../shared/texts/texts.tsx";

/** What is read where today's straddle lies beside those of past expiries. */
export const TEXTS = inLanguage({
  en: {
    name: (symbol: string, expiry: string) =>
      `Straddle at the money of ${symbol}, ${expiry}, over the forward`,
    today: "Today",
    session: (date: string) => `Session of ${date}`,
    median: "Median",
    low: "A quarter below",
    high: "A quarter above",
    expiry: (date: string) => `Expiry ${date}`,
    pane: "Straddle, % of forward",
    left: (minutes: string) => `${minutes} min to expiry`,
    over: "after the expiry",
    column: "Minutes of trading to expiry",
    at: (clock: string, known: number) => `${clock}, n = ${known}`,
    end: (clock: string, date: string) => `${clock} on ${date}`,
    shown: "Past expiries by themselves",
    most: (count: number) => `At most ${count} together`,
    count: (count: number) => `n = ${count}`,
    which: (first: string, last: string) =>
      `Expiries of ${first} to ${last}, each at the same minute before its end.`,
    few: (count: number, fewest: number) =>
      `${count === 0 ? "No past expiry is" : `Only ${countText(count, { one: "past expiry is", other: "past expiries are" })}`} on record in the session that lay as far before its end: of fewer than ${fewest} no median is told.`,
    what: (expiry: string) =>
      `Compared is the straddle at the money of the ${expiry} expiry over its forward, whatever the legs of the strategy.`,
    axis: (end: string) =>
      `Across are minutes of trading to the expiry, ${end}: nights and days without a session take no room.`,
    gone: (dates: string) => `Not on record, and not drawn: ${dates}.`,
    noExpiry: (symbol: string) => `${symbol} has no options whose straddle could be compared`,
  },
});
