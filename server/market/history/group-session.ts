import type { Origin } from "#domain/chain/origin.ts";
import type { Bar } from "../bus/market-past.ts";
import { cover, gapsOf, RECORDED, stretchesToAsk, TOLD } from "./coverage.ts";
import { unpackLinear } from "./linear-block.ts";
import { MINUTE } from "./minute-days.ts";
import { heardMinutes, openBlock } from "./option-minutes/codec.ts";
import { stateAt } from "./options-at.ts";
import type { MarketDay, RunningMinute } from "./recorder.ts";
import type { SessionTimes } from "./session-times.ts";
import { barsOf, type SourcePast, type ToldBars, type ToldOptions } from "./source-past.ts";
import type { StartedBlock } from "./started-block.ts";
import {
  columnsOf,
  createTrack,
  MINUTE_MS,
  putBars,
  putState,
  putStill,
  recordedOptions,
  type Track,
  toldOptions,
} from "./tracks.ts";

/** A session as far as a viewer may be told of it. */
export interface ViewedSession extends SessionTimes {
  /** minutes that are told */
  readonly length: number;
  /** the minute that is on, which is the last one told; null where it is not told */
  readonly running: RunningMinute | null;
}

/** Takes the figures of one instrument: wire integer, units, of `MINUTE`. */
type Put = (token: number, close: number, oi: number, known: number) => void;

/** Instruments of one underlying and expiry, or its spot and futures, in one session: what is known of them and from where. */
export interface GroupSession {
  readonly tokens: readonly number[];
  /** spot and futures, of which bars are kept */
  readonly isLinear: boolean;
  /** by minute: 1 recorded here, 2 told by the source */
  readonly covered: Uint8Array;
  /** of what was recorded and told; null of nothing */
  readonly origins: readonly Origin[];
  /** Puts together the minutes of [from, to), places counted from `from`. */
  tracks(from: number, to: number): Track[];
  /** Each instrument at the end of one minute, without putting the others together. */
  figuresAt(minute: number, put: Put): void;
  /** Bars of a spot or a future; none of options. */
  bars(token: number): readonly Bar[];
}

/** Instruments without a trade in the first minute that a block has. */
function untradedIn({ body }: StartedBlock): number[] {
  const block = openBlock(body);
  block.next();
  return [...block.tokens].filter((_, i) => block.state.known[i] === 0);
}

interface GroupInput {
  readonly day: MarketDay;
  readonly session: ViewedSession;
  readonly underlying: number;
  readonly tokens: readonly number[];
  readonly blocks: readonly StartedBlock[];
  /** null: nothing is asked */
  readonly source: SourcePast | null;
  /** names the market, and the life of the feed where the session is the present one */
  readonly market: string;
  /** Units held of instruments when the session began; those of which it is not known are left out. */
  readonly openingOi: (tokens: readonly number[]) => Promise<ReadonlyMap<number, number>>;
}

function stretchOf({ market, session, day, underlying }: GroupInput, [from, to]: readonly [number, number]) {
  const { open, date } = session;
  return {
    market,
    from: open + from * MINUTE_MS,
    to: open + to * MINUTE_MS,
    witnesses: day.followed.find((each) => each.underlying === underlying)?.linear ?? [underlying],
    isPresent: date === day.date,
  };
}

