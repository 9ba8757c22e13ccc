/** 50 of 250 clients stop reading: the others notice nothing, the server hardly, and the 50 are closed with 4001. */
import { expect, test } from "@playwright/test";
import WebSocket from "ws";
import { readMarket } from "../e2e/support/fleet.ts";
import { type Listener, startListener } from "../e2e/support/listener.ts";
import { type RunningServer, startServer } from "../e2e/support/server.ts";
import { figure, pause, quantile } from "../support/http/form.ts";

const HEALTHY = 200;
const STALLED = 50;
const MIB = 1024 * 1024;

let server: RunningServer;
const listeners: Listener[] = [];
const sockets: WebSocket[] = [];
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(async () => {
  for (const listener of listeners) listener.stop();
  for (const socket of sockets) socket.terminate();
  await server.stop();
});

test("slow readers harm only themselves", async () => {
  test.setTimeout(240_000);
  const { chains, indices } = await readMarket(server.origin);
  const subscribe = { command: "subscribe", brokerId: 1 };
  const messages = [
    {
      ...subscribe,
      dataSource: "quote-batch",
      uniqueId: "q",
      quoteBatch: [{ mode: "full", tokens: indices }],
    },
    { ...subscribe, dataSource: "option-chain", uniqueId: "c", underlyingExpiry: chains.slice(0, 8) },
  ];
  async function connect(): Promise<WebSocket> {
    const socket = new WebSocket(
      `${server.origin.replace(/^http/, "ws")}/broker/1?consumerType=platform_pro`,
      { origin: server.origin, perMessageDeflate: false },
    );
    sockets.push(socket);
    await new Promise((resolve) => socket.once("open", resolve));
    for (const message of messages) socket.send(JSON.stringify(message));
    return socket;
  }
  for (let i = 0; i < HEALTHY - 1; i++) await connect();
  const stalled = [];
  for (let i = 0; i < STALLED; i++) stalled.push(await connect());
  const witness = startListener(server.origin, messages);
  listeners.push(witness);
  await pause(5_000);

  await witness.heard();
  await pause(10_000);
  const before = await witness.heard();
  const memoryBefore = await server.metric("strikewise_process_resident_memory_bytes");
  const clients = await server.metric("strikewise_relay_clients");
  expect(clients).toBe(HEALTHY + STALLED);

  const stalledAt = performance.now();
  for (const socket of stalled) socket.pause();
  const closedAfter: number[] = [];
  const memory: number[] = [];
  while (closedAfter.length < STALLED && performance.now() - stalledAt < 30_000) {
    await pause(250);
    const gone = clients - (await server.metric("strikewise_relay_clients"));
    memory.push(await server.metric("strikewise_process_resident_memory_bytes"));
    while (closedAfter.length < gone) closedAfter.push(performance.now() - stalledAt);
  }
  const during = await witness.heard();
  expect(closedAfter.length).toBe(STALLED);
  const codes = stalled.map((socket) => new Promise((resolve) => socket.once("close", resolve)));
  for (const socket of stalled) socket.resume();
  expect(new Set(await Promise.all(codes))).toEqual(new Set([4001]));

  const rate = during.messages / during.elapsedMs / (before.messages / before.elapsedMs);
  const grown = Math.max(...memory) - memoryBefore;
  figure(
    `${STALLED} stalled of ${HEALTHY + STALLED}: a healthy one keeps ${(rate * 100).toFixed(0)} % of its rate, longest silence ` +
      `${during.longestSilenceMs.toFixed(0)} ms; server +${(grown / MIB).toFixed(0)} MB; stalled closed with 4001 after ` +
      `${(closedAfter[0]! / 1000).toFixed(1)} to ${(quantile(closedAfter, 1) / 1000).toFixed(1)} s`,
  );
  expect(rate).toBeGreaterThanOrEqual(0.95);
  expect(during.longestSilenceMs).toBeLessThan(1_000);
  expect(grown).toBeLessThan(64 * MIB);
  expect(closedAfter[0]).toBeGreaterThan(9_000);
  expect(quantile(closedAfter, 1)).toBeLessThan(16_000);
  expect(await server.metric("strikewise_relay_clients")).toBe(HEALTHY);
});
