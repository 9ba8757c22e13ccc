import type { IsoDate } from "#domain/units/iso-date.ts";
import { QUOTE_FULL_OI } from "#protocol/generated/layout.ts";
import type { Bar, BarQuery, BarSeries } from "../../../../bus/market-past.ts";
import type { MarketHistory } from "../../../market-source.ts";
import { ROW_WORDS, type Universe } from "../../../market-table.ts";
import { createDayPlan, type DayPlan, GROUP_OF_BUCKET, marketDate, rollInstant } from "../day-plan.ts";
import type { LatentInput } from "../latent.ts";
import { bucketName, type MarketState } from "../state.ts";
import { WORD } from "../trading.ts";
import { createPastWorld, type PastWorld } from "./past-world.ts";
import { barsOfStretch, type Ending } from "./simulated-bars.ts";
import { createPastCloses, type KnownCloses, meetKnown } from "./simulated-closes.ts";

/** What was listed longer ago is not known, so the past is told of no more days. */
const MOST_PAST_DAYS = 12;
/** Worlds kept: a client that looks at an underlying asks about it again. */
const MOST_WORLDS = 4;

/** The live market where the past has to end. */
interface PresentMarket {
  readonly state: MarketState;
  readonly plan: DayPlan;
}

/** The market as it was when it was first watched, by row of its universe. */
export interface Opening {
  readonly universe: Universe;
  readonly at: number;
  readonly date: IsoDate;
  readonly oi: Float64Array;
  readonly volume: Float64Array;
}

export function takeOpening(state: MarketState, plan: DayPlan, at: number): Opening {
  const { words } = state.table;
  return {
    universe: state.universe,
    at,
    date: plan.date,
    oi: Float64Array.from({ length: state.rows }, (_, row) => words[row * ROW_WORDS + OI]! >>> 0),
    volume: Float64Array.from(
      { length: state.rows },
      (_, row) => words[row * ROW_WORDS + WORD.VOLUME]! >>> 0,
    ),
  };
}

const OI = QUOTE_FULL_OI / 4;
/** Lets the feed have its turn between two days of the past. */
const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

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
  const worlds = new Map<string, { readonly universe: Universe; readonly world: PastWorld }>();

  function worldOf(u: number): PastWorld {
    const { universe } = input.present().state;
    const { symbol } = specs[u]!;
    const kept = worlds.get(symbol);
    worlds.delete(symbol);
    const entry =
      kept?.universe === universe ? kept : { universe, world: createPastWorld(input, universe, u) };
    worlds.set(symbol, entry);
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

  const rowsOf = new WeakMap<Universe, ReadonlyMap<number, number>>();
  function rowIn(universe: Universe, world: PastWorld, row: number): number {
    let rows = rowsOf.get(universe);
    if (rows === undefined) {
      rows = new Map(universe.instruments.map(({ token }, i) => [token, i]));
      rowsOf.set(universe, rows);
    }
    return rows.get(world.state.universe.instruments[row]!.token) ?? -1;
  }

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

  return {
    market: input.market,
    async bars(query) {
      const series: BarSeries[] = [];
      const { universe } = input.present().state;
      for (let u = 0; u < specs.length; u++) {
        const own = query.tokens.filter((token) => belongs(universe, u, token));
        if (own.length === 0) continue;
        const world = worldOf(u);
        const rows = [...new Set(own.map((token) => world.rowOfToken.get(token)!))];
        series.push(...(await barsOf(world, rows, query)));
      }
      return series;
    },
    async closes(underlying, days) {
      const { state, plan } = input.present();
      const u = specs.findIndex((spec) => spec.token === underlying);
      if (u < 0) return null;
      const spec = specs[u]!;
      const { price } = closeOf(state.universe.underlyings[u]!.index);
      const closes = await closesOf(spec, plan.date, days);
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
        return real === undefined ? close : { ...real, date: close.date, origin: "imported" };
      });
    },
  };
}

/** How many times as much as pictured is held; within bounds, so that one odd figure does not make a past of its own. */
function leadOf(known: number, pictured: number): number {
  return pictured > 0 ? Math.max(0.1, Math.min(10, known / pictured)) : 1;
}

const owners = new WeakMap<Universe, ReadonlyMap<number, number>>();

/** Whether a token is an underlying's spot or one of its contracts. */
function belongs(universe: Universe, u: number, token: number): boolean {
  let owner = owners.get(universe);
  if (owner === undefined) {
    const found = new Map<number, number>();
    universe.underlyings.forEach((entry, number) => {
      found.set(entry.underlying.token, number);
      const rows = [...entry.futures.map(({ index }) => index)];
      for (const chain of entry.chains) rows.push(...chain.callIndex, ...chain.putIndex);
      for (const row of rows) if (row >= 0) found.set(universe.instruments[row]!.token, number);
    });
    owner = found;
    owners.set(universe, owner);
  }
  return owner.get(token) === u;
}
