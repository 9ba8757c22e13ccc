/**
 * What does the simulated market cost? Market time made per second of one core, for the whole market in mid-session, beside
 * the plain way: price every contract and lay every book anew four times a second. And how long a start in mid-session takes.
 */
import { createMarketTable } from "#server/market/feed/market-table.ts";
import { createDayPlan } from "#server/market/feed/sources/sim/day-plan.ts";
import { createLatent } from "#server/market/feed/sources/sim/latent.ts";
import { quote } from "#server/market/feed/sources/sim/quoting.ts";
import { createRandom } from "#server/market/feed/sources/sim/random.ts";
import { createSimulatedSource } from "#server/market/feed/sources/sim/simulated-source.ts";
import { createMarketState, KIND } from "#server/market/feed/sources/sim/state.ts";
import { selectUnderlyings } from "#server/market/feed/sources/sim/universe.ts";
import { goals } from "./feed/goals.ts";
import type { WholeFeedMethods } from "./feed/whole.ts";
import { type Bench, type Context, compare, distribution, goal, median, type Table } from "./harness.ts";
import { startChild } from "./lib/child.ts";

const START = Date.parse("2026-11-20T11:30:00+05:30");
const TURN_MS = 50;
const NAIVE_MS = 250;
const OURS = "simulated source, 50 ms turns";
const NAIVE = "every book anew, 250 ms turns";
/** NIFTY's two nearest expiries. */
const WATCHED = [20261123, 20261201];
/** Chains a second: two that move are told of ten times a second each, where the machine keeps up. */
const LEAST_CHAINS = 12;
const SETTLE_MS = 3_000;

/** The feed with all its work, in real time. */
async function wholeFeed(context: Context): Promise<Table> {
  const feed = startChild<WholeFeedMethods>(new URL("feed/whole.ts", import.meta.url));
  try {
    context.progress("the whole feed: starting");
    await feed.call.measure(SETTLE_MS, WATCHED);
    const rounds = context.quick ? 3 : 10;
    const cpu: number[] = [];
    const bytes: number[] = [];
    const chains: number[] = [];
    for (let round = 0; round < rounds; round++) {
      context.progress(`the whole feed: round ${round + 1} of ${rounds}`);
      const measured = await feed.call.measure(1_000, WATCHED);
      cpu.push(measured.cpu);
      bytes.push(measured.bytesPerSecond);
      chains.push(measured.chainsPerSecond);
    }
    if (median(chains) < LEAST_CHAINS)
      throw new Error(
        `only ${median(chains)} chains a second: a watched expiry is not listed, or the machine is overloaded`,
      );
    return {
      title: "The whole feed in real time, two chains watched",
      unit: "ms of CPU a second",
      better: "lower",
      rows: [distribution("market, messages, chains", cpu)],
      ratios: [
        { what: "share of one core, whole feed", value: median(cpu) / 10, ...goals.whole },
        { what: "quotes on the bus", value: median(bytes) / 1000, unit: "kB/s" },
        { what: "chains solved and sent", value: median(chains), unit: "a second" },
      ],
    };
  } finally {
    feed.stop();
  }
}

export const bench: Bench = {
  name: "feed",
  question: "What does a second of the whole simulated market cost, beside repricing everything?",
  about:
    "Without a broker's feed the server makes its own market: some 34,000 instruments that move, trade and keep their arbitrage bounds. It must leave the small machine to those who watch.",
  compared: {
    [OURS]: "our market: only what an event touches is quoted anew, every 50 ms",
    [NAIVE]: "the plain way: price every contract and lay every book anew four times a second",
  },
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
      ],
      context,
    );
    const table1: Table = {
      title: `market time, ${state.rows} instruments`,
      key: "market time",
      unit: "ms of market a second of one core",
      rows,
      ratios: [
        { what: "share of one core, the market alone", value: 100_000 / rows[0]!.median, ...goals.source },
        ...goal(rows, OURS, NAIVE),
      ],
    };
    return {
      tables: [table1, await wholeFeed(context)],
      notes: [
        `ticks: ${Math.round(ticks / ((now - START) / 1000))} a market second`,
        `start in mid-session: ${starts.map((ms) => `${ms.toFixed(0)} ms`).join(", ")}`,
      ],
    };
  },
};
