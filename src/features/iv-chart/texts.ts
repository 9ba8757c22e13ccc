import type { HvSessions } from "#domain/chain/historical-volatility.ts";
import type { Origin } from "#domain/chain/origin.ts";
import { countText, inLanguage } from "../../shared/texts/texts.tsx";
import { TEXTS as SHARED } from "../../shared/texts.ts";

const sessions = (count: number): string => countText(count, { one: "session", other: "sessions" });

/** What is read on the IV chart. */
export const TEXTS = inLanguage({
  en: {
    title: "IV Chart",
    documentTitle: (symbol: string, tab: string) => `${symbol} · ${tab} · Strikewise`,
    tabsName: "Volatility charts",
    tabs: { day: "IV by day", term: "Across expiries" },
    controls: {
      name: "What is shown",
      range: "Range",
      ranges: { "1m": "1M", "3m": "3M", "6m": "6M", "1y": "1Y", all: "All" },
      of: "Volatility of",
      thirty: "30 days (IV30)",
      expiry: (date: string) => `${date} expiry, ATM`,
      hv: "Historical volatility",
      hvOf: { 10: "10", 20: "20", 30: "30" } satisfies Record<HvSessions, string>,
      hvName: (count: HvSessions) => `Historical volatility of ${count} sessions`,
    },
    chart: {
      name: (symbol: string) => `Implied volatility of ${symbol} by day`,
      iv30: "IV30",
      atm: (expiry: string) => `ATM IV ${expiry}`,
      mean: "Mean",
      high: (date: string) => `High ${date}`,
      low: (date: string) => `Low ${date}`,
      hv: (count: HvSessions) => `HV ${count}`,
      price: "Price",
      panes: { iv: "Implied volatility, %", hv: "Historical volatility, %", price: "Price" },
      loading: "Loading implied volatility…",
      nothing: "No implied volatility is known here",
      nothingNext: (symbol: string) =>
        `${symbol} has no option whose volatility was kept. Choose another underlying above.`,
      nothingOf: (expiry: string) =>
        `Nothing is kept of the ${expiry} expiry yet: it begins with its next close.`,
    },
    figures: {
      name: "Volatility now and in the range",
      now: "IV now",
      change: "Change",
      percentile: "IV percentile",
      rank: "IV rank",
      high: "High",
      low: "Low",
      mean: "Mean",
      hv: "HV 20",
      spread: "IV − HV 20",
      points: (figure: string) => `${figure} pts`,
      closes: SHARED.ivpCloses,
    },
    stories: {
      now: "30-day IV: at-the-money variance of the expiries around 30 days, linear in time. Of one expiry: the smile at the forward.",
      change: "IV now less IV at the close of the session before, in percentage points.",
      percentile: SHARED.ivpStory,
      rank: "IV rank: place of IV30 now between the lowest (0) and the highest (100) of the last 250 closes.",
      high: "The highest close of the range; the present session is not among them.",
      low: "The lowest close of the range; the present session is not among them.",
      mean: "Mean of the known closes of the range.",
      hv: "Historical volatility: sample deviation of the last 20 log returns, close to close, × √252. The price now is the last close.",
      spread:
        "IV now less the historical volatility of 20 sessions, in percentage points. Above zero options cost more than the price has moved.",
      inputs: { now: "IV now", before: "Close before", closes: "Closes", date: "Date", hv: "HV 20" },
    },
    events: {
      name: "Events in the range",
      none: "No results, bonuses, dividends, splits or economic events of high impact are known in this range.",
      known: "Events are known from 30 days back.",
      sample: "Sample: no events were imported here, these are made up.",
      failed: (why: string) => `Events could not be had: ${why}`,
      kinds: {
        stock_results: "Results",
        bonus: "Bonus",
        dividend: "Dividend",
        stock_split: "Split",
        economic: "Economic",
      },
    },
    results: {
      name: "What IV did over results",
      date: "Results",
      before: "IV close before",
      after: "IV close after",
      change: "Change",
      move: "Price",
    },
    term: {
      name: (symbol: string) => `Volatility of ${symbol} across expiries`,
      against: "Against the close of",
      last: (date: string) => `${date} (last)`,
      now: "Now",
      close: (date: string) => `Close of ${date}`,
      pane: "ATM IV, %",
      expiry: "Expiry",
      days: "Days left",
      change: "Change",
      none: "No close of the expiries is kept yet: the first is that of this session.",
      loading: "Loading the expiries…",
      toLast: "Against the last close",
    },
    origin: {
      of: {
        recorded: "recorded here",
        source: "told by the broker",
        imported: "of the exchange's files",
        simulated: "made up by the simulation",
      } satisfies Record<Origin, string>,
      count: (count: number, from: string) => `${sessions(count)} ${from}`,
      onlyRecorded: "Only days recorded here have an IV",
      made: "made up",
      imported: "of the exchange's files",
      nothing: "nothing is known of this day",
      asOf: (date: string) => `To ${date}`,
    },
    failed: {
      old: "Figures are older: ",
      retry: "Try again",
    },
  },
});
