/** Floods are refused by code, and no other client notices them. */
import { expect, test } from "@playwright/test";
import WebSocket from "ws";
import { readMarket } from "../e2e/support/fleet.ts";
import { type Listener, startListener } from "../e2e/support/listener.ts";
import { type RunningServer, startServer } from "../e2e/support/server.ts";
import { figure, pause } from "../support/http/form.ts";

const CONNECTS = 2_000;
const ALLOWED = 1_500;

let server: RunningServer;
let witness: Listener;
const sockets: WebSocket[] = [];
test.beforeAll(async () => {
  server = await startServer({ CONNECTIONS_PER_ADDRESS: String(ALLOWED) });
  const { chains, indices } = await readMarket(server.origin);
  const subscribe = { command: "subscribe", brokerId: 1 };
  witness = startListener(server.origin, [
    {
      ...subscribe,
      dataSource: "quote-batch",
      uniqueId: "q",
      quoteBatch: [{ mode: "full", tokens: indices }],
    },
    { ...subscribe, dataSource: "option-chain", uniqueId: "c", underlyingExpiry: chains.slice(0, 4) },
  ]);
  await expect.poll(() => server.metric("strikewise_relay_clients")).toBe(1);
  // A market that has just started is still warming up.
  await pause(5_000);
});
test.beforeEach(async () => {
  await witness.heard();
});
test.afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate();
  await expect.poll(() => server.metric("strikewise_relay_clients")).toBe(1);
});
test.afterAll(async () => {
  witness.stop();
  await server.stop();
});

function open(): WebSocket {
  const socket = new WebSocket(`${server.origin.replace(/^http/, "ws")}/broker/1?consumerType=platform_pro`, {
    origin: server.origin,
    perMessageDeflate: false,
  });
  socket.on("error", () => {});
  sockets.push(socket);
  return socket;
}

const closed = (socket: WebSocket): Promise<number> =>
  new Promise((resolve) => socket.once("close", (code) => resolve(code)));

async function expectUndisturbed(what: string): Promise<void> {
  const { longestSilenceMs, code } = await witness.heard();
  figure(`${what}; another client's longest silence ${longestSilenceMs.toFixed(0)} ms`);
  expect(code).toBe(0);
  expect(longestSilenceMs).toBeLessThan(1_000);
}

test("2,000 connects at once: those above the limit are refused with 4009", async () => {
  const codes: number[] = [];
  const settled = Array.from({ length: CONNECTS }, () => {
    const socket = open();
    return Promise.race([
      closed(socket).then((code) => codes.push(code)),
      // Welcomed with a ping: it is in.
      new Promise((resolve) => socket.once("message", resolve)),
    ]);
  });
  await Promise.all(settled);
  await pause(500);
  expect(new Set(codes)).toEqual(new Set([4009]));
  expect(codes.length).toBe(CONNECTS - (ALLOWED - 1));
  await expectUndisturbed(
    `${CONNECTS} connects at once: ${ALLOWED - 1} let in, ${codes.length} refused with 4009`,
  );
});

test("100,000 tokens in a message end it with 1009, 10,000 are refused by code, thousands of messages with 4008", async () => {
  const say = (tokens: number) =>
    JSON.stringify({
      command: "subscribe",
      dataSource: "quote-batch",
      brokerId: 1,
      uniqueId: "a",
      quoteBatch: [{ mode: "ltp", tokens: Array.from({ length: tokens }, (_, i) => i + 1) }],
    });
  const [huge, large, chatty] = [open(), open(), open()];
  await Promise.all([huge, large, chatty].map((s) => new Promise((resolve) => s.once("open", resolve))));
  const answer = new Promise<string>((resolve) =>
    large.on("message", (data, isBinary) => {
      if (!isBinary) resolve(String(data));
    }),
  );
  const ends = [closed(huge), closed(chatty)];
  huge.send(say(100_000));
  large.send(say(10_000));
  for (let i = 0; i < 40_000; i++) chatty.send("{");
  expect(await Promise.all(ends)).toEqual([1009, 4008]);
  expect(JSON.parse(await answer)).toMatchObject({ error: { code: "relay.limit_tokens" }, uniqueId: "a" });
  expect(large.readyState).toBe(WebSocket.OPEN);
  await expectUndisturbed("100,000 tokens (1009), 10,000 tokens (error frame), 40,000 messages (4008)");
});
