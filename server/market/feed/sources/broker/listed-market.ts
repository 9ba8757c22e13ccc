import { addDays } from "#domain/calendar/ist.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import { QUOTE_WORD as WORD } from "#wasm/words.ts";
import { ROW_WORDS } from "../../market-table.ts";
import type { ClosingOi } from "./closing-oi.ts";
import { emptyUniverse, listedUniverse } from "./listed-universe.ts";
import type { Listing } from "./listing.ts";
import { createLiveTable, type LiveTable } from "./live-table.ts";
import { listingDay, tradesOn } from "./schedule.ts";

/** What an underlying that the broker does not quote (currency, commodities) takes over from its nearest running future. */
const REFERENCE_WORDS = [
  WORD.lastPrice,
  WORD.open,
  WORD.high,
  WORD.low,
  WORD.close,
  WORD.exchangeTime,
] as const;
const LONGEST_CLOSURE_DAYS = 30;

/** What is listed, and the table of it, from one list and day to the next. */
interface ListedMarket {
  readonly listing: Listing | null;
  readonly table: LiveTable;
  /** A list has arrived; it is taken with the next `turn`. */
  offer(listing: Listing): void;
  /**
   * Takes what has arrived and rolls the day, which lets go what had expired; rows live on by token.
   * @returns true when there is another universe
   */
  turn(now: number): boolean;
  moveReferences(now: number): void;
  /** Keeps open interest as it is now. */
  saveOi(now: number): void;
}

function dayBefore(date: IsoDate): IsoDate {
  let day = addDays(date, -1);
  for (let n = 0; n < LONGEST_CLOSURE_DAYS && !tradesOn(day); n++) day = addDays(day, -1);
  return day;
}

export function createListedMarket(closing: ClosingOi, startAt: number): ListedMarket {
  let day = listingDay(startAt);
  let listing: Listing | null = null;
  let arrived: Listing | null = null;
  let table = createLiveTable(emptyUniverse(day), null, () => Number.NaN);

  /** Open interest before today: what is known stays within a day. */
  function previousOi(isSameDay: boolean): (token: number) => number {
    const before = table;
    const stored = closing.of(dayBefore(day));
    return (token) => {
      const known = isSameDay ? before.previousOi(token) : Number.NaN;
      return Number.isNaN(known) ? stored(token) : known;
    };
  }

  function adopt(next: Listing, now: number, isSameDay: boolean): void {
    listing = next;
    arrived = null;
    table = createLiveTable(listedUniverse(next, now), table, previousOi(isSameDay));
  }

  return {
    get listing() {
      return listing;
    },
    get table() {
      return table;
    },
    offer(next) {
      arrived = next;
    },
    turn(now) {
      const before = table;
      const today = listingDay(now);
      const isSameDay = today === day;
      if (!isSameDay) {
        closing.save(day, table, now);
        day = today;
      }
      const next = arrived ?? (isSameDay ? null : listing);
      if (next !== null) adopt(next, now, isSameDay);
      return table !== before;
    },
    moveReferences(now) {
      for (const { underlying, index, futures } of table.universe.underlyings) {
        const nearest = futures.find(({ expiryInstant }) => expiryInstant > now) ?? futures.at(-1);
        if (nearest === undefined || listing?.keys.has(underlying.token)) continue;
        for (const word of REFERENCE_WORDS) {
          table.set(index, word, table.words[nearest.index * ROW_WORDS + word]!);
        }
      }
    },
    saveOi(now) {
      if (listing !== null) closing.save(day, table, now);
    },
  };
}
