import type { Exchange } from "#domain/calendar/exchange.ts";
import type { Followed } from "../kept-instruments.ts";
import { QUARTER_MS, quarterStart } from "../quarters.ts";
import type { StartedBlock } from "../started-block.ts";
import type { Tape } from "../tape.ts";
import {
  type BlockWriter,
  createBlockWriter,
  emptyState,
  joinOptionMinutes,
  type MinuteState,
} from "./codec.ts";

const MINUTE_MS = 60_000;

/** The options of one expiry. */
interface Group {
  readonly underlying: number;
  readonly exchange: Exchange;
  readonly expiry: number;
  tokens: Uint32Array;
  /** in the tape, −1 while nothing was heard of the instrument */
  slots: Int32Array;
  state: MinuteState;
  writer: BlockWriter;
  /** what the quarter that is on had when other contracts were listed */
  earlier: Uint8Array | null;
  ended: StartedBlock[];
}

/** What of a quarter of an hour is worth storing of one expiry. */
export interface EndedBlock {
  readonly underlying: number;
  readonly expiry: number;
  readonly block: StartedBlock;
}

/**
 * The present day of the options that are kept by the minute, in the blocks that storage is given. What a minute ends with is
 * copied at once, and taken down in slices: thousands of contracts at a time would hold up the relay's turns.
 */
export interface PresentOptions {
  /** Keeps these from now on; what was kept of others is forgotten. */
  follow(followed: readonly Followed[]): void;
  /** The tape as it is is the end of a minute, of exchanges that are in session. */
  mark(start: number, tape: Tape, isInSession: (exchange: Exchange) => boolean): void;
  /** Ends the quarter of an hour that is on. @param take is given its blocks as they are done */
  endQuarter(start: number, take: (block: EndedBlock) => void): void;
  /** Goes on with what is not taken down yet. @param until of performance.now() @returns whether all is done */
  work(until?: number): boolean;
  /** Of an expiry, oldest first, the last one as far as its minutes have ended. */
  blocks(underlying: number, expiry: number): readonly StartedBlock[];
  /** Forgets what is before an instant. */
  forget(before: number): void;
  /** Forgets the quarter that is on: it was none. */
  abandon(): void;
}

/** What a minute, a quarter, or both have ended with and is not taken down of all expiries. */
interface Pending {
  readonly left: Set<Group>;
  minute: { readonly start: number; readonly isInSession: (exchange: Exchange) => boolean } | null;
  quarter: { readonly start: number; readonly take: (block: EndedBlock) => void } | null;
}

const keyOf = (underlying: number, expiry: number): string => `${underlying} ${expiry}`;

function runningBody({ writer, earlier }: Group): Uint8Array | null {
  if (writer.heard === 0) return earlier;
  return earlier === null ? writer.bytes() : joinOptionMinutes(earlier, writer.bytes());
}

/** Contracts listed while a quarter is on begin a block that is joined to what the quarter had. */
function extend(group: Group, more: readonly number[]): void {
  group.earlier = runningBody(group);
  const { state, slots } = group;
  group.tokens = Uint32Array.of(...group.tokens, ...more);
  group.slots = new Int32Array(group.tokens.length).fill(-1);
  group.slots.set(slots);
  group.state = emptyState(group.tokens.length);
  for (const column of ["close", "oi", "volume", "known"] as const) group.state[column].set(state[column]);
  group.writer = createBlockWriter(group.tokens);
}

