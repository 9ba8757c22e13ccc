import type { IsoDate } from "#domain/units/iso-date.ts";
import type { Bus } from "../../platform/bus/bus.ts";
import type { MarketWatch } from "../bus/market-watch.ts";
import { type GroupSession, linearSession, optionsSession, type ViewedSession } from "./group-session.ts";
import { MINUTE } from "./minute-days.ts";
import type { PreviousClose } from "./minute-reader.ts";
import { QUARTER_MINUTES } from "./option-minutes/codec.ts";
import { createPastRevision, type PastRevision } from "./past-revision.ts";
import { createPreviousCloses } from "./previous-closes.ts";
import { createRecordedBlocks } from "./recorded-blocks.ts";
import type { MarketDay, Recorder } from "./recorder.ts";
import type { HistoryRepository } from "./repository.ts";
import type { SessionTimes } from "./session-times.ts";
import { createSourcePast, type SourcePast } from "./source-past.ts";
import { columnsOf, MINUTE_MS } from "./tracks.ts";
import type { Wanted } from "./wanted.ts";

export interface SessionOptions {
  /** of now's market: the past is the same for every viewer, and `until` says how much of it */
  readonly bus: Bus;
  readonly watch: Pick<MarketWatch, "keepsSessions" | "epoch">;
  readonly store: Pick<HistoryRepository, "blocks">;
  readonly recorder: Pick<Recorder, "day" | "blocks" | "beganWith" | "running">;
  /** told what could not be read; left out where no one keeps what was made of it */
  readonly revision?: PastRevision;
}

export const minuteOf = ({ open }: SessionTimes, at: number): number => Math.floor((at - open) / MINUTE_MS);

/** One session of everything that is wanted. */
export interface WholeSession {
  readonly session: ViewedSession;
  readonly groups: readonly GroupSession[];
}

/** Sessions as they are put together of what was recorded and what the source tells. */
export function createWholeSessions(options: SessionOptions) {
  const { bus, watch, store, recorder, revision = createPastRevision() } = options;
  const recorded = createRecordedBlocks({ store, recorder, revision });
  const source = createSourcePast(bus, revision);

  function viewed(day: MarketDay, times: SessionTimes, until: number): ViewedSession {
    const ended = Math.max(0, minuteOf(times, Math.min(until, times.close)));
    const on = times.date === day.date ? recorder.running(until) : null;
    if (on === null || on.start < times.open || on.start >= times.close)
      return { ...times, length: ended, running: null };
    // A minute that is over goes on until all of it has been heard.
    return { ...times, length: minuteOf(times, on.start) + 1, running: on };
  }

  function isLinear(day: MarketDay, { token, underlying }: Wanted): boolean {
    if (token === underlying) return true;
    const own = day.followed.find((each) => each.underlying === underlying);
    return own !== undefined && (own.linear.includes(token) || own.farFutures?.includes(token) === true);
  }

  /** What is wanted by underlying and expiry, spot and futures as expiry 0; each instrument once. */
  function grouped(day: MarketDay, wanted: readonly Wanted[]) {
    const underlyings = new Map<number, Map<number, Set<number>>>();
    for (const each of wanted) {
      const own = underlyings.get(each.underlying) ?? new Map<number, Set<number>>();
      underlyings.set(each.underlying, own);
      const expiry = isLinear(day, each) ? 0 : each.expiry;
      own.set(expiry, (own.get(expiry) ?? new Set()).add(each.token));
    }
    return underlyings;
  }

  /** @param source what is asked where nothing was recorded; null nothing */
  async function groupsOf(
    day: MarketDay,
    wanted: readonly Wanted[],
    session: ViewedSession,
    source: SourcePast | null,
  ): Promise<GroupSession[]> {
    const groups: GroupSession[] = [];
    // Where the source's part of the present day ends is when the feed began to run.
    const market = session.date === day.date ? `${day.market} ${watch.epoch()}` : day.market;
    const openingOi = (tokens: readonly number[]) => openingOiOf(day, wanted, session.date, tokens);
    for (const [underlying, own] of grouped(day, wanted)) {
      const blocks = await recorded.of(day, underlying, [...own.keys()], session);
      for (const [expiry, set] of own) {
        const [tokens, some] = [[...set], blocks.get(expiry) ?? []];
        const input = { day, session, underlying, tokens, blocks: some, source, market, openingOi };
        groups.push(await (expiry === 0 ? linearSession(input) : optionsSession(input)));
      }
    }
    return groups;
  }

  /** What is held when a session begins is what was held when the one before it ended. */
  async function openingOiOf(
    day: MarketDay,
    wanted: readonly Wanted[],
    date: IsoDate,
    tokens: readonly number[],
  ): Promise<ReadonlyMap<number, number>> {
    const some = new Set(tokens);
    const own = wanted.filter(({ token }) => some.has(token));
    const closes = await previousCloses(day, own, date);
    return new Map([...closes].flatMap(([token, { oi }]) => (oi === null ? [] : [[token, oi] as const])));
  }

  /** How instruments stood when a session ended, as far as that was recorded. */
  async function lastRecorded(
    day: MarketDay,
    wanted: readonly Wanted[],
    times: SessionTimes,
  ): Promise<ReadonlyMap<number, PreviousClose>> {
    const length = Math.round((times.close - times.open) / MINUTE_MS);
    const found = new Map<number, PreviousClose>();
    for (const group of await groupsOf(day, wanted, { ...times, length, running: null }, null)) {
      // A record that ends before the session does knows no close.
      if (group.covered.at(-1) !== 1) continue;
      const from = group.isLinear ? 0 : Math.max(0, length - QUARTER_MINUTES);
      for (const track of group.tracks(from, length)) {
        const { close, oi, known } = columnsOf(track);
        if (known.at(-1) === MINUTE.UNKNOWN) continue;
        const last = close.at(-1)!;
        found.set(track.token, { close: last > 0 ? last : null, oi: oi.at(-1)!, origin: day.heardAs });
      }
    }
    return found;
  }

  const previousCloses = createPreviousCloses({
    bus,
    keepsSessions: () => watch.keepsSessions(),
    revision,
    lastRecorded,
  });

  return {
    viewed,
    whole: async (
      day: MarketDay,
      wanted: readonly Wanted[],
      session: ViewedSession,
    ): Promise<WholeSession> => ({
      session,
      groups: await groupsOf(day, wanted, session, source),
    }),
    previousCloses,
  };
}
