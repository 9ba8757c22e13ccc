/**
 * To how many clients can one core pass the market on? Deliveries a second of server CPU, our relay beside a loop over
 * `ws.send`, which is the plain alternative, and beside socket.io, nats-server's websocket and coalesced writes in C.
 */
import { firstChain, idle, latency, throughput, turnSizes } from "./fan-out/tables.ts";
import { createWorld, NATIVE, NATS, OURS, OWN, SOCKET_IO, WS } from "./fan-out/world.ts";
import type { Bench } from "./harness.ts";

const PER_TURN = 32;

export const bench: Bench = {
  name: "fan-out",
  question: "To how many clients can one core pass the market on, how soon, and what does a connection cost?",
  about: `Each server runs in its own process and has 200 websocket clients, all in one further process that only counts. In every turn 32 messages are published at once, as a market feed does many times a second; the next turn follows when all clients have everything. Compared is the CPU time of the server, user and system, so that neither the clients' speed nor another program on the machine counts.`,
  compared: {
    [OURS]: "our relay as it is served: subscriptions, newest values, and one write a client and turn",
    [OWN]: "the same, but no two clients want the same instruments, so nothing is encoded once for all",
    [WS]: "the usual Node server: for every message a loop over the clients that calls send",
    [SOCKET_IO]: "socket.io 4, websocket transport, broadcasting a binary message",
    [NATS]: "the message broker NATS (in Go) with its websocket listener, one subscription a client",
    [NATIVE]:
      "ready-made frames, the connection's sequence in them, and one send a client and turn in C: the limit that the operating system sets",
  },
  async run(context) {
    const world = await createWorld(context.progress);
    try {
      const tables = [
        await throughput(world, { perTurn: PER_TURN, quotes: 1 }, context),
        await throughput(world, { perTurn: PER_TURN, quotes: 5 }, context),
        await turnSizes(world, context),
        await latency(world, context),
        await firstChain(world, context),
      ];
      tables.push(await idle(context));
      const there = world.contestants.map(({ name }) => name);
      const missing = [SOCKET_IO, NATS, NATIVE].filter((name) => !there.includes(name));
      return {
        tables,
        notes: [
          ...missing.map((name) => `${name} is not measured: it is not installed here`),
          "a delivery is one message reaching one client; our relay joins a turn's messages into one, so its clients count the quotes in it",
          "the relay leaves out what later quotes of the same instrument replace; here every message of a turn is of other instruments, so nothing is left out",
        ],
      };
    } finally {
      world.close();
    }
  },
};
