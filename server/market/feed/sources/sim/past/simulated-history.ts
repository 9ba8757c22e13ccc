import { daysBetween } from "#domain/calendar/ist.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import { QUOTE_FULL_OI } from "#protocol/generated/layout.ts";
import { breathe } from "../../../../../platform/lib/breathe.ts";
import type { Bar, BarQuery, BarSeries, DailyClose } from "../../../../bus/market-past.ts";
import type { MarketHistory } from "../../../market-source.ts";
import { type ChainEntry, ROW_WORDS, type Universe } from "../../../market-table.ts";
import { createDayPlan, type DayPlan, GROUP_OF_BUCKET, marketDate, rollInstant } from "../day-plan.ts";
import type { LatentInput } from "../latent.ts";
import { bucketName, type MarketState } from "../state.ts";
import { WORD } from "../trading.ts";
import { belongs } from "./belongs.ts";
import type { Opening } from "./opening.ts";
import { createPastWorld, type PastWorld } from "./past-world.ts";
import { barsOfStretch, type Ending } from "./simulated-bars.ts";
import { createPastCloses, type KnownCloses, meetKnown } from "./simulated-closes.ts";
import { createSimulatedDays, FUTURES_COUNTED, type RecentBars, withKnown } from "./simulated-days.ts";
import { createSimulatedMeasures } from "./simulated-measures.ts";

/** What was listed longer ago is not known, so the past is told of no more days. */
const MOST_PAST_DAYS = 12;
/** Closes of which the volatility of each expiry is told: as many as markets keep of expiries. */
const MOST_TERMS = 100;
/** Worlds kept: a client that looks at an underlying asks about it again. */
const MOST_WORLDS = 8;

/** The live market where the past has to end. */
interface PresentMarket {
  readonly state: MarketState;
  readonly plan: DayPlan;
}

const OI = QUOTE_FULL_OI / 4;

interface HistoryInput extends LatentInput {
  readonly market: string;
  readonly present: () => PresentMarket;
  readonly opening: () => Opening;
  /** real closes by symbol */
  readonly known?: ReadonlyMap<string, KnownCloses> | undefined;
}

/**
 * The past that the simulated market would have had: a pure function of seed, names and dates that ends
 * where the live market began. Previous closes and positions are the last ones of the day before; what came
 * since the start is left to the recorder, which watched it.
 */
