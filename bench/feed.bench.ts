/**
 * What does the simulated market cost? Market time made per second of one core, for the whole market in mid-session, beside
 * the plain way: price every contract and lay every book anew four times a second. And how long a start in mid-session takes.
 */
import { createMarketTable } from "#server/feed/market-table.ts";
import { createDayPlan } from "#server/feed/sim/day-plan.ts";
import { createLatent } from "#server/feed/sim/latent.ts";
import { quote } from "#server/feed/sim/quoting.ts";
import { createRandom } from "#server/feed/sim/random.ts";
import { createSimulatedSource } from "#server/feed/sim/simulated-source.ts";
import { createMarketState, KIND } from "#server/feed/sim/state.ts";
import { selectUnderlyings } from "#server/feed/sim/universe.ts";
import { type Bench, compare, goal, type Table } from "./harness.ts";

const START = Date.parse("2026-11-20T11:30:00+05:30");
const TURN_MS = 50;
const NAIVE_MS = 250;
const OURS = "simulated source, 50 ms turns";
const NAIVE = "every book anew, 250 ms turns";
const REAL_TIME = "real time on half a core";

export const bench: Bench = {
  name: "feed",
  question: "what does a second of the whole simulated market cost, beside repricing everything?",
  async run(context) {
    const starts: number[] = [];
    const open = () => {
      const before = performance.now();
      const source = createSimulatedSource({ seed: 1, clock: "exchange", startAt: START, universe: null });
      starts.push(performance.now() - before);
      return source;
    };
    open().dispose();
    const source = open();
    const table = createMarketTable(source.universe());
    source.fill(table);

    let now = START;
    let ticks = 0;
    const ours = (): number => {
      now += TURN_MS;
      source.advance(table, now);
      ticks += table.dirtyCount;
      for (let i = 0; i < table.dirtyCount; i++) table.dirty[table.dirtyRows[i]!] = 0;
      table.dirtyCount = 0;
      return TURN_MS;
    };

    const specs = selectUnderlyings(null);
    const latent = createLatent({ seed: 1, clock: "exchange", specs });
    const state = createMarketState(source.universe(), specs);
    latent.startDay(createDayPlan("exchange", source.universe().date));
    latent.setChains(
      state.chains,
      state.chains.map((chain) => chain.expiryInstant),
    );
    const random = createRandom(1);
    let naiveNow = START;
    const naive = (): number => {
      naiveNow += NAIVE_MS;
      latent.update(naiveNow, true);
      for (let row = 0; row < state.rows; row++) {
        if (state.kind[row] === KIND.INDEX || state.kind[row] === KIND.VIX) continue;
        quote(state, latent, row, naiveNow, 1, random);
      }
      state.table.dirty.fill(0);
      state.table.dirtyCount = 0;
      return NAIVE_MS;
    };

    const rows = await compare(
      [
        { name: OURS, batch: ours },
        { name: NAIVE, batch: naive },
        { name: REAL_TIME, rate: async () => 500 },
      ],
      context,
    );
    const table1: Table = {
      title: `market time, ${state.rows} instruments`,
      unit: "ms of market a second of one core",
      rows,
      ratios: [...goal(rows, OURS, REAL_TIME, { atLeast: 4 }), ...goal(rows, OURS, NAIVE)],
    };
    return {
      tables: [table1],
      notes: [
        `ticks: ${Math.round(ticks / ((now - START) / 1000))} a market second`,
        `start in mid-session: ${starts.map((ms) => `${ms.toFixed(0)} ms`).join(", ")}`,
      ],
    };
  },
};
