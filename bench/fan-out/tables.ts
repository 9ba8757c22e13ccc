import {
  type Context,
  compare,
  distribution,
  goal,
  percentile,
  type Ratio,
  summary,
  type Table,
} from "../harness.ts";
import { goals } from "./goals.ts";
import { messageBytes, type Shape } from "./load.ts";
import {
  CLIENTS,
  NATIVE,
  NATS,
  OURS,
  OWN,
  SOCKET_IO,
  startFleet,
  startServer,
  type World,
  WS,
} from "./world.ts";

/** A process that was put aside while the others had their turns comes back to cold caches: shorter, and that is measured. */
const LEAST_MS = 400;
const IDLE = 4_000;
/** A turn of 50 ms, as the feed has. */
const TURN_MS = 50;

export async function throughput(world: World, shape: Shape, context: Context): Promise<Table> {
  const bytes = messageBytes(shape);
  const rows = await compare(
    world.contestants.map((contestant) => ({
      name: contestant.name,
      rate: (ms: number) => world.perCpuSecond(contestant, shape, Math.max(LEAST_MS, ms)),
    })),
    context,
    `${bytes} bytes`,
  );
  const small = shape.quotes === 1;
  const ratios: Ratio[] = [
    ...goal(rows, OURS, WS, small ? goals.overWs : goals.overWsLarge),
    ...goal(rows, OURS, NATS, goals.overNats),
    ...goal(rows, OURS, NATIVE, goals.ofNative),
    ...goal(rows, OURS, SOCKET_IO),
    ...goal(rows, OWN, WS),
  ];
  const title = `Messages of ${bytes} bytes, ${shape.perTurn} a turn, ${CLIENTS} clients`;
  return { title, unit: "deliveries a second of server CPU", rows, ratios };
}

/** How the gain depends on how much there is to join. */
export async function turnSizes(world: World, context: Context): Promise<Table> {
  const sizes = [1, 4, 16, 64];
  const rounds = context.quick ? 1 : 5;
  const found = new Map(world.contestants.map(({ name }) => [name, sizes.map((): number[] => [])]));
  for (let round = 0; round < rounds; round++) {
    context.progress(`messages a turn: round ${round + 1} of ${rounds}`);
    for (const [i, perTurn] of sizes.entries())
      for (const contestant of world.contestants) {
        const rate = await world.perCpuSecond(contestant, { perTurn, quotes: 1 }, LEAST_MS);
        found.get(contestant.name)![i]!.push(rate);
      }
  }
  return {
    title: "How many messages a turn brings",
    unit: "deliveries a second of server CPU, at 1 to 64 messages of 205 bytes a turn",
    rows: [],
    ratios: [],
    plots: [
      {
        title: "Joining pays from a few messages on",
        xLabel: "messages a turn",
        yLabel: "deliveries a second of CPU",
        x: sizes,
        series: [...found].map(([name, rates]) => ({
          name,
          values: rates.map((each) => summary(name, each).median),
        })),
        logX: true,
        logY: true,
      },
    ],
  };
}

export async function latency(world: World, context: Context): Promise<Table> {
  const shape: Shape = { perTurn: 32, quotes: 1 };
  const turns = context.quick ? 40 : 200;
  const rows: { name: string; samples: number[] }[] = [];
  const written: typeof rows = [];
  for (const { name, pace } of world.contestants.filter(({ name }) => name !== NATS && name !== SOCKET_IO)) {
    context.progress(`latency: ${name}`);
    await pace(shape, TURN_MS, 5);
    await world.fleet.listen(name);
    written.push({
      name: `${name}, until all is written`,
      samples: Array.from(await pace(shape, TURN_MS, turns)),
    });
    // What is under way when the last turn has been sent counts too.
    await new Promise((resolve) => setTimeout(resolve, 200));
    rows.push({ name, samples: Array.from(await world.fleet.heard(name)) });
  }
  const all = [...rows, ...written];
  const p99 = (name: string, bounds = {}): Ratio[] => {
    const samples = all.find((row) => row.name === name)?.samples;
    if (samples === undefined) return [];
    return [{ what: `${name}, p99`, value: percentile(samples, 0.99), unit: "ms", ...bounds }];
  };
  const middle = (name: string): number =>
    percentile(rows.find((row) => row.name === name)?.samples ?? [], 0.5);
  const besideNative: Ratio = {
    what: "median of our relay / of native C",
    value: middle(OURS) / middle(NATIVE),
    ...goals.besideNative,
  };
  return {
    title: `From the bus to the client, ${CLIENTS} clients, 640 messages a second to each`,
    unit: "ms from publishing to the client's process",
    better: "lower",
    rows: all.map(({ name, samples }) => distribution(name, quantiles(samples))),
    ratios: [
      ...p99(`${OURS}, until all is written`, goals.latency),
      ...p99(`${NATIVE}, until all is written`),
      ...[OURS, WS, NATIVE].flatMap((name) => p99(name)),
      ...(Number.isFinite(besideNative.value) ? [besideNative] : []),
    ],
  };
}

