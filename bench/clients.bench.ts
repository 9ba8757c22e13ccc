/**
 * What does the server cost without a client, and what do clients add? The built product with the whole simulated market
 * and its embedded database; each client holds NIFTY's nearest chain and 50 quotes.
 */
import { memoryOf } from "./browser/processes.ts";
import { launchServer, type ProductServer } from "./browser/server.ts";
import { processMs } from "./browser/threads.ts";
import type { FleetMethods } from "./clients/fleet.ts";
import { goals } from "./clients/goals.ts";
import { type Bench, type Context, distribution, median, type Plot, type Table } from "./harness.ts";
import { type Child, startChild } from "./lib/child.ts";
import { nearestOf } from "./wire/ask.ts";
import { subscriptions } from "./wire/market.ts";

const COUNTS = [0, 1, 100, 1_000, 3_000] as const;
const QUICK_COUNTS = [0, 1, 100] as const;
/** Of these a client's own share is told: below, it is lost in the server's own work. */
const SHARED_BY = 100;
const NAMES: Readonly<Record<number, string>> = { 0: "no client", 1: "one client" };
const nameOf = (count: number): string => NAMES[count] ?? `${count.toLocaleString("en")} clients`;

/**
 * Strangers are told the market of a minute ago, so that a server that has just started tells them nothing yet; its files and
 * caches are filled by then, and the database has its first writes behind it.
 */
const SETTLED_MS = 90_000;
/** Messages a second of a client that is told of a chain and 50 quotes: at fewer the market is not there. */
const LEAST_MESSAGES = 5;

interface Cost {
  /** ms of CPU a second, kB a second, one figure a window */
  readonly cpu: number[];
  readonly bytes: number[];
  readonly messages: number[];
  /** MB */
  readonly memory: number;
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function costOf(
  count: number,
  server: ProductServer,
  fleet: Child<FleetMethods>,
  { quick, progress }: Context,
): Promise<Cost> {
  const found = { cpu: [] as number[], bytes: [] as number[], messages: [] as number[] };
  const [windows, ms] = quick ? [1, 3_000] : [4, 10_000];
  for (let window = 1; window <= windows; window += 1) {
    progress(`${nameOf(count)}: window ${window} of ${windows}`);
    const seen = async () => ({
      at: performance.now(),
      cpu: processMs(server.pid),
      bytes: await server.metric("strikewise_relay_sent_bytes_total"),
      messages: await fleet.call.messages(),
    });
    const before = await seen();
    await wait(ms);
    const after = await seen();
    const seconds = (after.at - before.at) / 1000;
    found.cpu.push((after.cpu - before.cpu) / seconds);
    found.bytes.push((after.bytes - before.bytes) / 1000 / seconds);
    found.messages.push((after.messages - before.messages) / seconds);
  }
  return { ...found, memory: memoryOf([server.pid]) };
}

function plotOf(
  title: string,
  yLabel: string,
  costs: ReadonlyMap<number, Cost>,
  of: (cost: Cost) => number,
): Plot {
  const counts = [...costs.keys()];
  return {
    title,
    xLabel: "clients",
    yLabel,
    x: counts,
    series: [{ name: "server", values: counts.map((count) => of(costs.get(count)!)) }],
  };
}

function tablesOf(costs: ReadonlyMap<number, Cost>): Table[] {
  const rest = costs.get(0)!;
  const shared = [...costs.keys()].filter((count) => count >= SHARED_BY);
  const table = (
    title: string,
    unit: string,
    rounds: (cost: Cost) => readonly number[],
    more: Pick<Table, "ratios"> & Partial<Table>,
  ): Table => ({
    title,
    unit,
    better: "lower",
    rows: [...costs].map(([count, cost]) => distribution(nameOf(count), rounds(cost))),
    ...more,
  });
  const each = (count: number, of: (cost: Cost) => number): number =>
    (of(costs.get(count)!) - of(rest)) / count;
  const cpu = (cost: Cost): number => median(cost.cpu);
  const bytes = (cost: Cost): number => median(cost.bytes);
  return [
    table("CPU of the server", "ms a second", (cost) => cost.cpu, {
      ratios: [
        { what: "at rest", value: cpu(rest), ...goals.cpuAtRest },
        ...shared.map((count) => ({
          what: `a client of ${nameOf(count)}`,
          value: each(count, cpu),
          ...goals.cpu,
        })),
      ],
      plots: [plotOf("CPU by clients", "ms of CPU a second", costs, cpu)],
    }),
    table("Written to sockets", "kB a second", (cost) => cost.bytes, {
      ratios: shared.map((count) => ({
        what: `a client of ${nameOf(count)}`,
        value: each(count, bytes),
        ...goals.bytes,
      })),
    }),
    table("Memory of the server", "MB", ({ memory }) => [memory], {
      ratios: [
        { what: "at rest", value: rest.memory, ...goals.memoryAtRest },
        ...shared.map((count) => ({
          what: `a client of ${nameOf(count)}`,
          value: 1000 * each(count, ({ memory }) => memory),
          unit: "KB",
          isHeld: false as const,
        })),
      ],
    }),
    table("Messages that clients got", "a second", (cost) => cost.messages, { better: "higher", ratios: [] }),
  ];
}

export const bench: Bench = {
  name: "clients",
  question: "What does the server cost without a client, and what does each client add?",
  about:
    "One process serves everything: the simulated market with all its instruments, relay, pages, calls and the embedded database. It has one core, its clients another. " +
    "Each client holds NIFTY's nearest chain and the 50 options nearest the money; counted is the CPU of the server's process, what it writes to sockets, and its memory.",
  async run(context) {
    const server = await launchServer({
      away: true,
      env: {
        MARKET_SEED: "1",
        CONNECTIONS_PER_ADDRESS: "10000",
        TOKENS_PER_ADDRESS: "1000000",
        WAITING_MIB_PER_ADDRESS: "1024",
      },
    });
    const fleet = startChild<FleetMethods>(new URL("./clients/fleet.ts", import.meta.url));
    try {
      const { expiry, tokens } = await nearestOf(server);
      const asks = subscriptions({ chain: true, quotes: { mode: "mini", count: 50 } }, expiry, tokens);
      context.progress("until the server has settled");
      await wait(SETTLED_MS);
      const costs = new Map<number, Cost>();
      let open = 0;
      for (const count of context.quick ? QUICK_COUNTS : COUNTS) {
        context.progress(`${nameOf(count)}: connecting`);
        await fleet.call.open(server.origin, count - open, asks);
        open = count;
        await wait(3_000);
        const cost = await costOf(count, server, fleet, context);
        if (median(cost.messages) < LEAST_MESSAGES * count)
          throw new Error(`${nameOf(count)} got next to nothing`);
        costs.set(count, cost);
      }
      await fleet.call.close();
      return {
        tables: tablesOf(costs),
        notes: ["memory is the proportional set size of the server's only process, its threads included"],
      };
    } finally {
      fleet.stop();
      await server.stop();
    }
  },
};
