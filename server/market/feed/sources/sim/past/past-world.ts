import type { IsoDate } from "#domain/units/iso-date.ts";
import type { Universe } from "../../../market-table.ts";
import { createDayPlan, type DayPlan } from "../day-plan.ts";
import { createLatent, type Latent, type LatentInput } from "../latent.ts";
import { chainPositions, futurePositions, spreadLinearVolume, spreadVolume } from "../open-interest.ts";
import { fairOption, valueRow } from "../quoting.ts";
import { createMarketState, futureInstants, KIND, type MarketState } from "../state.ts";

/** One underlying and its contracts alone, to be put into any day. Rows are its own. */
export interface PastWorld {
  readonly state: MarketState;
  readonly latent: Latent;
  readonly rowOfToken: ReadonlyMap<number, number>;
  /** Puts it at the start of a market day, before the first trade; the plan of that day. */
  enter(date: IsoDate): DayPlan;
  /** Rupees that a row is worth at an instant of the day, the latent market having been brought there. */
  fair(row: number, at: number): number;
  /** Lots held in rows, by our picture of the market at this moment. */
  positions(rows: readonly number[], at: number): Map<number, number>;
}

/** The part of a universe that belongs to one of its underlyings. */
function universeOf(universe: Universe, u: number): Universe {
  const entry = universe.underlyings[u]!;
  const rows = [entry.index, ...entry.futures.map((future) => future.index)];
  for (const chain of entry.chains) {
    for (const side of [chain.callIndex, chain.putIndex])
      for (const row of side) if (row >= 0) rows.push(row);
  }
  const own = new Map(rows.map((row, i) => [row, i]));
  const place = (row: number): number => own.get(row) ?? -1;
  return {
    date: universe.date,
    instruments: rows.map((row) => universe.instruments[row]!),
    underlyings: [
      {
        ...entry,
        index: 0,
        futures: entry.futures.map((future) => ({
          ...future,
          underlyingIndex: 0,
          index: place(future.index),
        })),
        chains: entry.chains.map((chain) => ({
          ...chain,
          underlyingIndex: 0,
          callIndex: chain.callIndex.map(place),
          putIndex: chain.putIndex.map(place),
          futureIndex: place(chain.futureIndex),
        })),
      },
    ],
    vixIndex: -1,
  };
}

/**
 * @param input  of the whole market: an underlying's path does not depend on who else is there
 * @param u  position in the universe's underlyings and in `input.specs`
 */
export function createPastWorld(input: LatentInput, universe: Universe, u: number): PastWorld {
  const specs = [input.specs[u]!];
  const state = createMarketState(universeOf(universe, u), specs);
  const latent = createLatent({ ...input, specs });
  const instants = futureInstants(state);

  function enter(date: IsoDate): DayPlan {
    const plan = createDayPlan(input.clock, date);
    latent.startDay(plan);
    latent.setChains(state.chains, instants);
    latent.lookBack(plan.start - 1);
    return plan;
  }

  // Real volatilities and forwards are measured against the day they are of.
  if (input.anchor !== undefined) enter(input.anchor.date);

  return {
    state,
    latent,
    rowOfToken: new Map(state.universe.instruments.map(({ token }, row) => [token, row])),
    enter(date) {
      const plan = enter(date);
      spreadLinearVolume(state);
      for (let c = 0; c < state.chains.length; c++) spreadVolume(state, latent, c, plan.start);
      return plan;
    },
    fair(row, at) {
      if (state.kind[row] === KIND.OPTION) return fairOption(state, latent, row);
      if (state.kind[row] !== KIND.INDEX) return valueRow(state, latent, row, at).fair;
      const front = state.universe.underlyings[0]!.futures[0];
      const isReference = specs[0]!.kind === "commodity" && front !== undefined;
      return latent.spot[0]! * (isReference ? latent.carry(0, front.expiryInstant, at) : 1);
    },
    positions(rows, at) {
      const chains = new Set(rows.map((row) => state.chain[row]!).filter((c) => c >= 0));
      const lots = futurePositions(state, input.seed, 0);
      for (const c of chains) {
        for (const [row, held] of chainPositions(state, latent, input.seed, c, at)) lots.set(row, held);
      }
      return lots;
    },
  };
}
