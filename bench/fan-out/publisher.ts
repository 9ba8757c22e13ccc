import { once } from "node:events";
import net from "node:net";
import { createTurns, type Shape, STAMP_AT, stampNow } from "./load.ts";

export interface Ran {
  readonly turns: number;
  /** of this process, user and system */
  readonly cpuMs: number;
}

const LOST_AFTER_MS = 5_000;

/**
 * Drives a server under test from within its process. Turns follow one another as fast as the clients take
 * them: their process says by one byte on a connection of its own that all clients have got everything, and
 * then comes the next turn.
 * @param send publishes one turn's messages, all in the same turn of the event loop
 */
export async function createPublisher(send: (messages: readonly Buffer[]) => void) {
  const control = net.createServer().listen(0, "127.0.0.1");
  await once(control, "listening");
  let onTaken = (): void => {};
  control.on("connection", (socket) => {
    socket.setNoDelay(true);
    socket.on("data", () => onTaken());
    socket.on("error", () => socket.destroy());
  });
  const made = new Map<string, ReturnType<typeof createTurns>>();
  const turnsOf = (shape: Shape): ReturnType<typeof createTurns> => {
    const key = `${shape.perTurn}.${shape.quotes}`;
    const turns = made.get(key) ?? createTurns(shape);
    made.set(key, turns);
    return turns;
  };

  return {
    controlPort: (control.address() as net.AddressInfo).port,

    /** As fast as the clients take it. */
    run(shape: Shape, ms: number): Promise<Ran> {
      const turns = turnsOf(shape);
      return new Promise((resolve, reject) => {
        let count = 0;
        const lost = setTimeout(() => {
          reject(new Error(`clients did not get turn ${count} within ${LOST_AFTER_MS} ms`));
        }, ms + LOST_AFTER_MS);
        const before = process.cpuUsage();
        const until = performance.now() + ms;
        onTaken = () => {
          if (performance.now() < until) {
            count++;
            send(turns[count % 2]!);
            return;
          }
          clearTimeout(lost);
          onTaken = () => {};
          const { user, system } = process.cpuUsage(before);
          resolve({ turns: count, cpuMs: (user + system) / 1000 });
        };
        onTaken();
      });
    },

    /**
     * At a steady pace; every message says when it was sent.
     * @returns ms from publishing each turn until the server has handed it to all sockets
     */
    async pace(shape: Shape, everyMs: number, count: number): Promise<Float64Array> {
      const took = new Float64Array(count);
      const turns = turnsOf(shape);
      const startedAt = performance.now();
      for (let i = 0; i < count; i++) {
        const wait = startedAt + i * everyMs - performance.now();
        if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
        const turn = turns[i % 2]!;
        const stamp = stampNow();
        for (const message of turn) message.writeUInt32BE(stamp, STAMP_AT);
        const sentAt = performance.now();
        send(turn);
        // The relay writes at the end of the loop's turn, which it has asked for before us.
        await new Promise((resolve) => setImmediate(resolve));
        took[i] = performance.now() - sentAt;
      }
      return took;
    },
  };
}
