import type { Exchange } from "#domain/calendar/exchange.ts";
import { priceDivisor } from "#domain/units/segments.ts";
import { QUOTE_WORD as WORD } from "#wasm/words.ts";
import { ROW_WORDS } from "../../market-table.ts";
import type { LinkSession } from "./link.ts";
import { divide } from "./links.ts";
import type { Listing } from "./listing.ts";
import type { LiveTable } from "./live-table.ts";
import { moneyPositions, type Selection, select } from "./selection.ts";

/** The money is looked for this often, and what is followed moves with it no oftener than this, ms. */
const LOOK_MS = 1_000;
const MOVE_MS = 5_000;
/** With fewer instruments in session on a connection a quiet minute says little. */
const FEW = 50;

/** Which instruments are followed, and on which connection each. */
interface Followed {
  readonly sets: readonly ReadonlySet<number>[];
  readonly count: number;
  readonly leftOut: number;
  /** Another universe, or another list: everything is chosen anew. */
  reset(table: LiveTable, listing: Listing): void;
  watch(chains: readonly string[]): void;
  /**
   * @param knowsPrices false while the money cannot be told yet: options wait
   * @returns true when the sets changed
   */
  tick(now: number, knowsPrices: boolean): boolean;
  /** The session that most of a connection's instruments trade in. */
  session(link: number, since: (exchange: Exchange) => number | null): LinkSession | null;
}

export function createFollowed(links: number, room: number): Followed {
  let table: LiveTable | null = null;
  let listing: Listing | null = null;
  let sets: readonly ReadonlySet<number>[] = Array.from({ length: links }, () => new Set<number>());
  let counts: ReadonlyMap<Exchange, number>[] = sets.map(() => new Map());
  let watched: ReadonlySet<string> = new Set();
  let selection: Selection = { rows: [], leftOut: 0 };
  let positions: readonly number[] = [];
  let lookAt = -Infinity;
  let moveAt = -Infinity;
  let isDue = false;
  let knew = false;

  function priceOf(row: number): number {
    const wire = table!.words[row * ROW_WORDS + WORD.lastPrice]!;
    return wire > 0 ? wire / priceDivisor(table!.universe.instruments[row]!.token) : Number.NaN;
  }

  function countExchanges(set: ReadonlySet<number>): Map<Exchange, number> {
    const counted = new Map<Exchange, number>();
    for (const token of set) {
      const row = table!.rows.get(token);
      if (row === undefined) continue;
      const { exchange } = table!.universe.instruments[row]!;
      counted.set(exchange, (counted.get(exchange) ?? 0) + 1);
    }
    return counted;
  }

  function choose(current: LiveTable, now: number, knowsPrices: boolean): boolean {
    const { instruments } = current.universe;
    const keys = listing!.keys;
    selection = select({
      universe: current.universe,
      now,
      isQuoted: (row) => keys.has(instruments[row]!.token),
      priceOf,
      watched,
      capacity: links * room,
      knowsPrices,
    });
    const before = sets;
    const next = divide(
      selection.rows.map((row) => instruments[row]!.token),
      before,
      room,
    );
    if (next.every((set, i) => set === before[i])) return false;
    const wanted = new Set(next.flatMap((set) => [...set]));
    for (const set of before) {
      for (const token of set) {
        const row = wanted.has(token) ? undefined : current.rows.get(token);
        if (row !== undefined) current.clearBook(row);
      }
    }
    sets = next;
    counts = next.map(countExchanges);
    return true;
  }

  return {
    get sets() {
      return sets;
    },
    get count() {
      return selection.rows.length;
    },
    get leftOut() {
      return selection.leftOut;
    },
    reset(nextTable, nextListing) {
      table = nextTable;
      listing = nextListing;
      isDue = true;
      lookAt = -Infinity;
      moveAt = -Infinity;
    },
    watch(chains) {
      if (chains.length === watched.size && chains.every((key) => watched.has(key))) return;
      watched = new Set(chains);
      isDue = true;
    },
    tick(now, knowsPrices) {
      if (table === null || now < lookAt) return false;
      lookAt = now + LOOK_MS;
      if (knowsPrices !== knew) isDue = true;
      if (!isDue && now < moveAt) return false;
      const fresh = moneyPositions({ universe: table.universe, priceOf, now });
      const moved = fresh.length !== positions.length || fresh.some((each, i) => each !== positions[i]);
      if (!isDue && !moved) return false;
      positions = fresh;
      moveAt = now + MOVE_MS;
      isDue = false;
      knew = knowsPrices;
      return choose(table, now, knowsPrices);
    },
    session(link, since) {
      let most = 0;
      let start: number | null = null;
      for (const [exchange, count] of counts[link] ?? []) {
        const began = since(exchange);
        if (began === null) continue;
        most += count;
        start = start === null ? began : Math.min(start, began);
      }
      return start === null ? null : { since: start, isThin: most < FEW };
    },
  };
}