/** A thousand samples that lie as all of them do: a report need not carry each. */
function quantiles(samples: readonly number[]): number[] {
  const sorted = [...samples].sort((a, b) => a - b);
  const count = Math.min(1_000, sorted.length);
  return Array.from(
    { length: count },
    (_, i) => sorted[Math.round((i * (sorted.length - 1)) / (count - 1))]!,
  );
}

/** Newcomers while the market is fanned out to the others. */
export async function firstChain(world: World, context: Context): Promise<Table> {
  const count = context.quick ? 50 : 400;
  context.progress("first chains");
  const ours = world.contestants.find(({ name }) => name === OURS)!;
  const everyMs = 10;
  const market = ours.pace({ perTurn: 32, quotes: 1 }, TURN_MS, (count * everyMs) / TURN_MS);
  // In a process of their own: the other one has the market of two hundred to read.
  const process = startFleet();
  const newcomers = await process.call.newcomers(world.port, count, everyMs).finally(() => process.stop());
  await market;
  const subscribed = newcomers.map(({ chain }) => chain);
  const whole = newcomers.map(({ opened, chain }) => opened + chain);
  return {
    title: "A newcomer's first chain, 120 strikes",
    unit: "ms",
    better: "lower",
    rows: [distribution("from subscribing", subscribed), distribution("from connecting", whole)],
    ratios: [
      { what: "first chain from subscribing, p99", value: percentile(subscribed, 0.99), ...goals.snapshot },
      { what: "first chain from connecting, p99", value: percentile(whole, 0.99), unit: "ms" },
    ],
  };
}

/** What a connection costs that says and hears nothing. */
export async function idle(context: Context): Promise<Table> {
  const fleet = startFleet();
  const perConnection = async (
    file: string,
    kind: "relay, idle" | "plain",
  ): Promise<{ held: number; resident: number }> => {
    context.progress(`idle connections: ${file}`);
    const server = startServer(file);
    const { port } = await server.call.ports();
    // The first connections pay for what all share.
    await fleet.call.open(`${file} warm`, kind, port, null, 50);
    const before = await server.call.memory();
    await fleet.call.open(file, kind, port, null, IDLE);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const after = await server.call.memory();
    server.stop();
    return {
      held: (after.held - before.held) / IDLE / 1024,
      resident: (after.resident - before.resident) / IDLE / 1024,
    };
  };
  const ours = await perConnection("ours.ts", "relay, idle");
  const ws = await perConnection("ws-loop.ts", "plain");
  fleet.stop();
  return {
    title: `Idle connections, ${IDLE.toLocaleString("en")} of them`,
    unit: "KB a connection held by JavaScript and its buffers",
    better: "lower",
    rows: [distribution(OURS, [ours.held]), distribution(WS, [ws.held])],
    ratios: [
      { what: `${OURS}, held`, value: ours.held, ...goals.idle },
      { what: `${WS}, held`, value: ws.held, unit: "KB", isHeld: false },
      { what: `${OURS}, growth of the process`, value: ours.resident, unit: "KB" },
      { what: `${WS}, growth of the process`, value: ws.resident, unit: "KB", isHeld: false },
    ],
  };
}
