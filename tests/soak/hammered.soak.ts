/**
 * Each route that reads, computes or draws is asked its longest question over four connections without a pause: the relay goes
 * on, memory stays, and a call takes of the thread what its row says (decision 0023).
 */
import { expect, test } from "@playwright/test";
import type { MetacacheBody } from "#protocol/http/metacache.ts";
import { type Listener, startListener } from "../e2e/support/listener.ts";
import { type RunningServer, startServer } from "../e2e/support/server.ts";
import { directoryOf, type LargestRequest, largestRequests } from "../support/answers/largest-requests.ts";
import { keepMost } from "../support/answers/most-kept.ts";
import { callAt } from "../support/http/api-server.ts";
import { figure, pause } from "../support/http/form.ts";
import { hammer } from "../support/http/hammer.ts";
import { mainThreadMs, residentMib } from "../support/http/main-thread.ts";
import { newVisitor, signInFresh } from "../support/http/visitor.ts";

const CONNECTIONS = 4;
const ROUTE_MS = 5_000;
const LONGEST_SILENCE_MS = 250;
/** Of this the resident memory may grow from the first round to the second, in which nothing is asked that was not asked before. */
const MOST_GROWTH = 0.2;
/** A row's milliseconds are a ceiling; on a machine that others use a call may take more than the machine's own measure says. */
const SLACK = 1.6;
/** What the relay's own work may differ by from one second to the next. */
const UNEVEN_MS = 100;
/** What the whole of `GET /healthz` takes of the thread where rows were measured. */
const MEASURE_MS = 0.13;

/** Ids of the calls that are asked, with commas between them; without it all. */
const CHOSEN = process.env.HAMMERED?.split(",");

/** Nothing but the thread's own pace stands in the way. */
const OPEN = {
  LOGINS_PER_MINUTE: "1000",
  WRITES_PER_MINUTE: "100000",
  CHARTS_PER_MINUTE: "100000000",
  COMPUTES_PER_MINUTE: "100000000",
  THREAD_MS_PER_MINUTE: "1000000000",
};

let server: RunningServer;
let witness: Listener;
let headers: Record<string, string>;
let requests: LargestRequest[];
test.beforeAll(async () => {
  server = await startServer(OPEN);
  const { origin, port } = server;
  const api = { origin, call: callAt(port) };
  const visitor = newVisitor(api);
  // Storage opens after the market.
  await expect.poll(async () => (await signInFresh(visitor)).status, { timeout: 60_000 }).toBe(200);
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  headers = { origin, cookie };
  const master = (await api.call("/v1/compute/cache/instrument_metacache/1")).json<MetacacheBody>();
  const directory = directoryOf(master);
  const all = largestRequests(directory, master.underlyers.symbol, 1, await keepMost(visitor));
  requests = all.filter(({ id }) => CHOSEN?.includes(id) ?? true);
  expect(requests.length).toBe(CHOSEN?.length ?? all.length);
  const tokens = directory.options(directory.underlyer("NIFTY")).map((each) => each.instrument_token);
  witness = startListener(
    origin,
    [
      {
        command: "subscribe",
        brokerId: 1,
        dataSource: "quote-batch",
        uniqueId: "q",
        quoteBatch: [{ mode: "full", tokens: tokens.slice(0, 500) }],
      },
    ],
    cookie,
  );
  // A market that has just started is still warming up.
  await pause(5_000);
});
test.afterAll(async () => {
  witness.stop();
  await server.stop();
});

test("no route silences the relay, nor costs more than it says, nor keeps memory", async () => {
  test.setTimeout(2_400_000);
  const probe = await measure({ method: "GET", path: "/healthz" });
  const pace = Math.max(1, probe.ms / MEASURE_MS);
  figure(
    `GET /healthz takes ${probe.ms.toFixed(3)} ms of the thread; this machine is taken to be ${pace.toFixed(2)} times as slow`,
  );
  const resident: number[] = [];
  const faults: string[] = [];
  for (const round of [1, 2]) {
    for (const { id, row, at } of requests) {
      const measured = await measure(at);
      const bytes = at(0).path.length + JSON.stringify(at(0).body ?? "").length;
      const said = row.ms + ((row.msPerKilobyte ?? 0) * bytes) / 1_024;
      const line = `${id}: ${measured.perSecond.toFixed(0)} a second, ${measured.ms.toFixed(2)} ms of the thread each (${said.toFixed(1)} said), longest silence ${measured.silenceMs.toFixed(0)} ms`;
      // The first question of a day builds what the day's others look up in.
      if (round === 1) continue;
      figure(`hammered ${line}`);
      if (measured.refused > 0) faults.push(`${line}: ${measured.refused} were not answered`);
      if (measured.silenceMs >= LONGEST_SILENCE_MS) faults.push(`${line}: too long a silence`);
      const most = said * pace * SLACK + UNEVEN_MS / measured.calls;
      if (measured.ms > most) faults.push(`${line}: more than it says`);
    }
    resident.push(residentMib(server.pid));
  }
  const [first, second] = resident as [number, number];
  figure(`resident memory after one round ${first.toFixed(0)} MiB, after two ${second.toFixed(0)} MiB`);
  expect(faults).toEqual([]);
  expect(second).toBeLessThan(first * (1 + MOST_GROWTH));
});

interface Measured {
  readonly calls: number;
  readonly perSecond: number;
  /** of the thread, a call */
  readonly ms: number;
  readonly silenceMs: number;
  readonly refused: number;
}

async function measure(question: LargestRequest["at"] | ReturnType<LargestRequest["at"]>): Promise<Measured> {
  const at = typeof question === "function" ? question : () => question;
  await witness.heard();
  const calm = await calmMs();
  const from = mainThreadMs(server.pid);
  const began = performance.now();
  const { statuses, perSecond } = await hammer(at, {
    port: server.port,
    connections: CONNECTIONS,
    ms: ROUTE_MS,
    headers,
  });
  const worked = mainThreadMs(server.pid) - from - calm * (performance.now() - began);
  const { longestSilenceMs } = await witness.heard();
  const all = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  return {
    calls: all,
    perSecond,
    ms: Math.max(0, worked) / all,
    silenceMs: longestSilenceMs,
    refused: all - (statuses.get(200) ?? 0),
  };
}

let known: number | null = null;
/** Share of the time that the thread works while nothing is asked: it relays. */
async function calmMs(): Promise<number> {
  if (known !== null) return known;
  const from = mainThreadMs(server.pid);
  await pause(2_000);
  known = (mainThreadMs(server.pid) - from) / 2_000;
  return known;
}
