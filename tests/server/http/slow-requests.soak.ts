/**
 * A client that opens a connection and dawdles with its handshake or request is cut (docs/reliability.md,
 * Relay).
 */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiHarness, startApi } from "../../support/http/api-server.ts";
import { figure } from "../../support/http/form.ts";

const CUT_MS = 15_000;
const HANDSHAKE =
  "GET /broker/1?consumerType=platform_pro HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
  "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

let harness: ApiHarness;
const sockets: Socket[] = [];
beforeAll(async () => {
  harness = await startApi();
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await harness.stop();
});

/** @returns ms until the server ended the connection */
async function heldFor(dawdle: (socket: Socket) => void): Promise<number> {
  const socket = connect(harness.port, "127.0.0.1");
  sockets.push(socket);
  socket.on("error", () => {});
  socket.resume();
  await once(socket, "connect");
  const since = performance.now();
  dawdle(socket);
  await once(socket, "close");
  return performance.now() - since;
}

const DAWDLERS: readonly (readonly [string, (socket: Socket) => void])[] = [
  ["says nothing at all", () => {}],
  ["stops in the middle of the request line", (socket) => socket.write("GET /bro")],
  ["stops before the empty line", (socket) => socket.write(HANDSHAKE)],
  [
    "adds a byte every half second",
    (socket) => {
      const bytes = Buffer.from(HANDSHAKE);
      let at = 0;
      const timer = setInterval(() => socket.write(bytes.subarray(at, ++at)), 500);
      socket.once("close", () => clearInterval(timer));
    },
  ],
];

describe.concurrent("a handshake of one who", () => {
  it.each(DAWDLERS)("%s is cut within 15 s", { timeout: 40_000 }, async (what, dawdle) => {
    const heldMs = await heldFor(dawdle);
    expect(heldMs).toBeLessThan(CUT_MS);
    figure(`handshake of one who ${what}: cut after ${(heldMs / 1000).toFixed(1)} s`);
  });
});
