import { and, asc, between, eq, gte, inArray } from "drizzle-orm";
import { type Static, type TSchema, Type } from "typebox";
import { Value } from "typebox/value";
import { compactDate, fromCompactDate } from "#domain/calendar/ist.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import { GlobalEvent, StockEvent } from "#protocol/http/events.ts";
import type { Db, Executor } from "../../platform/store/database.ts";
import { banLists, eventImports, marketEvents } from "./schema.ts";

/** Shares in ban on a trade date. */
export interface BanList {
  readonly date: IsoDate;
  readonly symbols: readonly string[];
}

interface Span {
  /** What is kept of the list from this date to that, both included, is replaced. */
  readonly from: IsoDate;
  readonly to: IsoDate;
}

/** What one file says. Ids are unique in a list. */
export type EventBatch = Span &
  (
    | { readonly list: "global"; readonly events: readonly GlobalEvent[] }
    | { readonly list: "results" | "actions"; readonly events: readonly StockEvent[] }
    | { readonly list: "bans"; readonly lists: readonly BanList[] }
  );

/** Part of a list, and when something was last imported into it: epoch ms, null never. */
export interface KeptEvents<Event> {
  readonly importedAt: number | null;
  readonly events: readonly Event[];
}

export interface EventRepository {
  /** Those of the dates, both included, by date. */
  globalEvents(from: IsoDate, to: IsoDate): Promise<KeptEvents<GlobalEvent>>;
  /** Results and corporate actions of the dates, both included, by date. */
  stockEvents(from: IsoDate, to: IsoDate): Promise<KeptEvents<StockEvent>>;
  /** Lists of the date and later, by date. */
  banLists(
    from: IsoDate,
  ): Promise<{ readonly importedAt: number | null; readonly lists: readonly BanList[] }>;
  /**
   * Everything, or nothing. A later batch wins over an earlier one that says the same.
   * @param at epoch ms
   */
  replace(batches: readonly EventBatch[], at: number): Promise<void>;
}

const Symbols = Type.Array(Type.String());
/** Rows a statement: far below the 65,535 parameters that Postgres takes. */
const ROWS_A_STATEMENT = 500;

/** Rows as this version knows them: what another version has written otherwise is left out. */
function known<S extends TSchema>(schema: S, values: readonly unknown[]): Static<S>[] {
  return values.filter((value): value is Static<S> => Value.Check(schema, value));
}

async function eventsOf(
  db: Db,
  lists: readonly string[],
  from: IsoDate,
  to: IsoDate,
): Promise<KeptEvents<unknown>> {
  const imports = await db
    .select({ importedAt: eventImports.importedAt })
    .from(eventImports)
    .where(inArray(eventImports.list, [...lists]));
  if (imports.length === 0) return { importedAt: null, events: [] };
  const { list, date, id, event } = marketEvents;
  const rows = await db
    .select({ event })
    .from(marketEvents)
    .where(and(inArray(list, [...lists]), between(date, compactDate(from), compactDate(to))))
    .orderBy(asc(date), asc(id));
  return {
    importedAt: Math.max(...imports.map(({ importedAt }) => importedAt)),
    events: rows.map((row) => row.event),
  };
}

async function clear(db: Db, { list, from, to }: EventBatch): Promise<void> {
  const [first, last] = [compactDate(from), compactDate(to)];
  if (list === "bans") {
    await db.delete(banLists).where(between(banLists.date, first, last));
    return;
  }
  await db
    .delete(marketEvents)
    .where(and(eq(marketEvents.list, list), between(marketEvents.date, first, last)));
}

async function putBans(db: Db, lists: readonly BanList[]): Promise<void> {
  for (const { date, symbols } of lists) {
    await db
      .insert(banLists)
      .values({ date: compactDate(date), symbols })
      .onConflictDoUpdate({ target: banLists.date, set: { symbols } });
  }
}

async function putEvents(db: Db, list: string, events: readonly (GlobalEvent | StockEvent)[]): Promise<void> {
  const rows = events.map((event) => ({ list, id: event.id, date: compactDate(event.date), event }));
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT) {
    const some = rows.slice(from, from + ROWS_A_STATEMENT);
    await db.delete(marketEvents).where(
      and(
        eq(marketEvents.list, list),
        inArray(
          marketEvents.id,
          some.map(({ id }) => id),
        ),
      ),
    );
    await db.insert(marketEvents).values(some);
  }
}

async function noteImport(db: Db, list: string, importedAt: number): Promise<void> {
  await db
    .insert(eventImports)
    .values({ list, importedAt })
    .onConflictDoUpdate({ target: eventImports.list, set: { importedAt } });
}

export function createEvents(executor: Executor): EventRepository {
  return {
    globalEvents: (from, to) =>
      executor.read(async ({ db }) => {
        const { importedAt, events } = await eventsOf(db, ["global"], from, to);
        return { importedAt, events: known(GlobalEvent, events) };
      }),
    stockEvents: (from, to) =>
      executor.read(async ({ db }) => {
        const { importedAt, events } = await eventsOf(db, ["results", "actions"], from, to);
        return { importedAt, events: known(StockEvent, events) };
      }),
    banLists: (from) =>
      executor.read(async ({ db }) => {
        const [note] = await db.select().from(eventImports).where(eq(eventImports.list, "bans"));
        const rows = await db
          .select()
          .from(banLists)
          .where(gte(banLists.date, compactDate(from)))
          .orderBy(asc(banLists.date));
        return {
          importedAt: note?.importedAt ?? null,
          lists: rows.flatMap(({ date, symbols }) =>
            Value.Check(Symbols, symbols) ? [{ date: fromCompactDate(date), symbols }] : [],
          ),
        };
      }),
    replace: (batches, at) =>
      executor.transaction(async ({ db }) => {
        for (const batch of batches) await clear(db, batch);
        for (const batch of batches) {
          if (batch.list === "bans") await putBans(db, batch.lists);
          else await putEvents(db, batch.list, batch.events);
          await noteImport(db, batch.list, at);
        }
      }),
  };
}
