import { type Static, Type } from "typebox";
import { MARKET_GROUPS } from "#domain/calendar/exchange.ts";
import { endpoint } from "./contract.ts";
import { Nullable } from "./nullable.ts";

/** What may move prices, and the days on which exchanges do not keep their usual hours. Dates and times are India's. */

export const COUNTRIES = ["India", "China", "USA", "Euro Area", "Japan"] as const;
export const IMPACTS = ["low", "medium", "high"] as const;
export const STOCK_EVENT_TYPES = ["stock_results", "bonus", "dividend", "stock_split"] as const;

function oneOf<const T extends string[]>(values: readonly [...T], description: string) {
  return Type.Enum(values, { description });
}
const Day = (description: string) =>
  Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$", description: `${description}, YYYY-MM-DD` });
const Clock = (description: string) =>
  Type.String({ pattern: "^\\d{2}:\\d{2}$", description: `${description}, HH:MM in India` });

const IS_SAMPLE = Type.Boolean({
  description: "true: nothing was imported, and all of it is made up to show what it would look like",
});
const IMPORTED_AT = Nullable(Type.Number({ description: "epoch ms of the last import; null never" }));
const SPAN = {
  date: Day("the market's day"),
  from: Day("first day of the list"),
  to: Day("last day of the list"),
  is_sample: IS_SAMPLE,
  imported_at: IMPORTED_AT,
};

export const GlobalEvent = Type.Object({
  id: Type.String(),
  country: oneOf(COUNTRIES, "whose economy it is about"),
  title: Type.String(),
  date: Day("when"),
  time: Nullable(Clock("when")),
  impact: oneOf(IMPACTS, "how much it usually moves markets"),
  expected: Nullable(Type.String()),
  actual: Nullable(Type.String({ description: "null until it is published" })),
  previous: Nullable(Type.String()),
  impacted_stocks: Type.String({ description: "what it means for stocks, in words; may be empty" }),
  description: Type.String({ description: "may be empty" }),
});
export type GlobalEvent = Static<typeof GlobalEvent>;

export const StockEvent = Type.Object({
  id: Type.String(),
  trading_symbol: Type.String({ description: "the share's, which is its underlying's" }),
  date: Day("of the board meeting, or the ex-date"),
  event_type: oneOf(STOCK_EVENT_TYPES, "what it is"),
  description: Type.String({
    description: "in words; of results the first one says of how long: Quarterly, Yearly, Financial",
  }),
});
export type StockEvent = Static<typeof StockEvent>;

/** Ascending by date and time. */
export const GlobalEventsResponse = Type.Object({
  payload: Type.Object({ ...SPAN, data: Type.Array(GlobalEvent) }),
});
export type GlobalEventsResponse = Static<typeof GlobalEventsResponse>;

/** Ascending by date and symbol. */
export const StockEventsResponse = Type.Object({
  payload: Type.Object({ ...SPAN, data: Type.Array(StockEvent) }),
});
export type StockEventsResponse = Static<typeof StockEventsResponse>;

const Session = Type.Object({
  phase: Type.Union([Type.Literal("pre_open"), Type.Literal("continuous"), Type.Literal("closing_auction")]),
  label: Type.String({ description: "Evening session, Muhurat trading" }),
  open: Clock("from"),
  close: Clock("until"),
});

const CalendarMarket = Type.Object({
  market: oneOf(MARKET_GROUPS, "exchanges that share a calendar"),
  exchanges: Type.Array(Type.String()),
  closed: Nullable(
    Type.Union([Type.Literal("full"), Type.Literal("morning"), Type.Literal("evening")], {
      description: "what a holiday closes; null where there is none, but a session beyond the usual ones",
    }),
  ),
  sessions: Type.Array(Session, { description: "when it trades all the same; of a share's derivatives" }),
  is_provisional: Type.Boolean({ description: "not confirmed by a list of the exchange" }),
});

const CalendarDay = Type.Object({
  date: Day("when"),
  name: Type.String({ description: "of the holiday, else of the special session" }),
  special: Nullable(Type.String({ description: "name of a special session, such as Muhurat trading" })),
  is_weekend: Type.Boolean(),
  markets: Type.Array(CalendarMarket, { description: "those whose hours it changes" }),
});

/** Ascending by date. */
export const HolidayCalendarResponse = Type.Object({
  payload: Type.Object({
    date: Day("the market's day"),
    from: Day("first day of the calendar"),
    to: Day("last day of the calendar"),
    data: Type.Array(CalendarDay),
  }),
});
export type HolidayCalendarResponse = Static<typeof HolidayCalendarResponse>;

/** Ascending by date, from the market's day on. A day without a list is one of which nothing is known. */
export const BanListResponse = Type.Object({
  payload: Type.Object({
    date: Day("the market's day"),
    lists: Type.Array(
      Type.Object({
        date: Day("trade date that the list holds for"),
        trading_symbols: Type.Array(Type.String(), { description: "in which no new position may be opened" }),
      }),
    ),
    is_sample: IS_SAMPLE,
    imported_at: IMPORTED_AT,
  }),
});
export type BanListResponse = Static<typeof BanListResponse>;

const open = {
  access: "app_initialized",
  feature: "calendar",
  class: "read",
  cost: 0,
  ms: 1,
  cache: "no-cache",
  tags: ["events"],
} as const;
/** Where nothing was imported, what is made up is so for the shares of the market; the days around today need its clock. */
const ERRORS = { 503: ["metacache.failed", "server.unavailable"] } as const;

/** Events and holidays: the same for every caller. */
export const EVENT_ROWS = {
  // Questions without a body, and POSTs: that is how their callers know them.
  marketGlobalEvents: endpoint({
    ...open,
    method: "POST",
    paths: ["/v1/compute/market_global_events"],
    summary: "Economic events from 30 days before the market's day to 90 after it",
    answers: { 200: GlobalEventsResponse },
    errors: ERRORS,
  }),
  marketStockEvents: endpoint({
    ...open,
    method: "POST",
    paths: ["/v1/compute/market_stock_events"],
    summary: "Results, dividends, bonuses and splits of shares, over the same days",
    answers: { 200: StockEventsResponse },
    errors: ERRORS,
  }),
  holidayCalendar: endpoint({
    ...open,
    method: "GET",
    paths: ["/v1/compute/get_holiday_calendar"],
    summary: "Holidays, evening and special sessions of this year and the next",
    answers: { 200: HolidayCalendarResponse },
    errors: {},
  }),
  banList: endpoint({
    ...open,
    method: "GET",
    paths: ["/v1/compute/fno_ban_list"],
    summary: "Shares in whose derivatives no new position may be opened, today and as far ahead as is known",
    answers: { 200: BanListResponse },
    errors: ERRORS,
  }),
};
