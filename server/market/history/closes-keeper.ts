import { expiryInstant } from "#domain/calendar/expiries.ts";
import { compactDate, fromCompactDate } from "#domain/calendar/ist.ts";
import { sessionClose } from "#domain/calendar/market-sessions.ts";
import { constantMaturityIv, IV_LOOKBACK } from "#domain/chain/iv-statistics.ts";
import { countsIn, originBits } from "#domain/chain/origin.ts";
import { yearsToExpiry } from "#domain/pricing/time.ts";
import { known } from "#protocol/http/figures.ts";
import { decodeMessage } from "#protocol/wire/codec.ts";
import type { Bus } from "../../platform/bus/bus.ts";
import { unpackSnapshots } from "../../platform/bus/packing.ts";
import { mustRead } from "../../platform/lib/read-json.ts";
import { readPastCloses, type VolatilityHistoryMessage } from "../bus/bus-messages.ts";
import { pastClosesRequest, statsRequest, volatilityHistorySubject } from "../bus/market-subjects.ts";
import { knownMarketTime, type MarketWatch } from "../bus/market-watch.ts";
import type { Followed } from "./kept-instruments.ts";
import { QUARTER_MS } from "./quarters.ts";
import type { MarketDay } from "./recorder.ts";
import type { DatedClose, ExpiryClose, HistoryRepository, UnderlyingClose } from "./repository.ts";
import type { HistoryWriter } from "./writer.ts";

/** The daily closes of every underlying: where they come from, where they go. */
export interface ClosesKeeper {
  /**
   * Brings the closes before a market day together, tells the feed, and keeps what storage lacked. Of whose past the source did
   * not answer it is asked again, until another day comes.
   */
  load(day: MarketDay): Promise<void>;
  /** Tells the feed once more what is known: a market that has just begun has heard nothing. */
  retell(): void;
  /** Notes what the market says now as the day's close so far. */
  sample(day: MarketDay): Promise<void>;
  /** Closes before the present market day that may be built on, oldest first; empty while they are not known. */
  of(underlying: number): readonly DatedClose[];
  /** Whether all that can be had of them has been: before, fewer are known than there are. */
  isWhole(underlying: number): boolean;
  stop(): void;
}

interface ClosesOptions {
  /** of now's market, and of the late one, which has the same past */
  readonly buses: readonly [live: Bus, late: Bus];
  readonly watch: Pick<MarketWatch, "marketTime" | "keepsSessions">;
  readonly store: Pick<HistoryRepository, "closes" | "fillCloses">;
  readonly writer: Pick<HistoryWriter, "closes">;
  /** told of troubles; what failed is tried again */
  readonly onProblem: (error: unknown) => void;
  /** ms between two underlyings: the feed has its turns and the relay its packets to see to */
  readonly pauseMs?: number;
  /** ms until what was not answered is asked again */
  readonly retryMs?: number;
}

const PAUSE_MS = 15;
const RETRY_MS = 30_000;
/** A broker answers a few questions a second, and a source that makes its past up takes its time on a busy machine. */
const SOURCE_MS = 15_000;
/** Underlyings a message to the feed, and a question about stats. */
const PORTION = 25;
/** The first ones are indices, which users look at first: they are told one by one. */
const TOLD_AT_ONCE = 8;

interface Merged {
  readonly closes: readonly DatedClose[];
  /** those that storage lacks */
  readonly missing: readonly DatedClose[];
  /** whether the source said what it knows */
  readonly isAnswered: boolean;
}