export function createSimulatedHistory(input: HistoryInput): MarketHistory {
  const { clock, specs, seed } = input;
  const closesOf = createPastCloses(input);
  const daysOf = createSimulatedDays(input);
  const rowsByUniverse = new WeakMap<Universe, ReadonlyMap<number, number>>();
  function rowsOf(universe: Universe): ReadonlyMap<number, number> {
    const rows =
      rowsByUniverse.get(universe) ?? new Map(universe.instruments.map(({ token }, row) => [token, row]));
    rowsByUniverse.set(universe, rows);
    return rows;
  }

  const worlds = new Map<string, { readonly universe: Universe; readonly world: PastWorld }>();

  /** An underlying with its futures and those of its chains alone that are asked about: what an instant costs grows with them. */
  function createWorld(u: number, chains: readonly ChainEntry[]): PastWorld {
    const { universe } = input.present().state;
    const underlyings = universe.underlyings.with(u, { ...universe.underlyings[u]!, chains });
    return createPastWorld(input, { ...universe, underlyings }, u);
  }

  /** @param tokens all of this underlying */
  function worldOf(u: number, tokens: readonly number[]): PastWorld {
    const { state } = input.present();
    const { universe } = state;
    const rows = rowsOf(universe);
    const wanted = new Set(tokens.map((token) => state.chain[rows.get(token)!]! - state.firstChain[u]!));
    const chains = universe.underlyings[u]!.chains.filter((_, c) => wanted.has(c));
    const name = [specs[u]!.symbol, ...chains.map(({ expiry }) => expiry)].join(" ");
    const kept = worlds.get(name);
    worlds.delete(name);
    const entry = kept?.universe === universe ? kept : { universe, world: createWorld(u, chains) };
    worlds.set(name, entry);
    const oldest = worlds.keys().next().value;
    if (worlds.size > MOST_WORLDS && oldest !== undefined) worlds.delete(oldest);
    return entry.world;
  }

  /** Market days from the one that holds an instant to the present one. */
  function datesSince(from: number): IsoDate[] {
    const { plan } = input.present();
    const dates: IsoDate[] = [plan.date];
    for (let date = plan.date; dates.length <= MOST_PAST_DAYS && rollInstant(date) > from; ) {
      date = marketDate(clock, rollInstant(date) - 1);
      dates.unshift(date);
    }
    return dates;
  }

  /** What the live table says of a row's last close. */
  function closeOf(live: number): { readonly price: number; readonly oi: number } {
    const { state, plan } = input.present();
    const at = live * ROW_WORDS;
    // On a day on which its market is shut the table still shows the day before.
    const isRolled = plan.trades[GROUP_OF_BUCKET[bucketName(state, live)]];
    const { words, previousOi } = state.table;
    return {
      price: words[at + (isRolled ? WORD.CLOSE : WORD.LAST)]! / state.divisor[live]!,
      oi: isRolled ? previousOi[live]! : words[at + OI]! >>> 0,
    };
  }

  const rowIn = (universe: Universe, world: PastWorld, row: number): number =>
    rowsOf(universe).get(world.state.universe.instruments[row]!.token) ?? -1;

  async function barsOf(world: PastWorld, rows: readonly number[], query: BarQuery): Promise<BarSeries[]> {
    const { plan: today } = input.present();
    const opening = input.opening();
    const { state, latent } = world;
    const dates = datesSince(query.from);
    const found = new Map<number, Bar[]>(rows.map((row) => [row, []]));
    const last = new Map(
      rows.map((row) => [row, closeOf(rowIn(input.present().state.universe, world, row))]),
    );

    /** Picture of the positions at the start of the day the world stands in, led to what the live market began with. */
    const held = (plan: DayPlan, scale: ReadonlyMap<number, number>): Map<number, number> => {
      const lots = world.positions(rows, plan.start - 1);
      return new Map(
        rows.map((row) => {
          const whole = Math.round((lots.get(row) ?? 0) * (scale.get(row) ?? 1));
          return [row, whole * state.lot[row]!];
        }),
      );
    };
    world.enter(today.date);
    const pictured = held(today, new Map());
    const scale = new Map(rows.map((row) => [row, leadOf(last.get(row)!.oi, pictured.get(row)!)]));

    for (const [i, date] of dates.entries()) {
      if (createDayPlan(clock, date).end <= query.from || rollInstant(date) >= query.to) continue;
      await breathe();
      const isToday = date === today.date;
      const next = dates[i + 1];
      const ending = new Map<number, Ending>();
      if (!isToday && next !== undefined) {
        const plan = world.enter(next);
        const oi = held(plan, scale);
        for (const row of rows) {
          const { price, oi: known } = last.get(row)!;
          ending.set(
            row,
            next === today.date
              ? { price, oi: known, volume: null }
              : { price: world.fair(row, plan.start - 1), oi: oi.get(row)!, volume: null },
          );
        }
      }
      const plan = world.enter(date);
      const openingOi = held(plan, scale);
      if (isToday) {
        if (opening.date !== date) continue;
        for (const row of rows) {
          openingOi.set(row, last.get(row)!.oi);
          const then = rowIn(opening.universe, world, row);
          if (then < 0) continue;
          ending.set(row, { price: Number.NaN, oi: opening.oi[then]!, volume: opening.volume[then]! });
        }
      }
      latent.lookBack(plan.start - 1);
      const until = isToday ? Math.min(opening.at, plan.end) : plan.end;
      const stretch = { date, until, openingOi, ending };
      for (const [row, bars] of barsOfStretch(world, plan, rows, stretch, query.seconds, seed)) {
        found.get(row)!.push(...bars.filter(({ start }) => start >= query.from && start < query.to));
      }
    }
    return rows.map((row) => ({
      token: state.universe.instruments[row]!.token,
      bars: found.get(row)!,
      origin: "simulated",
    }));
  }

  async function closesBefore(underlying: number, days: number, terms = 0): Promise<DailyClose[] | null> {
    const { state, plan } = input.present();
    const u = specs.findIndex((spec) => spec.token === underlying);
    if (u < 0) return null;
    const spec = specs[u]!;
    const { price } = closeOf(state.universe.underlyings[u]!.index);
    const closes = await closesOf(spec, plan.date, days, terms);
    const own = input.known?.get(spec.symbol) ?? new Map<IsoDate, never>();
    const last = closes.at(-1);
    // The live market's own previous close is made up too, unless a file has it.
    const leading = new Map(own);
    if (last !== undefined && price > 0 && !own.has(last.date)) {
      leading.set(last.date, { spot: price, iv30: Number.NaN });
    }
    return meetKnown(closes, leading).map((close) => {
      const real = own.get(close.date);
      // What a file does not know of its day stays unknown: half of an imported close is not made up.
      const { date } = close;
      return real === undefined ? close : { date, spot: real.spot, iv30: real.iv30, origin: "imported" };
    });
  }

  /** Bars by the minute of the last days before today, of the spot and the nearest futures. */
  async function recentBars(u: number, days: number): Promise<RecentBars> {
    const { state, plan } = input.present();
    const { universe } = state;
    const entry = universe.underlyings[u]!;
    const listed = entry.futures
      .toSorted((a, b) => a.expiryInstant - b.expiryInstant)
      .slice(0, FUTURES_COUNTED);
    const world = createWorld(u, []);
    const tokens = [entry.index, ...listed.map(({ index }) => index)].map(
      (row) => universe.instruments[row]!.token,
    );
    const rows = tokens.map((token) => world.rowOfToken.get(token)!);
    const dates = datesSince(Number.NEGATIVE_INFINITY).slice(0, -1);
    const [from = plan.start] = dates.slice(-days).map(rollInstant);
    const [spot, ...futures] = await barsOf(world, rows, { tokens, from, to: plan.start, seconds: 60 });
    return {
      spot: spot?.bars ?? [],
      futures: futures.map(({ bars }) => bars),
      divisor: state.divisor[entry.index]!,
      listed,
    };
  }

  const measuresOf = createSimulatedMeasures({
    ...input,
    async spotBars(underlying, date) {
      if (!datesSince(Number.NEGATIVE_INFINITY).includes(date)) return null;
      const world = createWorld(
        specs.findIndex((spec) => spec.token === underlying),
        [],
      );
      const row = world.rowOfToken.get(underlying)!;
      const plan = createDayPlan(clock, date);
      const query = { tokens: [underlying], from: plan.start, to: plan.end, seconds: 60 } as const;
      return (await barsOf(world, [row], query))[0]?.bars ?? [];
    },
    endOf: (date) => (date === input.opening().date ? input.opening().at : Number.POSITIVE_INFINITY),
    async closeOn(underlying, date) {
      const closes = await closesBefore(underlying, daysBetween(date, input.present().plan.date));
      return closes?.find((close) => close.date === date)?.spot ?? Number.NaN;
    },
  });

  return {
    market: input.market,
    measures: measuresOf,
    async bars(query) {
      const series: BarSeries[] = [];
      const { universe } = input.present().state;
      for (let u = 0; u < specs.length; u++) {
        const own = query.tokens.filter((token) => belongs(universe, u, token));
        if (own.length === 0) continue;
        const world = worldOf(u, own);
        const rows = [...new Set(own.map((token) => world.rowOfToken.get(token)!))];
        series.push(...(await barsOf(world, rows, query)));
      }
      return series;
    },
    closes: (underlying, days) => closesBefore(underlying, days),
    async days(underlying, days) {
      const closes = await closesBefore(underlying, days + 1, Math.min(days, MOST_TERMS));
      if (closes === null) return null;
      const u = specs.findIndex((spec) => spec.token === underlying);
      const made = daysOf(specs[u]!, closes, await recentBars(u, days));
      return withKnown(made, input.known?.get(specs[u]!.symbol));
    },
  };
}

/** How many times as much as pictured is held; within bounds, so that one odd figure does not make a past of its own. */
function leadOf(known: number, pictured: number): number {
  return pictured > 0 ? Math.max(0.1, Math.min(10, known / pictured)) : 1;
}