export async function optionsSession(input: GroupInput): Promise<GroupSession> {
  const { day, session, tokens, blocks, source } = input;
  const { open, length, running, date } = session;
  const covered = new Uint8Array(length);
  for (const { start, body } of blocks) {
    for (const minute of heardMinutes(body)) {
      const at = (start - open) / MINUTE_MS + minute;
      if (at >= 0 && at < length) covered[at] = RECORDED;
    }
  }
  if (running !== null) covered[length - 1] = RECORDED;
  const origins: Origin[] = covered.includes(RECORDED) ? [day.heardAs] : [];
  const told: ToldOptions[] = [];
  for (const stretch of stretchesToAsk(covered, day.heardAs === "simulated", date === day.date)) {
    for (const { answer } of (await source?.options(tokens, stretchOf(input, stretch))) ?? []) {
      if (!cover(covered, stretch[0], (answer.told - open) / MINUTE_MS)) continue;
      told.push(answer);
      origins.push(answer.origin);
    }
  }
  // Until its first trade of the day as much is held of a contract as at the close before.
  const untraded = told.flatMap(({ blocks: [first] }) =>
    first === undefined || first.start > open ? [] : untradedIn(first),
  );
  const openings = untraded.length === 0 ? new Map<number, number>() : await input.openingOi(untraded);
  function tracksOf(some: readonly number[], from: number, to: number): Track[] {
    const span = { open: open + from * MINUTE_MS, length: to - from };
    const tracks = some.map((token) => createTrack(token, to - from, openings.get(token) ?? null));
    recordedOptions(tracks, blocks, span);
    for (const answer of told) toldOptions(tracks, answer.blocks, span);
    if (running !== null && to === length)
      for (const track of tracks) putState(track, to - from - 1, running.last(track.token));
    return tracks;
  }
  /** Of contracts of which the minute itself tells nothing: what stands of them from before, as far back as there is no gap. */
  function standing(some: readonly number[], minute: number, put: Put): void {
    let from = minute;
    while (from > 0 && covered[from - 1] !== 0) from--;
    // The source tells all of its part: before it there is only what was held as the session began.
    if (covered.subarray(from, minute + 1).every((is) => is === TOLD)) {
      for (const token of some) {
        const oi = openings.get(token);
        if (oi !== undefined) put(token, 0, oi, MINUTE.CARRIED);
      }
      return;
    }
    for (const track of tracksOf(some, from, minute + 1)) {
      const { token, close, oi, known } = columnsOf(track);
      put(token, close.at(-1)!, oi.at(-1)!, known.at(-1)!);
    }
  }
  return {
    tokens,
    isLinear: false,
    covered,
    origins,
    tracks: (from, to) => tracksOf(tokens, from, to),
    figuresAt(minute, put) {
      const session = { open, tokens, covered, blocks, told, running };
      const [now, before] = [stateAt(session, minute), stateAt(session, minute - 1)];
      if (now === null) return;
      const isSameKind = covered[minute] === covered[minute - 1];
      tokens.forEach((token, i) => {
        if (now.known[i] === 0) return;
        const stood = isSameKind && before !== null && before.known[i] === 1;
        const names = ["close", "oi", "volume"] as const;
        const isSame = stood && names.every((name) => now[name][i] === before[name][i]);
        const isUntraded = covered[minute] === TOLD && now.volume[i] === 0;
        put(token, now.close[i]!, now.oi[i]!, isSame || isUntraded ? MINUTE.CARRIED : MINUTE.HEARD);
      });
      const unheard = tokens.filter((_, i) => now.known[i] === 0);
      if (unheard.length > 0) standing(unheard, minute, put);
    },
    bars: () => [],
  };
}

export async function linearSession(input: GroupInput): Promise<GroupSession> {
  const { day, session, tokens, blocks, source } = input;
  const { open, length, running, date } = session;
  const covered = new Uint8Array(length);
  const recorded = new Map<number, Bar[]>(tokens.map((token) => [token, []]));
  const wanted = new Set(tokens);
  const isTold = (start: number) => start >= open && start < open + length * MINUTE_MS;
  for (const { start, body } of blocks) {
    if (start >= open + length * MINUTE_MS) break;
    const { series, heard } = unpackLinear(body, wanted);
    for (let minute = 0; minute < 15; minute++) {
      const at = (start - open) / MINUTE_MS + minute;
      if ((heard & (1 << minute)) !== 0 && at >= 0 && at < length) covered[at] = RECORDED;
    }
    for (const { token, bars } of series)
      recorded.get(token)!.push(...bars.filter((bar) => isTold(bar.start)));
  }
  if (running !== null) {
    covered[length - 1] = RECORDED;
    for (const token of tokens) {
      const bar = running.bar(token);
      if (bar !== null) recorded.get(token)!.push(bar);
    }
  }
  const own = covered.slice();
  const origins: Origin[] = covered.includes(RECORDED) ? [day.heardAs] : [];
  const told: {
    readonly token: number;
    readonly from: number;
    readonly to: number;
    readonly answer: ToldBars;
  }[] = [];
  for (const stretch of stretchesToAsk(covered, day.heardAs === "simulated", date === day.date)) {
    for (const { token, answer } of (await source?.bars(tokens, stretchOf(input, stretch))) ?? []) {
      const to = (answer.told - open) / MINUTE_MS;
      if (!cover(covered, stretch[0], to)) continue;
      told.push({ token, from: stretch[0], to, answer });
      origins.push(answer.origin);
    }
  }
  const barsIn = (token: number): readonly Bar[] => {
    const bars = new Map<number, Bar>();
    for (const each of told) {
      if (each.token !== token) continue;
      for (const bar of barsOf(each.answer))
        if (isTold(bar.start) && own[(bar.start - open) / MINUTE_MS] !== RECORDED) bars.set(bar.start, bar);
    }
    for (const bar of recorded.get(token) ?? []) bars.set(bar.start, bar);
    return [...bars.values()].sort((a, b) => a.start - b.start);
  };
  function tracks(from: number, to: number): Track[] {
    const span = { open: open + from * MINUTE_MS, length: to - from };
    return tokens.map((token) => {
      const track = createTrack(token, to - from);
      putBars(track, barsIn(token), span);
      for (const [begin, end] of gapsOf(own.map((is) => (is === RECORDED ? 0 : 1))))
        putStill(track, begin - from, end - from);
      for (const each of told) if (each.token === token) putStill(track, each.from - from, each.to - from);
      return track;
    });
  }
  return {
    tokens,
    isLinear: true,
    covered,
    origins,
    tracks,
    // Its last bar may be from long before.
    figuresAt(minute, put) {
      for (const track of tracks(0, minute + 1)) {
        const { token, close, oi, known } = columnsOf(track);
        put(token, close[minute]!, oi[minute]!, known[minute]!);
      }
    },
    bars: barsIn,
  };
}
