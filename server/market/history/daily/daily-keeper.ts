import { addDays, compactDate } from "#domain/calendar/ist.ts";
import { isTradingDay, sessionClose } from "#domain/calendar/market-sessions.ts";
import { countsIn } from "#domain/chain/origin.ts";
import type { ShareChange } from "#domain/instruments/share-changes.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import { known } from "#protocol/http/figures.ts";
import { decodeMessage } from "#protocol/wire/codec.ts";
import type { Bus } from "../../../platform/bus/bus.ts";
import { unpackSnapshots } from "../../../platform/bus/packing.ts";
import { statsRequest } from "../../bus/market-subjects.ts";
import { knownMarketTime, type MarketWatch } from "../../bus/market-watch.ts";
import type { Followed } from "../kept-instruments.ts";
import { QUARTER_MS } from "../quarters.ts";
import type { MarketDay } from "../recorder.ts";
import { adjusted, adjustedExpiries } from "./adjusted.ts";
import type { DailyBar, DailyReader, ExpiryIv } from "./daily-bars.ts";
import type { DailyRepository } from "./daily-repository.ts";
import { createDailySource, type DailyAnswer, LOOK_BACK } from "./daily-source.ts";

/** The days of every underlying: heard at each day's end, else asked of the source when somebody wants them. */
export interface DailyKeeper extends DailyReader {
  /**
   * Days of an underlying of the year before a market day as they are kept, in the shares of now: the source is not asked.
   * @throws Error where storage is away
   */
  kept(day: MarketDay, underlying: number): Promise<readonly DailyBar[]>;
  /** Notes what the market says now as the day so far, and writes what storage has not taken yet. */
  sample(day: MarketDay): Promise<void>;
  stop(): void;
}

interface DailyOptions {
  /** of now's market: the past is the same for every viewer */
  readonly bus: Bus;
  readonly watch: Pick<MarketWatch, "marketTime" | "keepsSessions">;
  readonly store: Pick<DailyRepository, "put" | "fill" | "days" | "expiryDays">;
  /** bonuses and splits of an underlying, in any order; by default none */
  readonly changes?: ((underlying: number) => Promise<readonly ShareChange[]>) | undefined;
  /** the day that is on, null before it is known */
  readonly day: () => MarketDay | null;
  /** told an underlying of which days were written down that the source knew */
  readonly onFilled?: (underlying: number) => void;
  /** told of troubles; the next question or quarter tries again */
  readonly onProblem: (error: unknown) => void;
  /** ms between two questions about stats */
  readonly pauseMs?: number;
}

const PAUSE_MS = 15;
/** Underlyings a question about stats. */
const PORTION = 25;
/** Calendar days that have no more sessions than are asked of a source at once. */
const YEAR_DAYS = 355;
/** Calendar days that hold 250 sessions, those of a special one more than a week among them. */
const KEPT_DAYS = 380;
/** Dates kept in memory for a storage that is away. */
const MOST_DATES = 10;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const orNull = (value: number): number | null => (value > 0 ? value : null);

/** Whether what is told now replaces what is kept: a made-up figure gives way, and a source's to its newer word. */
const isMoreReal = (told: Pick<DailyBar, "origin">, kept: Pick<DailyBar, "origin">): boolean =>
  kept.origin === "simulated"
    ? told.origin !== "simulated"
    : kept.origin === "source" && told.origin === "source";

/** Days heard here, by date and underlying. */
interface Heard {
  readonly market: string;
  readonly bars: Map<number, DailyBar>;
  isWritten: boolean;
}

