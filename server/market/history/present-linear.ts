import type { Exchange } from "#domain/calendar/exchange.ts";
import type { Bar, BarSeries } from "../bus/market-past.ts";
import type { Followed } from "./kept-instruments.ts";
import { packLinear } from "./linear-block.ts";
import { createMinutes } from "./minutes.ts";
import { QUARTER_MS, quarterStart } from "./quarters.ts";
import type { StartedBlock } from "./started-block.ts";
import type { Tape } from "./tape.ts";

const MINUTE_MS = 60_000;

interface Group {
  readonly exchange: Exchange;
  readonly tokens: readonly number[];
  /** bit i: minute i of the quarter that is on was heard, in session */
  heard: number;
  ended: StartedBlock[];
}

/** The present day of spots and futures, in the blocks that storage is given. */
interface PresentLinear {
  /** Keeps these from now on; what was kept of others is forgotten. */
  follow(followed: readonly Followed[]): void;
  /** A price was heard. @param now market time, epoch ms */
  hear(slot: number, now: number): void;
  /** A minute in which anything was heard has ended. */
  mark(start: number, isInSession: (exchange: Exchange) => boolean): void;
  /** Ends the quarter of an hour that is on. @returns its blocks, each of one underlying */
  endQuarter(start: number): { readonly underlying: number; readonly block: StartedBlock }[];
  /** Of an underlying, oldest first, the last one as far as its minutes have ended. */
  blocks(underlying: number): readonly StartedBlock[];
  /** @param start of the minute that is on; null once it is over */
  running(token: number, start: number): Bar | null;
  /** Forgets what is before an instant. */
  forget(before: number): void;
  /** Forgets the quarter that is on: it was none. */
  abandon(): void;
}

export function createPresentLinear(tape: Tape): PresentLinear {
  const minutes = createMinutes();
  let groups = new Map<number, Group>();
  let current = 0;
  let oldest = 0;

  function seriesOf(tokens: readonly number[], barsOf: (token: number) => readonly Bar[]): BarSeries[] {
    return tokens.flatMap((token) => {
      const bars = barsOf(token);
      return bars.length === 0 ? [] : [{ token, bars, origin: null }];
    });
  }

  return {
    follow(followed) {
      minutes.follow(
        followed.flatMap(({ linear }) => linear),
        oldest,
      );
      groups = new Map(
        followed.map(({ underlying, exchange, linear }) => {
          const { heard = 0, ended = [] } = groups.get(underlying) ?? {};
          return [underlying, { exchange, tokens: linear, heard, ended }];
        }),
      );
    },
    hear: (slot, now) => minutes.hear(slot, tape, now),
    mark(start, isInSession) {
      current = quarterStart(start);
      minutes.end(tape, start + MINUTE_MS);
      for (const group of groups.values())
        if (isInSession(group.exchange)) group.heard |= 1 << ((start - current) / MINUTE_MS);
    },
    endQuarter(start) {
      const ended = [];
      for (const [underlying, group] of groups) {
        const series = seriesOf(group.tokens, (token) => minutes.take(token, tape, start + QUARTER_MS));
        const { heard } = group;
        group.heard = 0;
        if (series.length === 0 && heard === 0) continue;
        const block = { start, body: packLinear({ series, heard }) };
        group.ended.push(block);
        ended.push({ underlying, block });
      }
      return ended;
    },
    blocks(underlying) {
      const group = groups.get(underlying);
      if (group === undefined) return [];
      if (group.heard === 0) return group.ended;
      const series = seriesOf(group.tokens, (token) => minutes.ended(token));
      return [...group.ended, { start: current, body: packLinear({ series, heard: group.heard }) }];
    },
    running: (token, start) => minutes.running(token, tape, start),
    forget(before) {
      oldest = before;
      for (const group of groups.values())
        group.ended = group.ended.filter(({ start }) => start + QUARTER_MS > before);
    },
    abandon() {
      for (const group of groups.values()) group.heard = 0;
    },
  };
}