/** The tape when a minute ended; its room is used again and again. */
function createCopy() {
  let state = emptyState(0);
  let count = 0;
  return {
    take(tape: Tape): void {
      count = tape.count;
      if (state.close.length < count) state = emptyState(2 * count);
      state.close.set(tape.prices.subarray(0, count));
      state.oi.set(tape.oi.subarray(0, count));
      state.volume.set(tape.volumes.subarray(0, count));
    },
    /** Brings a group to what the tape was then. */
    give({ tokens, slots, state: own }: Group, slotOf: (token: number) => number | undefined): void {
      const { close, oi, volume } = state;
      for (let i = 0; i < tokens.length; i++) {
        let slot = slots[i]!;
        if (slot < 0) {
          slot = slotOf(tokens[i]!) ?? count;
          // What came after the minute's end is heard of in the next one.
          if (slot >= count) continue;
          slots[i] = slot;
          own.known[i] = 1;
        }
        own.close[i] = close[slot]!;
        own.oi[i] = oi[slot]!;
        own.volume[i] = volume[slot]!;
      }
    },
  };
}

export function createPresentOptions(): PresentOptions {
  let groups = new Map<string, Group>();
  /** start of the quarter that is on */
  let current = 0;
  const pending: Pending = { left: new Set(), minute: null, quarter: null };
  const copy = createCopy();
  let slotOf: Tape["slot"] = () => undefined;

  function groupOf({ underlying, exchange }: Followed, expiry: number, wanted: readonly number[]): Group {
    const known = groups.get(keyOf(underlying, expiry));
    if (known !== undefined) {
      const there = new Set(known.tokens);
      const more = wanted.filter((token) => !there.has(token));
      if (more.length > 0) extend(known, more);
      return known;
    }
    const tokens = Uint32Array.from(wanted);
    return {
      underlying,
      exchange,
      expiry,
      tokens,
      slots: new Int32Array(tokens.length).fill(-1),
      state: emptyState(tokens.length),
      writer: createBlockWriter(tokens),
      earlier: null,
      ended: [],
    };
  }

  function begin(group: Group): void {
    group.earlier = null;
    group.writer = createBlockWriter(group.tokens);
  }

  /** Takes down what is pending of one expiry. */
  function settle(group: Group): void {
    if (!pending.left.delete(group)) return;
    const { minute, quarter } = pending;
    if (minute?.isInSession(group.exchange)) {
      copy.give(group, slotOf);
      group.writer.minute((minute.start - quarterStart(minute.start)) / MINUTE_MS, group.state);
    }
    if (quarter === null) return;
    const body = runningBody(group);
    if (body === null) return;
    const block = { start: quarter.start, body };
    group.ended.push(block);
    begin(group);
    quarter.take({ underlying: group.underlying, expiry: group.expiry, block });
  }

  function work(until = Number.POSITIVE_INFINITY): boolean {
    for (const group of pending.left) {
      settle(group);
      if (performance.now() >= until) break;
    }
    return pending.left.size === 0;
  }

  /** @returns what is to be done of all expiries from now on, all that was before being done */
  function next(): Pending {
    work();
    pending.minute = null;
    pending.quarter = null;
    for (const group of groups.values()) pending.left.add(group);
    return pending;
  }

  return {
    follow(followed) {
      work();
      const kept = new Map<string, Group>();
      for (const each of followed) {
        for (const { expiry, tokens } of each.chains)
          kept.set(keyOf(each.underlying, expiry), groupOf(each, expiry, tokens));
      }
      groups = kept;
    },
    mark(start, tape, isInSession) {
      const own = next();
      current = quarterStart(start);
      copy.take(tape);
      slotOf = tape.slot;
      own.minute = { start, isInSession };
    },
    endQuarter(start, take) {
      // Mostly the end of its last minute is pending: both are done at once.
      const own = pending.left.size === groups.size && pending.quarter === null ? pending : next();
      own.quarter = { start, take };
    },
    work,
    blocks(underlying, expiry) {
      const group = groups.get(keyOf(underlying, expiry));
      if (group === undefined) return [];
      settle(group);
      const body = runningBody(group);
      return body === null ? group.ended : [...group.ended, { start: current, body }];
    },
    forget(before) {
      for (const group of groups.values())
        group.ended = group.ended.filter(({ start }) => start + QUARTER_MS > before);
    },
    abandon() {
      pending.left.clear();
      for (const group of groups.values()) begin(group);
    },
  };
}
