import { QUOTE_WORD as WORD } from "#wasm/words.ts";
import type { MarketClock } from "../clock.ts";
import type { MarketSource, PreviousVolatility } from "../market-source.ts";
import { type MarketTable, markDirty, ROW_WORDS, type Universe } from "../market-table.ts";
import { createChangeLog } from "./change-log.ts";
import { createOpeningAuctions, isOfAuction } from "./opening-auctions.ts";

/**
 * What the line may hold before it conflates: changes are then kept twice a second instead of every turn, and from twice as
 * much on every five seconds. Nothing is lost by that but the steps between, and a minute of five-second steps is bounded
 * by twelve times the table.
 */
const LINE_BYTES = 64 * 1024 * 1024;
const CROWDED_INTERVAL_MS = 500;
const FULL_INTERVAL_MS = 5_000;

interface DelayLineOptions {
  readonly delayMs: number;
  /** ms of a clock that only grows: a wall clock that is set forward must not let anything out early */
  readonly monotonic: () => number;
  /** of the market whose changes are kept */
  readonly clock: Pick<MarketClock, "speed" | "sessions">;
  readonly source: Pick<MarketSource, "name" | "simulated" | "rule">;
  readonly bytes?: number;
}

/** Keeps what happens to one market and tells it, later, as the source and the clock of another. */
export interface DelayLine {
  /** A universe with its opening state, right after the source filled the table; one that is known already goes on. */
  begin(
    table: MarketTable,
    of: Pick<MarketSource, "previousVolatility" | "settlement">,
    marketTime: number,
    at?: number,
  ): void;
  /**
   * Takes every dirty row of the table and leaves the marks. What an opening auction tells is let out with the opening.
   * @param at monotonic ms at which this is so; what is let out is never younger than the delay
   */
  record(table: MarketTable, marketTime: number, at?: number): void;
  /** The market as it was: changes come out in the turns in which they went in, as far as there was room. */
  readonly source: MarketSource;
  /** Market time of the newest turn that is let out. To be asked before each `advance`, which goes up to there. */
  readonly clock: MarketClock;
  /** chains that are looked at a minute late: the source of the prices has to know */
  readonly watched: readonly string[];
  readonly bytes: number;
}

interface Era {
  readonly universe: Universe;
  readonly previousOi: Float64Array;
  /** by underlying and chain */
  readonly previous: readonly (readonly (PreviousVolatility | null)[])[];
  readonly settlement: MarketSource["settlement"];
}

/** One turn of the market. */
interface Turn {
  readonly at: number;
  readonly marketTime: number;
  readonly records: number;
  /** what begins with it */
  readonly era: Era | null;
}

