import { compactDate, daysBetween, fromCompactDate } from "#domain/calendar/ist.ts";
import { FORWARD_FUTURE, FORWARD_SYNTHETIC } from "#domain/chain/flags.ts";
import { atmStrikeIndex, maxPain } from "#domain/chain/measures.ts";
import { listedContracts } from "#domain/instruments/contracts.ts";
import type { Instrument, UnderlyingSpec } from "#domain/instruments/types.ts";
import { underlyingBySymbol } from "#domain/instruments/underlyings.ts";
import { yearsToExpiry } from "#domain/pricing/time.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import { breathe } from "../../../../../platform/lib/breathe.ts";
import type { Bar } from "../../../../bus/market-past.ts";
import {
  BLOCK_MINUTES,
  blankExpiry,
  blankUnderlying,
  keptFigure,
  type MeasureQuarter,
  packQuarter,
} from "../../../../bus/measure-quarters.ts";
import { createDayPlan, type DayPlan, GROUP_OF_BUCKET } from "../day-plan.ts";
import { createLatent, type LatentInput } from "../latent.ts";
import { bucketName, type MarketState } from "../state.ts";
import { buildUniverse } from "../universe.ts";
import { createPastWorld, type PastWorld } from "./past-world.ts";
import { barsOfStretch } from "./simulated-bars.ts";

/** As long as storage keeps what is recorded: two expiry months and more. */
const MOST_DAYS = 100;
const MINUTE_MS = 60_000;
const QUARTER_MS = BLOCK_MINUTES * MINUTE_MS;
/** Minutes of one expiry between which the feed has its turn. */
const MINUTES_AT_ONCE = 40;

interface MeasuresInput extends LatentInput {
  readonly present: () => { readonly state: MarketState; readonly plan: DayPlan };
  /** Bars by the minute of an underlying's spot on a past day, as the market's past tells them; null where it tells none. */
  readonly spotBars: (underlying: number, date: IsoDate) => Promise<readonly Bar[] | null>;
  /** Where the past of a day ends, epoch ms. */
  readonly endOf: (date: IsoDate) => number;
  /** Its close on a day, rupees; NaN unknown. */
  readonly closeOn: (underlying: number, date: IsoDate) => Promise<number>;
}

type Columns = ReturnType<typeof blankExpiry>;

/**
 * Measures of past days, and of today until the live market began: forward, ATM IV and straddle out of the surface that the
 * market makers of the simulation saw, spot as its bars have it. Open interest, PCR and max pain come out of the picture of the positions, and only of expiries that are over:
 * of the others there are bars, which say it themselves. What traded, and the thirty-day volatility, is not said.
 */
