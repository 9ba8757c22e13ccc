/**
 * One address with as many sockets and tokens as it can get: it gets its share, and after all have left the server is as it was
 * before (decision 0024).
 */
import { expect, test } from "@playwright/test";
import WebSocket from "ws";
import type { MetacacheBody } from "#protocol/http/metacache.ts";
import { type RunningServer, startServer } from "../e2e/support/server.ts";
import { directoryOf } from "../support/answers/largest-requests.ts";
import { callAt } from "../support/http/api-server.ts";
import { figure, pause } from "../support/http/form.ts";

const MIB = 1024 * 1024;
const TOKENS = 3_000;
const SOCKETS = 1_500;
/** What may be left behind: this share of what was there, or this much. */
const [SHARE_LEFT, LEFT] = [0.1, 20 * MIB];

interface Crowd {
  readonly open: number;
  readonly answered: number;
  readonly refused: ReadonlyMap<string, number>;
  leave(): Promise<void>;
}

/** Sockets that each want three thousand tokens, no two the same. */
async function crowd(server: RunningServer, all: readonly number[], count: number): Promise<Crowd> {
  const sockets = new Set<WebSocket>();
  const refused = new Map<string, number>();
  let answered = 0;
  const note = (what: string) => refused.set(what, (refused.get(what) ?? 0) + 1);
  async function enter(n: number): Promise<void> {
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}/broker/1?consumerType=platform_free`, {
      origin: server.origin,
      perMessageDeflate: false,
    });
    sockets.add(socket);
    socket.on("error", () => {});
    const closed = new Promise<void>((resolve) => {
      socket.once("close", (code) => {
        sockets.delete(socket);
        note(String(code));
        resolve();
      });
    });
    const told = new Promise<void>((resolve) => {
      socket.on("message", (data: Buffer, isBinary) => {
        if (!isBinary) note((JSON.parse(String(data)) as { error: { code: string } }).error.code);
        else if (data[0] === 2) answered++;
        else return;
        socket.removeAllListeners("message");
        socket.on("message", () => {});
        resolve();
      });
    });
    socket.once("open", () => {
      const tokens = Array.from({ length: TOKENS }, (_, i) => all[(n * 7 + i) % all.length]);
      const quoteBatch = [{ mode: "full", tokens }];
      socket.send(
        JSON.stringify({
          command: "subscribe",
          brokerId: 1,
          dataSource: "quote-batch",
          uniqueId: "q",
          quoteBatch,
        }),
      );
    });
    await Promise.race([told, closed]);
  }
  for (let n = 0; n < count; n += 20) {
    await Promise.all(Array.from({ length: Math.min(20, count - n) }, (_, i) => enter(n + i)));
  }
  return {
    open: sockets.size,
    answered,
    refused,
    async leave() {
      const gone = [...sockets].map((socket) => new Promise((resolve) => socket.once("close", resolve)));
      for (const socket of sockets) socket.terminate();
      await Promise.all(gone);
    },
  };
}

async function tokensOf(server: RunningServer): Promise<number[]> {
  const api = { call: callAt(server.port) };
  const master = (await api.call("/v1/compute/cache/instrument_metacache/0")).json<MetacacheBody>();
  const directory = directoryOf(master);
  return master.underlyers.symbol.flatMap((_, u) =>
    directory.options(u).map(({ instrument_token }) => instrument_token),
  );
}

const mib = (bytes: number): string => (bytes / MIB).toFixed(0);
const shown = ({ rss, heapUsed, external, arrayBuffers }: NodeJS.MemoryUsage): string =>
  `heap ${mib(heapUsed)}, external ${mib(external)}, array buffers ${mib(arrayBuffers)}, resident ${mib(rss)} MiB`;

/** A server whose tables have met every token once: what comes later is the crowd's. */
async function settled(env: Record<string, string>): Promise<{ server: RunningServer; all: number[] }> {
  const server = await startServer(env, true);
  const all = await tokensOf(server);
  const first = await crowd(server, all, 1);
  for (let at = 0; at < all.length; at += TOKENS) {
    await (await crowd(server, all.slice(at, at + TOKENS), 1)).leave();
  }
  await first.leave();
  await pause(2_000);
  return { server, all };
}

async function expectAsBefore(
  server: RunningServer,
  before: NodeJS.MemoryUsage,
  what: string,
): Promise<void> {
  let after = await server.memory();
  const names = ["heapUsed", "external", "arrayBuffers"] as const;
  // Bytes outside the heap are given back a moment after what held them.
  for (let tries = 0; tries < 5 && names.some((name) => after[name] > before[name] + LEFT); tries++) {
    await pause(1_000);
    after = await server.memory();
  }
  figure(`${what}; before: ${shown(before)}; after they left: ${shown(after)}`);
  for (const name of names) {
    const most = Math.max(before[name] * (1 + SHARE_LEFT), before[name] + LEFT);
    expect(after[name], `${name}, ${what}`).toBeLessThan(most);
  }
}

test("an address gets its share of sockets and tokens, and no more", async () => {
  const env = { CONNECTIONS_PER_ADDRESS: "60", TOKENS_PER_ADDRESS: "100000" };
  const { server, all } = await settled(env);
  try {
    const before = await server.memory();
    const strangers = await crowd(server, all, 80);
    expect(strangers.open).toBe(60);
    expect(strangers.answered).toBe(33);
    expect(Object.fromEntries(strangers.refused)).toEqual({ "4009": 20, "relay.limit_tokens": 27 });
    await strangers.leave();
    await expectAsBefore(server, before, "80 sockets of one address");
  } finally {
    await server.stop();
  }
});

test(`after ${SOCKETS} sockets with ${TOKENS} tokens each have left, memory is as it was`, async () => {
  test.setTimeout(600_000);
  // Far beyond what an address may hold: many addresses together do.
  const { server, all } = await settled({ CONNECTIONS_PER_ADDRESS: "5000", TOKENS_PER_ADDRESS: "100000000" });
  try {
    const before = await server.memory();
    const strangers = await crowd(server, all, SOCKETS);
    expect([strangers.open, strangers.answered]).toEqual([SOCKETS, SOCKETS]);
    const during = await server.memory();
    figure(`${SOCKETS} sockets of ${TOKENS} tokens each: ${shown(during)}`);
    await strangers.leave();
    await expectAsBefore(server, before, `${SOCKETS} sockets of ${TOKENS} tokens each`);
  } finally {
    await server.stop();
  }
});
