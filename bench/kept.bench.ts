/** How many strategies can be saved, put away and opened in a second, and how long does a list of 200 take? */
import { launchServer } from "./browser/server.ts";
import { type Client, createClient } from "./compute/load.ts";
import {
  type Bench,
  compare,
  compareTimes,
  type Goals,
  goal,
  type Measured,
  type Variant,
} from "./harness.ts";
import type { KeptPeer } from "./kept/peer.ts";
import { CONDOR } from "./kept/strategy.ts";
import { startChild } from "./lib/child.ts";
import { signInToSandbox } from "./lib/sandbox-session.ts";

const OURS = "Strikewise";
const PEER = "plain Fastify, a file a strategy";
const CONNECTIONS = 16;
const LISTED = 200;
/** An account may put away 2,000. */
const ACCOUNTS = 12;

const goals = {
  write: { atLeast: 300, unit: "/s" },
  list: { atMost: 100, unit: "ms" },
  beside: { tolerance: 0.3, better: "higher" },
} satisfies Goals;

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const cookieOf = (session: string) => ({ cookie: `__Host-sid=${session}` });

async function told<T>(client: Client, question: Parameters<Client["ask"]>[0]): Promise<T> {
  const { status, text } = await client.ask(question);
  if (status !== 200) throw new Error(`${question.path}: ${status} ${text.slice(0, 200)}`);
  return (JSON.parse(text) as { data: T }).data;
}

/** Sixteen at a time. */
const together = (name: string, once: (i: number) => Promise<unknown>): Variant => ({
  name,
  batch: async () => {
    await Promise.all(Array.from({ length: CONNECTIONS }, (_, i) => once(i)));
    return CONNECTIONS;
  },
});

const rateTable = (title: string, key: string, rows: readonly Measured[]) => ({
  title,
  key,
  unit: "calls a second",
  rows,
  ratios: [
    { what: `${OURS}, median`, value: rows.find(({ name }) => name === OURS)!.median, ...goals.write },
    ...goal(rows, OURS, PEER, goals.beside),
  ],
});

export const bench: Bench = {
  name: "kept",
  question: "How many strategies are kept in a second, and how long does a list of 200 take?",
  about:
    "A strategy of four legs is saved again and again under the same name, put away for a link, opened by one, and listed beside 199 others, over sixteen connections. Every write is on the disk before it is answered.",
  compared: {
    [OURS]:
      "the built server with its embedded Postgres: account looked up, content checked, a transaction a save",
    [PEER]: "no account, no checks: the body is written to a file of its own and flushed",
  },
  async run(context) {
    const server = await launchServer({
      env: {
        // All legs are over, which is the dearest to list: each says what it settled at.
        MARKET_CLOCK: "2026-11-25T10:00",
        WRITES_PER_MINUTE: "1000000",
        CHARTS_PER_MINUTE: "1000000",
        THREAD_MS_PER_MINUTE: "1000000000",
        LOGINS_PER_MINUTE: "1000",
      },
    });
    const peer = startChild<KeptPeer>(new URL("./kept/peer.ts", import.meta.url));
    const ours = createClient(server.origin, { ...cookieOf(server.session), origin: server.origin });
    const theirs = createClient(await peer.call.listen(), {});
    try {
      context.progress("saving 200");
      const ids: string[] = [];
      for (let i = 0; i < LISTED; i++) {
        const body = json({ name: `Strategy ${i}`, strategy: CONDOR });
        ids.push((await told<{ id: string }>(ours, { method: "POST", path: "/v1/strategies", body })).id);
        await told(theirs, { method: "POST", path: `/strategies/listed-${i}`, body });
      }
      const sessions = [server.session];
      while (sessions.length < ACCOUNTS) sessions.push(await signInToSandbox(server.origin));
      const revisions = ids.map(() => 1);
      const save = async (i: number) => {
        const body = json({ revision: revisions[i], strategy: CONDOR });
        await told(ours, { method: "POST", path: `/v1/strategies/${ids[i]}`, body });
        revisions[i]! += 1;
      };
      const saved = json({ revision: 1, strategy: CONDOR });
      const saves = await compare(
        [
          together(OURS, save),
          together(PEER, (i) => told(theirs, { method: "POST", path: `/strategies/s${i}`, body: saved })),
        ],
        context,
        "save",
      );
      const link = json({ strategy: CONDOR });
      let turn = 0;
      const path = "/user/analyze-builder-data";
      const put = () => {
        const headers = cookieOf(sessions[turn++ % ACCOUNTS]!);
        return told<string>(ours, { method: "POST", path, body: link, headers });
      };
      const putThere = () => told<string>(theirs, { method: "POST", path: "/links", body: link });
      const puts = await compare([together(OURS, put), together(PEER, putThere)], context, "put away");
      const [mine, other] = [await put(), await putThere()];
      const opened = await compare(
        [
          together(OURS, () => told(ours, { method: "GET", path: `/analyze-builder-data/${mine}` })),
          together(PEER, () => told(theirs, { method: "GET", path: `/links/${other}` })),
        ],
        context,
        "open",
      );
      const lists = await compareTimes(
        [
          {
            name: OURS,
            once: async () => void (await told(ours, { method: "GET", path: "/v1/strategies" })),
          },
          { name: PEER, once: async () => void (await told(theirs, { method: "GET", path: "/strategies" })) },
        ],
        context,
        "list",
      );
      const list = lists.find(({ name }) => name === OURS)!;
      return {
        tables: [
          rateTable("Saved again, one of 200", "save", saves),
          rateTable("Put away for a link", "put", puts),
          rateTable("Opened by a link", "open", opened),
          {
            title: `A list of ${LISTED}`,
            key: "list",
            unit: "ms",
            better: "lower",
            rows: lists,
            ratios: [
              { what: `${OURS}, 95 % stay below`, value: list.p95 ?? list.high, ...goals.list },
              ...goal(lists, PEER, OURS, goals.beside),
            ],
          },
        ],
        notes: [],
      };
    } finally {
      ours.close();
      theirs.close();
      peer.stop();
      await server.stop();
    }
  },
};