export function createSimulatedMeasures(input: MeasuresInput) {
  const { clock, specs, seed } = input;

  /** Contracts of the expiries wanted: as they are listed now, else as the exchange's rules listed them on the day. */
  function listedOn(spec: UnderlyingSpec, date: IsoDate, expiries: ReadonlySet<string>, spot: number) {
    const own = input
      .present()
      .state.universe.instruments.filter((each) => each.underlying === spec.symbol && each.expiry !== null);
    const alive = own.filter((each) => each.type === "FUT" || expiries.has(each.expiry!));
    const there = new Set(alive.flatMap(({ type, expiry }) => (type === "FUT" ? [] : [expiry])));
    const futures = new Set(alive.flatMap(({ type, expiry }) => (type === "FUT" ? [expiry] : [])));
    const isRuled = underlyingBySymbol(spec.symbol) !== undefined;
    const over: Instrument[] = !isRuled
      ? []
      : listedContracts(spec.symbol, date, spot).filter(({ type, expiry }) =>
          type === "FUT" ? !futures.has(expiry) : expiries.has(expiry!) && !there.has(expiry),
        );
    return { listed: [...alive, ...over], isOver: (expiry: IsoDate) => !there.has(expiry) };
  }

  async function spotOf(world: PastWorld, plan: DayPlan, underlying: number): Promise<readonly Bar[]> {
    const told = await input.spotBars(underlying, plan.date);
    if (told !== null) return told;
    const row = world.rowOfToken.get(underlying)!;
    world.enter(plan.date);
    // A commodity's bars are its nearest future's, its closes are without the carry.
    const isCommodity = world.state.specs[0]!.kind === "commodity";
    const price = isCommodity ? Number.NaN : await input.closeOn(underlying, plan.date);
    const ending = new Map([[row, { price, oi: 0, volume: null }]]);
    const stretch = { date: plan.date, until: plan.end, openingOi: new Map(), ending };
    return barsOfStretch(world, plan, [row], stretch, 60, seed).get(row)!;
  }

  /** An expiry at the end of a minute, the world having been brought there. @param led spot of the bars over the world's */
  function say(world: PastWorld, c: number, at: number, led: number, isOver: boolean, tell: Tell): void {
    const { state, latent } = world;
    const chain = state.chains[c]!;
    const surface = latent.surfaces[c]!;
    const forward = surface.forward * led;
    const { strikes } = chain;
    const atm = atmStrikeIndex(strikes.length, strikes, forward);
    const years = yearsToExpiry(at, chain.expiryInstant);
    if (atm < 0 || !(years > 0)) return;
    tell("forward", forward);
    tell("forwardSource", chain.futureIndex >= 0 ? FORWARD_FUTURE : FORWARD_SYNTHETIC);
    tell("synthetic", forward);
    tell("atmStrike", strikes[atm]!);
    tell("atmIv", surface.deviation / Math.sqrt(years));
    const [call, put] = [chain.callIndex[atm]!, chain.putIndex[atm]!];
    if (call >= 0 && put >= 0) tell("straddle", world.fair(call, at) + world.fair(put, at));
    if (!isOver) return;
    const held = world.positions(
      [...chain.callIndex, ...chain.putIndex].filter((row) => row >= 0),
      at,
    );
    const units = (row: number): number => (row < 0 ? 0 : Math.round(held.get(row) ?? 0) * state.lot[row]!);
    const callOi = Float64Array.from(chain.callIndex, units);
    const putOi = Float64Array.from(chain.putIndex, units);
    const total = (side: Float64Array): number => side.reduce((sum, oi) => sum + oi, 0);
    tell("callOi", total(callOi));
    tell("putOi", total(putOi));
    tell("maxPain", maxPain(strikes.length, strikes, callOi, putOi, forward));
  }

  return async (
    underlying: number,
    date: IsoDate,
    expiries: readonly number[],
  ): Promise<Map<number, Uint8Array> | null> => {
    const { state: now, plan: today } = input.present();
    const u = specs.findIndex((spec) => spec.token === underlying);
    const age = daysBetween(date, today.date);
    if (u < 0 || age < 0 || age > MOST_DAYS) return null;
    const spec = specs[u]!;
    const plan = createDayPlan(clock, date);
    if (!plan.trades[GROUP_OF_BUCKET[bucketName(now, now.universe.underlyings[u]!.index)]]) return new Map();
    // A world is made in some milliseconds, and several may be asked for at once.
    await breathe();
    const own = { ...input, specs: [spec] };
    const before = createLatent(own);
    before.startDay(plan);
    const spot = before.previousSpot(0);
    const wanted = new Set(expiries.map(fromCompactDate).filter((expiry) => expiry >= date));
    const { listed, isOver } = listedOn(spec, date, wanted, spot);
    const universe = buildUniverse({ date, at: plan.start, specs: [spec], spotOf: () => spot, listed });
    const world = createPastWorld(own, universe, 0);
    const divisor = world.state.divisor[0]!;
    const minutes = withRest(await spotOf(world, plan, underlying), plan, input.endOf(date));
    await breathe();
    world.enter(date);
    let led = 1;
    const quarters = new Map<number, MeasureQuarter & { sampled: number; expiries: Map<number, Columns> }>();
    const minutesAtOnce = Math.max(1, Math.floor(MINUTES_AT_ONCE / world.state.chains.length));
    for (const [i, { start: minute, close }] of minutes.entries()) {
      if (i % minutesAtOnce === 0) await breathe();
      const at = Math.min(minute + MINUTE_MS, plan.end) - 1;
      const start = Math.floor(minute / QUARTER_MS) * QUARTER_MS;
      const place = (minute - start) / MINUTE_MS;
      const quarter = quarters.get(start) ?? {
        sampled: 0,
        underlying: blankUnderlying(),
        expiries: new Map<number, Columns>(),
      };
      quarters.set(start, quarter);
      world.latent.lookBack(at);
      quarter.sampled |= 1 << place;
      if (close !== null) {
        quarter.underlying.spot[place] = keptFigure("spot", close / divisor);
        led = close / divisor / world.fair(world.rowOfToken.get(underlying)!, at);
      }
      for (const [c, chain] of world.state.chains.entries()) {
        const expiry = compactDate(chain.expiry);
        const columns = quarter.expiries.get(expiry) ?? blankExpiry();
        quarter.expiries.set(expiry, columns);
        say(world, c, at, led, isOver(chain.expiry), (column, value) => {
          columns[column][place] = keptFigure(column, value);
        });
      }
    }
    return new Map([...quarters].map(([start, quarter]) => [start, packQuarter(quarter)]));
  };
}

/** A minute of a past day. */
interface PastMinute {
  readonly start: number;
  /** of the spot, wire integer; null while it rests */
  readonly close: number | null;
}

/** The spot's minutes, and those in which derivatives trade on while it rests. */
function withRest(bars: readonly Bar[], { spans }: DayPlan, until: number): readonly PastMinute[] {
  const last = bars.at(-1)?.start;
  const span = spans.derivatives.find(
    ({ open, close }) => last !== undefined && open <= last && last < close,
  );
  if (span === undefined) return bars;
  const count = Math.floor((Math.min(span.close, until) - last!) / MINUTE_MS) - 1;
  const rest = Array.from({ length: Math.max(0, count) }, (_, i) => ({
    start: last! + (i + 1) * MINUTE_MS,
    close: null,
  }));
  return [...bars, ...rest];
}

type Tell = (column: keyof Columns, value: number) => void;
