/**
 * How many strategies can one core of a server analyse, and how long does a trader wait? Beside the plain alternative: the same
 * curves in plain JavaScript behind Fastify, everything on one thread.
 */
import { launchServer, type ProductServer } from "./browser/server.ts";
import { goals } from "./compute/goals.ts";
import { type Client, createClient, type Question } from "./compute/load.ts";
import { looksTables } from "./compute/looks.ts";
import { marketOf, wholeMarket } from "./compute/market.ts";
import type { PeerMethods } from "./compute/peer.ts";
import { askedStrategy } from "./compute/strategy.ts";
import { createPauses, tailTable } from "./compute/tail.ts";
import { type Bench, type Context, distribution, goal, percentile, summary, type Table } from "./harness.ts";
import { startChild } from "./lib/child.ts";
import { ASKING_CORE, canSeparate, MEASURED_CORES, pinProcess } from "./lib/pin.ts";

const OURS = "builder_v3";
const ONE_THREAD = "the same analysis in TypeScript, one thread";
const PEER = "curves alone in plain JavaScript";
const CONNECTIONS = 8;
/** Answers after which both have compiled what they run often. */
const WARM_ANSWERS = 12_000;

interface Side {
  readonly client: Client;
  readonly question: Question;
  /** seconds of CPU that the process has used */
  cpu(): Promise<number>;
  /** seconds of CPU a second that it uses without requests: a market ticks there */
  idle: number;
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function idleShare(side: Side): Promise<number> {
  const before = await side.cpu();
  const startedAt = performance.now();
  await wait(3_000);
  return ((await side.cpu()) - before) / ((performance.now() - startedAt) / 1_000);
}

/** Requests a second of CPU, and a second of time. */
async function round(side: Side, ms: number): Promise<{ perCore: number; perSecond: number; bytes: number }> {
  const before = await side.cpu();
  const { answers, seconds } = await side.client.saturate(side.question, CONNECTIONS, ms);
  const used = (await side.cpu()) - before - side.idle * seconds;
  const bad = answers.find(({ status }) => status !== 200);
  if (bad !== undefined) throw new Error(`a request was answered ${bad.status}`);
  return { perCore: answers.length / used, perSecond: answers.length / seconds, bytes: answers[0]!.bytes };
}

async function rateTable(sides: Readonly<Record<string, Side>>, context: Context) {
  const rounds = context.quick ? 3 : 10;
  const ms = context.quick ? 1_000 : 2_000;
  const perCore: Record<string, number[]> = {};
  const perSecond: Record<string, number[]> = {};
  let bytes = 0;
  for (const [name, side] of Object.entries(sides)) {
    context.progress(`${name}: warming up`);
    for (let warm = 0; warm < (context.quick ? WARM_ANSWERS / 4 : WARM_ANSWERS); ) {
      warm += (await side.client.saturate(side.question, CONNECTIONS, 1_000)).answers.length;
    }
    side.idle = await idleShare(side);
    perCore[name] = [];
    perSecond[name] = [];
  }
  for (let n = 0; n < rounds; n++) {
    const names = Object.keys(sides);
    for (const name of n % 2 ? names.reverse() : names) {
      context.progress(`${name}: round ${n + 1} of ${rounds}`);
      const found = await round(sides[name]!, ms);
      perCore[name]!.push(found.perCore);
      perSecond[name]!.push(found.perSecond);
      if (name === OURS) bytes = found.bytes;
    }
  }
  const rows = Object.entries(perCore).map(([name, values]) => summary(name, values));
  const ours = rows.find(({ name }) => name === OURS)!;
  const table: Table = {
    title: "A strategy of ten legs, requests a second of server CPU",
    key: "rate",
    unit: "requests/s per core",
    rows,
    ratios: [
      { what: `${OURS}, median`, value: ours.median, ...goals.rate },
      ...goal(rows, OURS, ONE_THREAD, goals.oneThread),
      ...goal(rows, OURS, PEER),
    ],
  };
  const reached = percentile(perSecond[OURS]!, 0.5);
  return { table, reached, bytes };
}

/** CPU of the server for each 304: the etag is learnt anew in each round, because a market that ticks has a new one each second. */
async function notModifiedTable(server: ProductServer, side: Side, context: Context): Promise<Table> {
  const path = "/v1/compute/cache/live_derivative_prices/256265";
  const rounds = context.quick ? 3 : 10;
  const each: number[] = [];
  for (let tries = 0; each.length < rounds && tries < 5 * rounds; tries++) {
    context.progress(`304, round ${each.length + 1} of ${rounds}`);
    const { etag } = await side.client.ask({ method: "GET", path });
    const question: Question = { method: "GET", path, headers: { "if-none-match": etag ?? "" } };
    const before = await side.cpu();
    const startedAt = performance.now();
    let count = 0;
    let others = 0;
    while (performance.now() - startedAt < 500) {
      const { status } = await side.client.ask(question);
      if (status === 304) count++;
      else others++;
    }
    const used = (await side.cpu()) - before - side.idle * ((performance.now() - startedAt) / 1_000);
    // A round in which the market moved paid for whole answers as well.
    if (others === 0) each.push((1_000 * used) / count);
  }
  if (each.length === 0) throw new Error(`${server.origin} never held an answer for half a second`);
  const row = distribution("live_derivative_prices, matching etag", each);
  return {
    title: "CPU of a 304",
    key: "not-modified",
    unit: "ms",
    better: "lower",
    rows: [row],
    ratios: [{ what: "304 of live_derivative_prices, CPU", value: row.median, ...goals.notModified }],
  };
}

async function manyLegsTable(side: Side, body: Buffer, context: Context): Promise<Table> {
  const times: number[] = [];
  for (let n = -3; n < (context.quick ? 5 : 30); n++) {
    context.progress("500 legs");
    const { status, ms } = await side.client.ask({ ...side.question, body });
    if (status !== 200) throw new Error(`500 legs were answered ${status}`);
    if (n >= 0) times.push(ms);
  }
  const row = distribution("builder_v3, 500 legs", times);
  return {
    title: "A strategy of 500 legs",
    key: "many-legs",
    unit: "ms",
    better: "lower",
    rows: [row],
    ratios: [{ what: "builder_v3, 500 legs, longest", value: row.high, ...goals.manyLegs }],
  };
}

export const bench: Bench = {
  name: "compute",
  question: "How many strategies does one core analyse a second, and how long does the trader wait?",
  about:
    "Whenever a leg, a price or a date is changed the page asks the server for the whole analysis: two payoff curves of over 400 points, greeks, breakevens, probability of profit. Requests go over kept connections to the built server in its simulated market; its CPU is read from its own metrics, less what the market itself takes. Servers and client have cores of their own where the machine has two.",
  compared: {
    [OURS]:
      "our server: HTTP on one thread, the bytes handed to the compute thread, which parses, prices in WASM and writes JSON",
    [ONE_THREAD]:
      "the product's own analysis behind bare Fastify: JSON read, checked and written on the only thread, priced by the TypeScript kernel, in a market that stands still, for anybody",
    [PEER]:
      "the same server with a textbook Black-Scholes, which answers curves, greeks and rough breakevens alone, of figures that the caller brings",
  },
  async run(context) {
    const pauses = createPauses();
    const server = await launchServer({
      away: true,
      env: {
        COMPUTES_PER_MINUTE: "100000000",
        THREAD_MS_PER_MINUTE: "100000000",
        MARKET_UNIVERSE: "NIFTY",
        ...pauses.env,
      },
    });
    const peer = startChild<PeerMethods>(new URL("./compute/peer.ts", import.meta.url));
    const clients: Client[] = [];
    const isSeparate = canSeparate();
    if (isSeparate) {
      pinProcess(peer.pid, MEASURED_CORES);
      pinProcess(process.pid, ASKING_CORE);
    }
    try {
      const strategy = await askedStrategy(server.origin, 10);
      const client = createClient(server.origin, {
        cookie: `__Host-sid=${server.session}`,
        origin: server.origin,
      });
      const peerClient = createClient(`http://127.0.0.1:${await peer.call.port()}`, {});
      clients.push(client, peerClient);
      const { request, ...plain } = strategy;
      const ours: Side = {
        client,
        question: {
          method: "POST",
          path: "/v1/compute/1/builder_v3",
          body: Buffer.from(JSON.stringify(request)),
        },
        cpu: () => server.metric("strikewise_process_cpu_seconds_total"),
        idle: 0,
      };
      const theirs: Side = {
        client: peerClient,
        question: { method: "POST", path: "/summary", body: Buffer.from(JSON.stringify(plain)) },
        cpu: () => peer.call.cpu(),
        idle: 0,
      };
      await peer.call.setMarket(await marketOf(client, request));
      const analysis: Side = { ...theirs, question: { ...ours.question, path: "/analysis" } };
      const sides = { [OURS]: ours, [ONE_THREAD]: analysis, [PEER]: theirs };
      const { table, reached, bytes } = await rateTable(sides, context);
      const many = await askedStrategy(server.origin, 500);
      const tables = [
        table,
        await tailTable(ours, reached / 2, pauses, context),
        await notModifiedTable(server, ours, context),
        ...(await looksTables(await wholeMarket(client), context)),
        await manyLegsTable(ours, Buffer.from(JSON.stringify(many.request)), context),
      ];
      return {
        tables,
        notes: [
          `an answer has ${(bytes / 1_000).toFixed(1)} kB`,
          `${CONNECTIONS} connections reached ${Math.round(reached)} answers a second in all, ${isSeparate ? `the servers on core ${MEASURED_CORES}, the client on core ${ASKING_CORE}` : "the client on the same cores"}`,
        ],
      };
    } finally {
      for (const client of clients) client.close();
      if (isSeparate) pinProcess(process.pid, `0-${ASKING_CORE}`);
      peer.stop();
      await server.stop();
      pauses.stop();
    }
  },
};
