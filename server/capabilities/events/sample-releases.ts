import type { GlobalEvent } from "#protocol/http/events.ts";

/** Something that is published again and again, with figures that it might have. */
export interface Release extends Pick<GlobalEvent, "country" | "title" | "impact" | "description"> {
  /** 1 to 12; null every month */
  readonly months: readonly number[] | null;
  /** of the month, a weekend put off to Monday: a number, the last one, or its n-th weekday (0 Sunday … 6 Saturday) */
  readonly day: number | "last" | { readonly weekday: number; readonly nth: number };
  /** HH:MM in India */
  readonly time: string;
  readonly impactedStocks: string;
  readonly usual: number;
  /** how far its figures lie from the usual one at most */
  readonly spread: number;
  readonly decimals: number;
  readonly unit: string;
}

const WEDNESDAY = 3;
const THURSDAY = 4;
const FRIDAY = 5;
/** Months in which central banks meet. */
const RBI = [2, 4, 6, 8, 10, 12];
const OTHERS = [1, 3, 4, 6, 7, 9, 10, 12];

export const RELEASES: readonly Release[] = [
  {
    country: "India",
    title: "CPI inflation, year on year",
    months: null,
    day: 12,
    time: "16:00",
    impact: "high",
    impactedStocks: "Banks, consumer goods and automobiles follow what it says about interest rates.",
    description: "How much more households pay than a year ago.",
    usual: 4.1,
    spread: 0.6,
    decimals: 1,
    unit: "%",
  },
  {
    country: "India",
    title: "RBI policy decision",
    months: RBI,
    day: { weekday: FRIDAY, nth: 1 },
    time: "10:00",
    impact: "high",
    impactedStocks: "Banks, non-banking lenders, real estate and automobiles move with interest rates.",
    description: "The repo rate, at which banks borrow from the Reserve Bank of India.",
    usual: 5.25,
    spread: 0,
    decimals: 2,
    unit: "%",
  },
  {
    country: "India",
    title: "GDP growth, year on year",
    months: [2, 5, 8, 11],
    day: "last",
    time: "16:00",
    impact: "high",
    impactedStocks: "Capital goods, banks and the indices as a whole.",
    description: "Growth of the economy in the quarter that ended two months before.",
    usual: 6.7,
    spread: 0.7,
    decimals: 1,
    unit: "%",
  },
  {
    country: "USA",
    title: "Non-farm payrolls",
    months: null,
    day: { weekday: FRIDAY, nth: 1 },
    time: "19:00",
    impact: "high",
    impactedStocks: "Information technology, and whatever foreign funds hold most of.",
    description: "Jobs added in the month before, outside of farming.",
    usual: 130,
    spread: 60,
    decimals: 0,
    unit: "K",
  },
  {
    country: "USA",
    title: "CPI inflation, year on year",
    months: null,
    day: { weekday: WEDNESDAY, nth: 2 },
    time: "19:00",
    impact: "high",
    impactedStocks: "Information technology, metals, and whatever foreign funds hold most of.",
    description: "How much more American households pay than a year ago.",
    usual: 2.8,
    spread: 0.4,
    decimals: 1,
    unit: "%",
  },
  {
    country: "USA",
    title: "Fed rate decision",
    months: OTHERS,
    day: { weekday: WEDNESDAY, nth: 3 },
    time: "23:30",
    impact: "high",
    impactedStocks: "Banks, information technology and metals, on the morning after.",
    description: "Upper end of the federal funds rate.",
    usual: 3.75,
    spread: 0,
    decimals: 2,
    unit: "%",
  },
  {
    country: "China",
    title: "Manufacturing PMI",
    months: null,
    day: "last",
    time: "07:00",
    impact: "medium",
    impactedStocks: "Metals and mining.",
    description: "Above 50, purchasing managers of factories see more business than a month ago.",
    usual: 50,
    spread: 0.9,
    decimals: 1,
    unit: "",
  },
  {
    country: "Euro Area",
    title: "ECB rate decision",
    months: OTHERS,
    day: { weekday: THURSDAY, nth: 2 },
    time: "18:45",
    impact: "medium",
    impactedStocks: "Pharmaceuticals and automobile exporters.",
    description: "The deposit rate of the European Central Bank.",
    usual: 2,
    spread: 0,
    decimals: 2,
    unit: "%",
  },
  {
    country: "Japan",
    title: "Bank of Japan policy decision",
    months: OTHERS,
    day: { weekday: FRIDAY, nth: 3 },
    time: "08:30",
    impact: "medium",
    impactedStocks: "The indices as a whole, where the yen moves far.",
    description: "The short-term policy rate.",
    usual: 0.75,
    spread: 0,
    decimals: 2,
    unit: "%",
  },
  {
    country: "Japan",
    title: "Industrial production, month on month",
    months: null,
    day: "last",
    time: "05:20",
    impact: "low",
    impactedStocks: "",
    description: "Output of factories and mines against the month before.",
    usual: 0.3,
    spread: 1.6,
    decimals: 1,
    unit: "%",
  },
];
