import { addDays, istDate } from "#domain/calendar/ist.ts";
import { type ShareChange, sharesAfter } from "#domain/instruments/share-changes.ts";
import type { EventRepository } from "../../capabilities/events/repository.ts";
import type { InstrumentDirectory } from "../../market/instruments/directory.ts";

interface ShareChangesNeeds {
  readonly events: Pick<EventRepository, "stockEvents">;
  readonly directory: () => Promise<Pick<InstrumentDirectory, "byToken">>;
  /** market time, epoch ms */
  readonly now: () => number;
  /** the machine's clock, epoch ms */
  readonly clock?: () => number;
}

/** As far back as days are kept. */
const DAYS = 550;
/** What was imported since is heard of after this long. */
const FRESH_MS = 60_000;

/**
 * Bonuses and splits of an underlying, out of the corporate actions that were imported (docs/events.md).
 * @returns what answers by the underlying's token; it rejects while storage is away
 */
export function createShareChanges({ events, directory, now, clock = Date.now }: ShareChangesNeeds) {
  let held: Promise<ReadonlyMap<string, readonly ShareChange[]>> | null = null;
  let heldAt = Number.NEGATIVE_INFINITY;

  async function load(): Promise<ReadonlyMap<string, readonly ShareChange[]>> {
    const today = istDate(now());
    const kept = await events.stockEvents(addDays(today, -DAYS), today);
    const bySymbol = new Map<string, ShareChange[]>();
    for (const { trading_symbol: symbol, date, event_type: type, description: source } of kept.events) {
      if (type !== "bonus" && type !== "stock_split") continue;
      const shares = sharesAfter(type, source);
      if (shares === null) continue;
      const own = bySymbol.get(symbol) ?? [];
      bySymbol.set(symbol, own);
      own.push({ date, shares, source });
    }
    return bySymbol;
  }

  return async (underlying: number): Promise<readonly ShareChange[]> => {
    const symbol = (await directory()).byToken(underlying)?.tradingsymbol;
    if (symbol === undefined) return [];
    if (held === null || clock() - heldAt >= FRESH_MS) {
      heldAt = clock();
      held = load();
      held.catch(() => {
        held = null;
      });
    }
    return (await held).get(symbol) ?? [];
  };
}
