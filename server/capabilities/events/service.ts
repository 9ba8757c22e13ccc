import { createHash } from "node:crypto";
import { holidayCalendar } from "#domain/calendar/holiday-calendar.ts";
import { addDays, istDate, yearOf } from "#domain/calendar/ist.ts";
import type { MarketKind } from "#domain/chain/origin.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type {
  BanListResponse,
  GlobalEventsResponse,
  HolidayCalendarResponse,
  StockEventsResponse,
} from "#protocol/http/events.ts";
import { type CachedBody, createCachedBody } from "../../platform/http/cached-body.ts";
import type { EventRepository } from "./repository.ts";
import { sampleBanLists, sampleGlobalEvents, sampleStockEvents } from "./samples.ts";

/** What is asked of the market, and only where nothing was imported. */
export interface EventMarket {
  readonly marketKind: MarketKind | null;
  /** symbols of the shares with derivatives */
  readonly stocks: readonly string[];
}

interface EventNeeds {
  readonly events: Pick<EventRepository, "globalEvents" | "stockEvents" | "banLists">;
  /** @throws AppError metacache.failed */
  readonly market: () => Promise<EventMarket>;
  /** epoch ms */
  readonly marketTime: () => number;
  readonly clock: () => number;
}

/** Answers as they are sent, encoded. @throws AppError storage.*, metacache.failed while there is none of before */
export interface EventService {
  globalEvents(): Promise<CachedBody>;
  stockEvents(): Promise<CachedBody>;
  banLists(): Promise<CachedBody>;
  holidays(): Promise<CachedBody>;
}

const DAYS_BEFORE = 30;
const DAYS_AFTER = 90;
/** What another process has imported is answered after this long at the latest. */
const FRESH_MS = 30_000;

/**
 * An answer that is made at most every half minute, and at another day of the market's. When it cannot be made, the one of
 * before is given: events of a while ago are better than none.
 */
function kept({ marketTime, clock }: EventNeeds, make: (date: IsoDate) => Promise<object>) {
  let held: { readonly date: IsoDate; readonly body: CachedBody } | null = null;
  let madeAt = Number.NEGATIVE_INFINITY;
  let making: Promise<CachedBody> | null = null;

  async function load(date: IsoDate): Promise<CachedBody> {
    const json = JSON.stringify(await make(date));
    const etag = createHash("sha256").update(json).digest("base64url").slice(0, 22);
    const body = held?.body.etag === etag ? held.body : createCachedBody(etag, json);
    held = { date, body };
    madeAt = clock();
    return body;
  }

  return async (): Promise<CachedBody> => {
    const date = istDate(marketTime());
    const before = held;
    if (before?.date === date && clock() - madeAt < FRESH_MS) return before.body;
    making ??= load(date).finally(() => {
      making = null;
    });
    return making.catch((error: unknown) => {
      if (before !== null) return before.body;
      throw error;
    });
  };
}

/** A market that is made up has made-up events; beside real prices nothing is invented. */
const isMadeUp = ({ marketKind }: EventMarket): boolean =>
  marketKind === "simulated" || marketKind === "imported";

/** By date, time and id; what has no time first. */
function inOrder<E extends { readonly date: string; readonly time?: string | null; readonly id: string }>(
  events: readonly E[],
): E[] {
  const key = ({ date, time, id }: E) => `${date} ${time ?? ""} ${id}`;
  return events.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

const daysAround = (date: IsoDate) => ({ from: addDays(date, -DAYS_BEFORE), to: addDays(date, DAYS_AFTER) });

function calendarAnswer(date: IsoDate): HolidayCalendarResponse {
  const year = yearOf(date);
  const [from, to] = [`${year}-01-01`, `${year + 1}-12-31`];
  const data = holidayCalendar(from, to).map(({ isWeekend, markets, ...day }) => ({
    ...day,
    is_weekend: isWeekend,
    markets: markets.map(({ isProvisional, exchanges, sessions, ...market }) => ({
      ...market,
      exchanges: [...exchanges],
      sessions: [...sessions],
      is_provisional: isProvisional,
    })),
  }));
  return { payload: { date, from, to, data } };
}

export function createEventService(needs: EventNeeds): EventService {
  const { events, market } = needs;

  async function globalAnswer(date: IsoDate): Promise<GlobalEventsResponse> {
    const days = daysAround(date);
    const { importedAt, events: data } = await events.globalEvents(days.from, days.to);
    const span = { date, ...days, imported_at: importedAt };
    if (importedAt !== null || !isMadeUp(await market())) {
      return { payload: { ...span, is_sample: false, data: inOrder(data) } };
    }
    return { payload: { ...span, is_sample: true, data: inOrder(sampleGlobalEvents(days, date)) } };
  }

  async function stockAnswer(date: IsoDate): Promise<StockEventsResponse> {
    const days = daysAround(date);
    const { importedAt, events: data } = await events.stockEvents(days.from, days.to);
    const span = { date, ...days, imported_at: importedAt };
    if (importedAt !== null) return { payload: { ...span, is_sample: false, data: inOrder(data) } };
    const here = await market();
    return {
      payload: {
        ...span,
        is_sample: isMadeUp(here),
        data: isMadeUp(here) ? inOrder(sampleStockEvents(days, here.stocks)) : [],
      },
    };
  }

  async function banAnswer(date: IsoDate): Promise<BanListResponse> {
    const { importedAt, lists } = await events.banLists(date);
    const here = importedAt === null ? await market() : null;
    const isSample = here !== null && isMadeUp(here);
    const shown = isSample ? sampleBanLists(date, here.stocks) : lists;
    return {
      payload: {
        date,
        lists: shown.map((list) => ({ date: list.date, trading_symbols: [...list.symbols] })),
        is_sample: isSample,
        imported_at: importedAt,
      },
    };
  }

  return {
    globalEvents: kept(needs, globalAnswer),
    stockEvents: kept(needs, stockAnswer),
    banLists: kept(needs, banAnswer),
    holidays: kept(needs, async (date) => calendarAnswer(date)),
  };
}
