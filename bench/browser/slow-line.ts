/**
 * A slow line before the product's server: every byte from it shares so many bits a second, every byte in either direction
 * comes late by half of the round trip, and a connection takes one round trip to open. DevTools' own shaping spares workers and websockets.
 */
import net from "node:net";

export interface Line {
  readonly bitsPerSecond: number;
  /** ms */
  readonly roundTrip: number;
}

export interface SlowLine {
  readonly origin: string;
  /** Bytes from the server so far. */
  received(): number;
  aim(port: number): void;
  stop(): void;
}

/** So much is sent at a time: of several connections none has the line for long. */
const PIECE = 1460;
/** Pieces of one connection, a quarter of a megabyte. */
const MOST_WAITING = 180;

/** Passes a direction on, each piece when `dueAt` says. Timers may come out of turn by a millisecond; what they pass on does not. */
function carry(from: net.Socket, to: net.Socket, dueAt: (bytes: number) => number): void {
  const waiting: (() => void)[] = [];
  const later = (bytes: number, pass: () => void): void => {
    waiting.push(pass);
    setTimeout(() => waiting.shift()?.(), Math.max(0, dueAt(bytes) - performance.now()));
  };
  from.on("data", (chunk: Buffer) => {
    // What is under way is bounded, so that the sender feels the line; more than the line holds, or it would stand empty.
    if (waiting.length > MOST_WAITING) from.pause();
    for (let at = 0; at < chunk.length; at += PIECE) {
      const piece = chunk.subarray(at, at + PIECE);
      later(piece.length, () => {
        if (!to.destroyed) to.write(piece);
        if (waiting.length <= MOST_WAITING) from.resume();
      });
    }
  });
  from.on("end", () => later(0, () => to.end()));
}

export async function startSlowLine({ bitsPerSecond, roundTrip }: Line): Promise<SlowLine> {
  let target = 0;
  let received = 0;
  /** when the line has sent all that it was given */
  let freeAt = 0;
  const sockets = new Set<net.Socket>();
  const down = (bytes: number): number => {
    received += bytes;
    freeAt = Math.max(freeAt, performance.now()) + (bytes * 8_000) / bitsPerSecond;
    return freeAt + roundTrip / 2;
  };
  const server = net.createServer({ allowHalfOpen: true }, (near) => {
    const far = net.connect({ port: target, host: "127.0.0.1", noDelay: true, allowHalfOpen: true });
    near.setNoDelay(true);
    const openAt = performance.now() + roundTrip;
    carry(near, far, () => Math.max(openAt, performance.now()) + roundTrip / 2);
    carry(far, near, down);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => sockets.delete(one));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    received: () => received,
    aim(port) {
      target = port;
    },
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