type ToldCloses = VolatilityHistoryMessage["underlyings"][number];

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export function createClosesKeeper(options: ClosesOptions): ClosesKeeper {
  const { buses, watch, store, writer, onProblem, pauseMs = PAUSE_MS, retryMs = RETRY_MS } = options;
  const [live] = buses;
  let loaded = new Map<number, readonly DatedClose[]>();
  /** of whose past the source has not answered */
  const awaited = new Set<number>();
  /** what was sampled, by underlying and date: it outlives a storage that is away */
  const sampled = new Map<number, Map<number, DatedClose>>();
  /** of the newest `load`: an older one that is still at it ends */
  let turn = 0;

  async function past(underlying: number): Promise<DatedClose[]> {
    const request = Buffer.from(JSON.stringify({ underlying, days: IV_LOOKBACK }));
    const payload = await live.request(pastClosesRequest(), request, SOURCE_MS);
    const answer = mustRead(readPastCloses, payload, "The past of an underlying");
    return (answer.closes ?? []).map(([date, spot, iv30, origin]) => ({
      date: compactDate(date),
      spot,
      iv30,
      origin,
    }));
  }

  /**
   * Heard here, else stored, else the source's: one list that all processes go by. What is made up is no close of a market
   * that has real ones.
   */
  async function merged({ market, date, isInvented }: MarketDay, underlying: number): Promise<Merged> {
    const before = compactDate(date);
    const stored = await store.closes(market, underlying, before, IV_LOOKBACK).catch(() => []);
    const made = await past(underlying).catch((error: unknown) => {
      onProblem(error);
      return null;
    });
    const byDate = new Map<number, DatedClose>();
    for (const list of [made ?? [], stored, sampled.get(underlying)?.values() ?? []]) {
      for (const close of list) {
        if (close.date < before && countsIn(isInvented, close.origin)) byDate.set(close.date, close);
      }
    }
    const closes = [...byDate.values()].sort((a, b) => a.date - b.date).slice(-IV_LOOKBACK);
    const there = new Set(
      stored.flatMap((close) => (countsIn(isInvented, close.origin) ? [close.date] : [])),
    );
    const missing = closes.filter((close) => !there.has(close.date));
    return { closes, missing, isAnswered: made !== null };
  }

  function tell(underlyings: VolatilityHistoryMessage["underlyings"]): void {
    const message: VolatilityHistoryMessage = { underlyings };
    for (const bus of buses) bus.publish(volatilityHistorySubject(), Buffer.from(JSON.stringify(message)));
  }

  function figuresOf(underlying: number, all: readonly DatedClose[]): ToldCloses {
    const known = all.filter(({ iv30 }) => iv30 !== null);
    return {
      underlying,
      closes: known.map(({ iv30 }) => iv30!),
      origins: originBits(known.map(({ origin }) => origin)),
    };
  }

  function retell(): void {
    const known = [...loaded].map(([underlying, closes]) => figuresOf(underlying, closes));
    for (let from = 0; from < known.length; from += PORTION) tell(known.slice(from, from + PORTION));
  }

  function remember(date: number, { underlying, ...close }: UnderlyingClose): void {
    const own = sampled.get(underlying) ?? new Map<number, DatedClose>();
    sampled.set(underlying, own);
    own.set(date, { date, ...close });
    const oldest = own.keys().next().value;
    if (own.size > IV_LOOKBACK && oldest !== undefined) own.delete(oldest);
  }

  /** What the stats of some underlyings say of their closes. */
  async function ask(day: MarketDay, some: readonly Followed[], now: number) {
    const request = Buffer.from(JSON.stringify({ underlyings: some.map(({ underlying }) => underlying) }));
    const exchanges = new Map(some.map(({ underlying, exchange }) => [underlying, exchange]));
    const closes: UnderlyingClose[] = [];
    const expiries: ExpiryClose[] = [];
    for (const packet of unpackSnapshots(await live.request(statsRequest(), request))) {
      const message = decodeMessage(packet);
      if ("error" in message || message.kind !== "stats") continue;
      const { underlying, spot } = message.root;
      const exchange = exchanges.get(underlying);
      if (exchange === undefined || !isClosing(day, exchange, now)) continue;
      const rows = message.rows.toSorted((a, b) => a.expiry - b.expiry);
      const years = rows.map(({ expiry }) =>
        yearsToExpiry(now, expiryInstant(exchange, fromCompactDate(expiry))),
      );
      const iv30 = constantMaturityIv(
        years,
        rows.map(({ atmIv }) => atmIv),
      );
      closes.push({ underlying, spot: known(spot), iv30: known(iv30), origin: day.heardAs });
      for (const row of rows) {
        const { expiry, callOi, putOi } = row;
        expiries.push({
          underlying,
          expiry,
          forward: known(row.forward),
          atmIv: known(row.atmIv),
          pcr: known(row.pcr),
          maxPain: known(row.maxPain),
          callOi,
          putOi,
        });
      }
    }
    return { closes, expiries };
  }

  /** Figures from long after a session are no close: time runs on and prices do not. */
  function isClosing({ date }: MarketDay, exchange: Followed["exchange"], now: number): boolean {
    return !watch.keepsSessions() || now < sessionClose(exchange, date) + QUARTER_MS;
  }

  /**
   * @param into takes what is found, and is what is known once all of it is
   * @returns those whose past was not answered
   */
  async function bring(
    day: MarketDay,
    followed: readonly Followed[],
    own: number,
    into: Map<number, readonly DatedClose[]>,
  ): Promise<Followed[]> {
    const portion: ToldCloses[] = [];
    const lacking: [underlying: number, missing: readonly DatedClose[]][] = [];
    const left: Followed[] = [];
    for (const [n, each] of followed.entries()) {
      const { underlying } = each;
      const { closes, missing, isAnswered } = await merged(day, underlying);
      if (own !== turn) return [];
      into.set(underlying, closes);
      if (isAnswered) awaited.delete(underlying);
      else {
        awaited.add(underlying);
        left.push(each);
      }
      if (missing.length > 0) lacking.push([underlying, missing]);
      portion.push(figuresOf(underlying, closes));
      if (n < TOLD_AT_ONCE || portion.length === PORTION) tell(portion.splice(0));
      await pause(pauseMs);
    }
    if (own !== turn) return [];
    if (portion.length > 0) tell(portion);
    loaded = into;
    // What takes longest is writing, and no request waits for it.
    for (const [underlying, missing] of lacking) {
      if (own !== turn) return [];
      await store.fillCloses(day.market, underlying, missing).catch(() => {});
      await pause(pauseMs);
    }
    return left;
  }

  async function bringLater(day: MarketDay, followed: readonly Followed[], own: number): Promise<void> {
    for (let left = followed; left.length > 0; ) {
      await pause(retryMs);
      if (own !== turn) return;
      left = await bring(day, left, own, new Map(loaded));
    }
  }

  return {
    async load(day) {
      const own = ++turn;
      const next = new Map<number, readonly DatedClose[]>();
      const left = await bring(day, day.followed, own, next);
      if (left.length > 0) void bringLater(day, left, own).catch(onProblem);
    },
    retell,
    async sample(day) {
      const date = compactDate(day.date);
      const closes: UnderlyingClose[] = [];
      const expiries: ExpiryClose[] = [];
      for (let from = 0; from < day.followed.length; from += PORTION) {
        const found = await ask(day, day.followed.slice(from, from + PORTION), knownMarketTime(watch));
        closes.push(...found.closes);
        expiries.push(...found.expiries);
        await pause(pauseMs);
      }
      for (const close of closes) remember(date, close);
      if (closes.length > 0) writer.closes(day.market, { date, closes, expiries });
    },
    of: (underlying) => loaded.get(underlying) ?? [],
    isWhole: (underlying) => loaded.has(underlying) && !awaited.has(underlying),
    stop() {
      turn++;
    },
  };
}
