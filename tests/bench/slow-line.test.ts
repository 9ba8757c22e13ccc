import { once } from "node:events";
import net from "node:net";
import { expect, it } from "vitest";
import { startSlowLine } from "../../bench/browser/slow-line.ts";

const BYTES = 20_000;
const told = Buffer.from(Array.from({ length: BYTES }, (_, i) => i % 251));

/** Asks through a line, and tells what came and after how long. */
async function ask(port: number): Promise<{ got: Buffer; ms: number }> {
  const from = performance.now();
  const socket = net.connect({ port, host: "127.0.0.1" });
  socket.end("give");
  const pieces: Buffer[] = [];
  socket.on("data", (piece: Buffer) => pieces.push(piece));
  await once(socket, "close");
  return { got: Buffer.concat(pieces), ms: performance.now() - from };
}

it("brings every byte in order, no sooner than its rate and its round trips allow, which connections share", async () => {
  const server = net.createServer({ allowHalfOpen: true }, (socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.end(told));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const line = await startSlowLine({ bitsPerSecond: 1_600_000, roundTrip: 100 });
  line.aim((server.address() as net.AddressInfo).port);
  try {
    const port = Number(new URL(line.origin).port);
    const [one, other] = await Promise.all([ask(port), ask(port)]);
    expect(one.got.equals(told) && other.got.equals(told)).toBe(true);
    expect(line.received()).toBe(2 * BYTES);
    // Two round trips, and both answers at 200 kB a second; timers may be a millisecond early.
    expect(Math.max(one.ms, other.ms)).toBeGreaterThan(200 + (2 * BYTES) / 200 - 10);
    expect(Math.min(one.ms, other.ms)).toBeGreaterThan(200 + BYTES / 200 - 10);
  } finally {
    line.stop();
    server.close();
  }
});