export function createDelayLine(options: DelayLineOptions): DelayLine {
  const { delayMs, monotonic } = options;
  const budget = options.bytes ?? LINE_BYTES;
  const log = createChangeLog();
  const auctions = options.clock.sessions ? createOpeningAuctions() : null;
  let turns: Turn[] = [];
  /** of `turns`: those before are told */
  let head = 0;
  let first: Turn | null = null;
  let newest: Era | null = null;
  let told: Era | null = null;
  /** rows that changed and are not in the log yet */
  let waiting = new Int32Array(0);
  let isWaiting = new Uint8Array(0);
  let waitingCount = 0;
  let writtenAt = -Infinity;
  /** what went in by then may come out */
  let cutoff = -Infinity;
  let latest = -Infinity;
  let watched: readonly string[] = [];

  /** Brokers' streams do not say it: what a row is heard with first stands for it, here a minute later as well. */
  const isOiHeard = options.source.name === "kite" || options.source.name === "upstox";

  function notePreviousOi({ words, previousOi }: MarketTable, row: number): void {
    const oi = words[row * ROW_WORDS + WORD.oi]!;
    if (previousOi[row] === 0 && oi !== 0) previousOi[row] = oi >>> 0;
  }

  function push(turn: Turn): void {
    first ??= turn;
    turns.push(turn);
    if (head < 1_024) return;
    turns = turns.slice(head);
    head = 0;
  }

  /**
   * A market comes out with the prices that it began with: the live side solves all of it between the two, and who is late
   * would see it empty for as long as that took.
   */
  function holdBegun(at: number): void {
    for (let i = turns.length - 1; i >= head && turns[i]!.era !== null; i--) turns[i] = { ...turns[i]!, at };
  }

  function interval(): number {
    if (log.bytes < budget) return 0;
    return log.bytes < 2 * budget ? CROWDED_INTERVAL_MS : FULL_INTERVAL_MS;
  }

  function write(table: MarketTable, marketTime: number): number {
    const auction = auctions?.at(marketTime) ?? null;
    let records = 0;
    let kept = 0;
    for (let i = 0; i < waitingCount; i++) {
      const row = waiting[i]!;
      if (auction !== null && isOfAuction(table, row, auction)) {
        waiting[kept++] = row;
        continue;
      }
      isWaiting[row] = 0;
      if (log.put(table.words, row)) records++;
    }
    waitingCount = kept;
    return records;
  }

  function current(): Era {
    if (told === null) throw new Error("the delay line has no market yet");
    return told;
  }

  /** Tells turns up to the cut-off. @returns true when it stopped before one that begins another universe */
  function tell(table: MarketTable): boolean {
    for (; head < turns.length; head++) {
      const turn = turns[head]!;
      if (turn.at > cutoff) return false;
      if (turn.era !== null && turn.era !== told) return true;
      log.take(turn.records, table.words, (row) => {
        if (isOiHeard) notePreviousOi(table, row);
        markDirty(table, row);
      });
    }
    return false;
  }

  /** A list of instruments is no price: a feed that began without any need not wait for its first. */
  function skipToList(): boolean {
    const next = turns.findIndex((turn, i) => i >= head && turn.era !== null && turn.era !== told);
    if (next >= 0) head = next;
    return next >= 0;
  }

  return {
    begin(table, of, marketTime, at = monotonic()) {
      const { universe } = table;
      if (newest?.universe === universe) return;
      const rows = universe.instruments.length;
      newest = {
        universe,
        previousOi: table.previousOi.slice(),
        previous: universe.underlyings.map(({ chains }, u) =>
          chains.map((_, c) => of.previousVolatility(u, c)),
        ),
        settlement: of.settlement,
      };
      told ??= newest;
      log.restart(rows);
      waiting = new Int32Array(rows);
      isWaiting = new Uint8Array(rows);
      waitingCount = 0;
      writtenAt = -Infinity;
      push({ at, marketTime, records: 0, era: newest });
    },
    record(table, marketTime, at = monotonic()) {
      for (let i = 0; i < table.dirtyCount; i++) {
        const row = table.dirtyRows[i]!;
        if (isWaiting[row] === 1) continue;
        isWaiting[row] = 1;
        waiting[waitingCount++] = row;
      }
      let records = 0;
      if (waitingCount > 0 && at - writtenAt >= interval()) {
        records = write(table, marketTime);
        writtenAt = at;
      }
      holdBegun(at);
      push({ at, marketTime, records, era: null });
    },
    source: {
      name: options.source.name,
      simulated: options.source.simulated,
      ...(options.source.rule && { rule: options.source.rule }),
      universe: () => current().universe,
      fill(table) {
        const { universe, previousOi } = current();
        table.previousOi.set(previousOi);
        universe.instruments.forEach(({ token }, row) => {
          table.words[row * ROW_WORDS] = token;
          markDirty(table, row);
        });
        // What has followed since it began belongs to its opening state.
        tell(table);
      },
      advance(table) {
        if (tell(table) || (table.universe.instruments.length === 0 && skipToList())) {
          told = turns[head++]!.era;
          return true;
        }
        return false;
      },
      previousVolatility: (u, c) => current().previous[u]?.[c] ?? null,
      settlement: (chain) => current().settlement?.(chain) ?? Number.NaN,
      watch(chains) {
        watched = chains;
      },
      dispose() {
        turns = [];
        head = 0;
      },
    },
    clock: {
      now() {
        cutoff = monotonic() - delayMs;
        for (let i = head; i < turns.length && turns[i]!.at <= cutoff; i++) {
          latest = Math.max(latest, turns[i]!.marketTime);
        }
        if (latest === -Infinity && first !== null) {
          // Nothing is old enough yet: the time that the market showed a minute ago, had it been kept.
          return first.marketTime - (first.at - cutoff) * options.clock.speed;
        }
        return latest;
      },
      speed: options.clock.speed,
      sessions: options.clock.sessions,
    },
    get watched() {
      return watched;
    },
    get bytes() {
      return log.bytes;
    },
  };
}