export function createDailyKeeper(options: DailyOptions): DailyKeeper {
  const { bus, watch, store, onProblem, pauseMs = PAUSE_MS } = options;
  const told = createDailySource({
    bus,
    // Writing takes longest, and nobody waits for it.
    onBars: (market, underlying, bars) =>
      void store
        .fill(market, underlying, bars)
        .then(() => options.onFilled?.(underlying))
        .catch(onProblem),
  });
  /** by market and date, oldest first */
  const heard = new Map<string, Heard>();
  let isOver = false;

  /** Whether the days before today that a question is about are all there, and as real as they can be. */
  function isWhole(
    kept: ReadonlyMap<number, DailyBar>,
    { exchange }: Followed,
    from: IsoDate,
    to: IsoDate,
    changedOn: IsoDate,
  ): boolean {
    for (let date = from; date <= to; date = addDays(date, 1)) {
      if (watch.keepsSessions() && !isTradingDay(exchange, date)) continue;
      const bar = kept.get(compactDate(date));
      // A source adjusts what it tells: what it told before a change is of the shares of then.
      if (bar === undefined || (bar.origin === "source" && date < changedOn)) return false;
    }
    return true;
  }

  async function heardOf(
    day: MarketDay,
    some: readonly Followed[],
    now: number,
  ): Promise<Map<number, DailyBar>> {
    const byToken = new Map(some.map((each) => [each.underlying, each]));
    const request = Buffer.from(JSON.stringify({ underlyings: [...byToken.keys()] }));
    const bars = new Map<number, DailyBar>();
    for (const packet of unpackSnapshots(await bus.request(statsRequest(), request))) {
      const message = decodeMessage(packet);
      if ("error" in message || message.kind !== "stats") continue;
      const { underlying, spot, spotOpen, spotHigh, spotLow, volume, futureOi } = message.root;
      const followed = byToken.get(underlying);
      if (followed === undefined || !isItsDay(followed, day.date, now)) continue;
      // Before its first trade an underlying shows the close of another day.
      if (!(spot > 0) || !(spotOpen > 0)) continue;
      bars.set(underlying, {
        date: compactDate(day.date),
        open: spotOpen,
        high: orNull(spotHigh),
        low: orNull(spotLow),
        close: spot,
        volume: known(volume),
        futuresOi: known(futureOi),
        origin: day.heardAs,
      });
    }
    return bars;
  }

  /** A day of its own exchange, and not from long after it. */
  function isItsDay({ exchange }: Followed, date: IsoDate, now: number): boolean {
    if (!watch.keepsSessions()) return true;
    return isTradingDay(exchange, date) && now < sessionClose(exchange, date) + QUARTER_MS;
  }

  async function write(): Promise<void> {
    for (const each of heard.values()) {
      if (each.isWritten) continue;
      each.isWritten = true;
      try {
        await store.put(each.market, each.bars);
      } catch (error) {
        each.isWritten = false;
        onProblem(error);
        return;
      }
    }
  }

  function remember({ market, date }: MarketDay, bars: ReadonlyMap<number, DailyBar>): void {
    if (bars.size === 0) return;
    const key = `${market} ${date}`;
    const own = heard.get(key) ?? { market, bars: new Map<number, DailyBar>(), isWritten: false };
    for (const [underlying, bar] of bars) own.bars.set(underlying, bar);
    own.isWritten = false;
    heard.set(key, own);
    const oldest = heard.keys().next().value;
    if (heard.size > MOST_DATES && oldest !== undefined) heard.delete(oldest);
  }

  /** Of those that have come about by the market's day; an invented market knows no company that would have any. */
  async function changesOf({ isInvented, date }: MarketDay, underlying: number) {
    if (isInvented || options.changes === undefined) return [];
    const changes = await options.changes(underlying).catch((error: unknown) => {
      onProblem(error);
      return [];
    });
    return changes.filter((each) => each.date <= date);
  }

  /** A past that cannot be had leaves a gap; what was recorded is shown all the same. */
  const orNothing = (answer: Promise<DailyAnswer>): Promise<DailyAnswer> =>
    answer.catch((error: unknown) => {
      onProblem(error);
      return { bars: [], expiries: [], ivs: [] };
    });

  /** Days heard here go before those of storage, which may not have taken them yet. */
  function addHeard(into: Map<number, DailyBar>, of: string, underlying: number, from: number, to: number) {
    for (const { market, bars } of heard.values()) {
      const bar = bars.get(underlying);
      if (market === of && bar !== undefined && bar.date >= from && bar.date <= to) into.set(bar.date, bar);
    }
  }

  return {
    async kept(day, underlying) {
      const first = compactDate(addDays(day.date, -KEPT_DAYS));
      const end = compactDate(addDays(day.date, -1));
      const stored = await store.days(day.market, underlying, first, end);
      const byDate = new Map(stored.map((bar) => [bar.date, bar]));
      addHeard(byDate, day.market, underlying, first, end);
      return adjusted(
        [...byDate.values()].sort((a, b) => a.date - b.date),
        await changesOf(day, underlying),
      );
    },
    async sample(day) {
      for (let from = 0; from < day.followed.length && !isOver; from += PORTION) {
        const some = day.followed.slice(from, from + PORTION);
        remember(day, await heardOf(day, some, knownMarketTime(watch)));
        await pause(pauseMs);
      }
      await write();
    },
    async days(underlying, from, to) {
      const day = options.day();
      if (day === null) return null;
      const followed = day.followed.find((each) => each.underlying === underlying);
      if (followed === undefined) return [];
      const last = to < day.date ? to : addDays(day.date, -1);
      const [first, end] = [compactDate(from), compactDate(last)];
      const byDate = new Map<number, DailyBar>();
      for (const bar of await store.days(day.market, underlying, first, end).catch(() => []))
        byDate.set(bar.date, bar);
      addHeard(byDate, day.market, underlying, first, end);
      // Further back than that nothing is to be had of it.
      const earliest = addDays(day.date, -(watch.keepsSessions() ? YEAR_DAYS : LOOK_BACK));
      const changes = await changesOf(day, underlying);
      const changedOn = changes.reduce((latest, { date }) => (date > latest ? date : latest), "");
      if (!isWhole(byDate, followed, from > earliest ? from : earliest, last, changedOn)) {
        for (const bar of (await orNothing(told(day, underlying))).bars) {
          const there = byDate.get(bar.date);
          const isBetter = there === undefined || isMoreReal(bar, there);
          if (bar.date >= first && bar.date <= end && isBetter) byDate.set(bar.date, bar);
        }
      }
      return adjusted(
        [...byDate.values()].sort((a, b) => a.date - b.date),
        changes,
      );
    },
    async expiryDays(underlying, from, to) {
      const day = options.day();
      if (day === null) return null;
      if (!day.followed.some((each) => each.underlying === underlying)) return [];
      const [first, end] = [compactDate(from), compactDate(to < day.date ? to : addDays(day.date, -1))];
      const stored = await store.expiryDays(day.market, underlying, first, end).catch(() => []);
      const found = new Map(stored.map((each) => [`${each.date} ${each.expiry}`, each]));
      for (const each of (await orNothing(told(day, underlying))).expiries) {
        const there = found.get(`${each.date} ${each.expiry}`);
        const isBetter = there === undefined || isMoreReal(each, there);
        if (each.date >= first && each.date <= end && isBetter)
          found.set(`${each.date} ${each.expiry}`, each);
      }
      return adjustedExpiries(
        [...found.values()].sort((a, b) => a.date - b.date || a.expiry - b.expiry),
        await changesOf(day, underlying),
      );
    },
    async expiryIvs(underlying, from, to) {
      const day = options.day();
      if (day === null) return null;
      if (!day.followed.some((each) => each.underlying === underlying)) return [];
      const [first, end] = [compactDate(from), compactDate(to < day.date ? to : addDays(day.date, -1))];
      const stored = await store.expiryDays(day.market, underlying, first, end).catch(() => []);
      const heardIvs = stored.flatMap(({ date, expiry, atmIv, origin }) =>
        atmIv === null ? [] : [{ date, expiry, atmIv, origin }],
      );
      const found = new Map<string, ExpiryIv>();
      for (const each of [...(await orNothing(told(day, underlying))).ivs, ...heardIvs]) {
        const isAsked = each.date >= first && each.date <= end;
        if (isAsked && countsIn(day.isInvented, each.origin)) found.set(`${each.date} ${each.expiry}`, each);
      }
      return [...found.values()].sort((a, b) => a.date - b.date || a.expiry - b.expiry);
    },
    stop() {
      isOver = true;
    },
  };
}
