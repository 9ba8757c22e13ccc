import { type Origin, weakerOrigin } from "#domain/chain/origin.ts";
import { breathe } from "../../platform/lib/breathe.ts";
import type { Bar } from "../bus/market-past.ts";
import { gapsOf } from "./coverage.ts";
import type { GroupSession } from "./group-session.ts";
import { type Gap, MINUTE, type MinuteColumns, type MinuteDay } from "./minute-days.ts";
import type { BarDay, MinuteFigures, MinuteReader } from "./minute-reader.ts";
import type { MarketDay } from "./recorder.ts";
import { type SessionTimes, sessionsUpTo, type WantedDates, wantedSessions } from "./session-times.ts";
import { columnsOf, MINUTE_MS } from "./tracks.ts";
import type { Wanted } from "./wanted.ts";
import { createWholeSessions, minuteOf, type SessionOptions, type WholeSession } from "./whole-session.ts";

/** Instants are looked for so far back. */
const MOST_SESSIONS_BACK = 30;

function weakest(groups: readonly GroupSession[]): Origin | null {
  const origins = groups.flatMap((group) => group.origins);
  return origins.length === 0 ? null : origins.reduce(weakerOrigin);
}

/** What is the same of every instrument of a session. */
function aboutOf({ session, groups }: WholeSession): Omit<BarDay, "bars"> {
  const { date, open, length } = session;
  const covered = new Uint8Array(length);
  let first = Number.POSITIVE_INFINITY;
  for (const group of groups) {
    group.covered.forEach((is, minute) => {
      if (is !== 0) covered[minute] = 1;
      if (is === 1) first = Math.min(first, minute);
    });
  }
  const gaps = gapsOf(covered).map(
    ([from, to]): Gap => ({
      from: open + from * MINUTE_MS,
      to: open + to * MINUTE_MS,
    }),
  );
  const recordedSince = first === Number.POSITIVE_INFINITY ? null : open + first * MINUTE_MS;
  return { date, gaps, origin: weakest(groups), recordedSince };
}

/** Bars of what is recorded by its last price alone. */
function barsOfColumns({ open }: SessionTimes, { close, oi, volume, known }: MinuteColumns): Bar[] {
  const bars: Bar[] = [];
  close.forEach((price, minute) => {
    if (known[minute] !== MINUTE.HEARD || volume[minute] === 0 || price <= 0) return;
    const start = open + minute * MINUTE_MS;
    bars.push({
      start,
      open: price,
      high: price,
      low: price,
      close: price,
      volume: volume[minute]!,
      oi: oi[minute]!,
    });
  });
  return bars;
}

export function createMinuteReader(options: SessionOptions): MinuteReader {
  const { watch, recorder } = options;
  const { viewed, whole, previousCloses } = createWholeSessions(options);

  const sessionsOf = (day: MarketDay, exchange: Wanted["exchange"], before: number): SessionTimes[] =>
    sessionsUpTo(exchange, day.date, before, watch.keepsSessions());

  /** Sessions put together one after the other, the relay's turns between them. */
  async function* sessions(wanted: readonly Wanted[], dates: WantedDates, until: number, day: MarketDay) {
    const { exchange } = wanted[0]!;
    for (const times of wantedSessions(exchange, day.date, dates, watch.keepsSessions())) {
      await breathe();
      yield await whole(day, wanted, viewed(day, times, until));
    }
  }

  /** @param wholes sessions that were put together for instants before */
  async function figuresAt(
    day: MarketDay,
    wanted: readonly Wanted[],
    instant: number,
    until: number,
    wholes: Map<string, Promise<WholeSession>>,
  ): Promise<MinuteFigures> {
    const figures = {
      close: new Int32Array(wanted.length),
      oi: new Uint32Array(wanted.length),
      known: new Uint8Array(wanted.length),
    };
    const times = sessionAt(day, wanted[0]!.exchange, instant);
    if (times === null)
      return { start: Math.floor(instant / MINUTE_MS) * MINUTE_MS, ...figures, origin: null };
    const last = Math.round((times.close - times.open) / MINUTE_MS) - 1;
    const minute = Math.min(minuteOf(times, instant), last);
    const start = times.open + minute * MINUTE_MS;
    const own = wholes.get(times.date) ?? whole(day, wanted, viewed(day, times, until));
    wholes.set(times.date, own);
    const { session, groups } = await own;
    if (minute >= session.length) return { start, ...figures, origin: null };
    const placeOf = new Map(wanted.map(({ token }, place) => [token, place]));
    for (const group of groups) {
      group.figuresAt(minute, (token, close, oi, known) => {
        const place = placeOf.get(token)!;
        figures.close[place] = close;
        figures.oi[place] = oi;
        figures.known[place] = known;
      });
    }
    const isKnown = figures.known.some((is) => is !== MINUTE.UNKNOWN);
    return { start, ...figures, origin: isKnown ? weakest(groups) : null };
  }

  /** The session that an instant belongs to, or comes after. */
  function sessionAt(day: MarketDay, exchange: Wanted["exchange"], instant: number): SessionTimes | null {
    return sessionsOf(day, exchange, MOST_SESSIONS_BACK).findLast(({ open }) => open <= instant) ?? null;
  }

  return {
    sessions(exchange, before) {
      const day = recorder.day();
      return day === null ? null : sessionsOf(day, exchange, before);
    },
    async minutes(wanted, dates, until) {
      const day = recorder.day();
      if (day === null) return null;
      if (wanted.length === 0) return [];
      const days: MinuteDay[] = [];
      for await (const own of sessions(wanted, dates, until, day)) {
        const { open, length } = own.session;
        const columns = new Map<number, MinuteColumns>();
        for (const group of own.groups) {
          for (const track of group.tracks(0, length)) columns.set(track.token, columnsOf(track));
          await breathe();
        }
        days.push({
          ...aboutOf(own),
          open,
          length,
          columns: wanted.map(({ token }) => columns.get(token)!),
        });
      }
      return days;
    },
    async at(wanted, instants, until) {
      const day = recorder.day();
      if (day === null) return null;
      if (wanted.length === 0) return [];
      const found: MinuteFigures[] = [];
      const wholes = new Map<string, Promise<WholeSession>>();
      for (const instant of instants) found.push(await figuresAt(day, wanted, instant, until, wholes));
      return found;
    },
    async bars(wanted, dates, until) {
      const day = recorder.day();
      if (day === null) return null;
      const found = new Map<number, BarDay[]>(wanted.map(({ token }) => [token, []]));
      if (wanted.length === 0) return found;
      for await (const own of sessions(wanted, dates, until, day)) {
        const about = aboutOf(own);
        for (const group of own.groups) {
          if (group.isLinear) {
            for (const token of group.tokens) found.get(token)!.push({ ...about, bars: group.bars(token) });
            continue;
          }
          for (const track of group.tracks(0, own.session.length))
            found.get(track.token)!.push({ ...about, bars: barsOfColumns(own.session, columnsOf(track)) });
        }
      }
      return found;
    },
    async previousCloses(wanted, date) {
      const day = recorder.day();
      if (day === null) return null;
      return previousCloses(day, wanted, date);
    },
  };
}
