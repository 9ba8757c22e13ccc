import { joinBlocks } from "./join-blocks.ts";
import type { PastRevision } from "./past-revision.ts";
import { QUARTER_MS, quarterStart } from "./quarters.ts";
import type { MarketDay, Recorder } from "./recorder.ts";
import type { HistoryRepository } from "./repository.ts";
import type { SessionTimes } from "./session-times.ts";
import type { StartedBlock } from "./started-block.ts";

/** What was recorded here of sessions, from memory and storage as one. */
export interface RecordedBlocks {
  /**
   * Of an underlying, by the expiries asked for (0 its spot and futures): blocks that begin within a session, oldest first, each
   * quarter of an hour once. Storage that is away leaves out what it has.
   */
  of(
    day: MarketDay,
    underlying: number,
    expiries: readonly number[],
    session: SessionTimes,
  ): Promise<ReadonlyMap<number, readonly StartedBlock[]>>;
}

interface Options {
  readonly store: Pick<HistoryRepository, "blocks">;
  readonly recorder: Pick<Recorder, "blocks" | "beganWith">;
  readonly revision: Pick<PastRevision, "writes" | "missed">;
}

/** Stored blocks kept at hand: those of a day that is over change where its last ones are written after it. A day of NIFTY's four nearest expiries is about 0.6 MB. */
const MOST_KEPT_BYTES = 8 * 2 ** 20;

interface Kept {
  readonly blocks: readonly StartedBlock[];
  readonly bytes: number;
}

export function createRecordedBlocks({ store, recorder, revision }: Options): RecordedBlocks {
  const kept = new Map<string, Kept>();
  let keptBytes = 0;
  let writes = revision.writes();

  /** Forgets what was read before a block of a day that is over was written. */
  function renew(): void {
    if (writes === revision.writes()) return;
    writes = revision.writes();
    kept.clear();
    keptBytes = 0;
  }

  function keep(key: string, blocks: readonly StartedBlock[]): void {
    const bytes = blocks.reduce((sum, { body }) => sum + body.length, 0);
    keptBytes += bytes - (kept.get(key)?.bytes ?? 0);
    kept.set(key, { blocks, bytes });
    for (const [oldest, entry] of kept) {
      if (keptBytes <= MOST_KEPT_BYTES || oldest === key) break;
      kept.delete(oldest);
      keptBytes -= entry.bytes;
    }
  }

  async function stored(
    { market, date }: MarketDay,
    underlying: number,
    expiries: readonly number[],
    session: SessionTimes,
  ): Promise<Map<number, readonly StartedBlock[]>> {
    const own = session.date === date ? recorder.beganWith() : 0;
    // Of the present day this process needs what was written before it began, and the quarter in which it did.
    const to = Math.min(session.close, own === 0 ? session.close : own + QUARTER_MS);
    const isOver = session.date !== date || own !== 0;
    renew();
    const asOf = writes;
    const found = new Map<number, readonly StartedBlock[]>();
    const missing: number[] = [];
    const keyOf = (expiry: number) => `${market} ${underlying} ${expiry} ${session.open} ${to}`;
    for (const expiry of expiries) {
      const known = kept.get(keyOf(expiry));
      if (known === undefined) missing.push(expiry);
      else found.set(expiry, known.blocks);
    }
    const from = quarterStart(session.open);
    for (const isLinear of [true, false]) {
      const some = missing.filter((expiry) => (expiry === 0) === isLinear);
      if (some.length === 0 || from >= to) continue;
      const kind = isLinear ? "minutes" : "option_minutes";
      const rows = await store
        .blocks({ market, kind, underlying, expiries: some, from, to })
        .catch(() => null);
      if (rows === null) {
        revision.missed();
        continue;
      }
      renew();
      for (const expiry of some) {
        const blocks = rows
          .filter((row) => row.expiry === expiry)
          .map(({ start, body }) => ({ start, body }));
        found.set(expiry, blocks);
        if (isOver && asOf === writes) keep(keyOf(expiry), blocks);
      }
    }
    return found;
  }

  return {
    async of(day, underlying, expiries, session) {
      const before = await stored(day, underlying, expiries, session);
      if (session.date !== day.date) return before;
      return new Map(
        expiries.map((expiry) => {
          const blocks = new Map((before.get(expiry) ?? []).map((block) => [block.start, block]));
          // Asked for after storage has answered: what was written meanwhile is still here.
          for (const { start, body } of recorder.blocks(underlying, expiry)) {
            const earlier = blocks.get(start);
            const kind = expiry === 0 ? "minutes" : "option_minutes";
            blocks.set(start, {
              start,
              body: earlier === undefined ? body : joinBlocks(kind, earlier.body, body),
            });
          }
          return [expiry, [...blocks.values()].sort((a, b) => a.start - b.start)] as const;
        }),
      );
    },
  };
}
