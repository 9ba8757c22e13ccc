/** Clients of the product's relay, in a process of their own: they ask for a chain and quotes, and count what comes. */
import { once } from "node:events";
import { WebSocket } from "ws";
import { answerCalls } from "../lib/child.ts";

/** Connections opened at a time: a listening socket's queue is not endless. */
const AT_ONCE = 50;

const sockets: WebSocket[] = [];
let messages = 0;
let lost = 0;

async function openOne(origin: string, asks: readonly string[]): Promise<void> {
  const socket = new WebSocket(`${origin.replace("http", "ws")}/broker/1?consumerType=platform_pro`, {
    origin,
    perMessageDeflate: false,
  });
  await once(socket, "open");
  socket.on("message", () => {
    messages += 1;
  });
  socket.on("close", () => {
    lost += 1;
  });
  for (const ask of asks) socket.send(ask);
  sockets.push(socket);
}

const methods = {
  /** @param asks what each client sends once it is connected */
  async open(origin: string, count: number, asks: readonly string[]): Promise<void> {
    for (let opened = 0; opened < count; opened += AT_ONCE) {
      const some = Math.min(AT_ONCE, count - opened);
      await Promise.all(Array.from({ length: some }, () => openOne(origin, asks)));
    }
  },
  /** @returns messages so far, of all clients; @throws where the server closed some of them */
  messages(): number {
    if (lost > 0) throw new Error(`the server closed ${lost} of ${sockets.length} connections`);
    return messages;
  },
  close(): void {
    for (const socket of sockets) {
      socket.removeAllListeners("close");
      socket.terminate();
    }
    sockets.length = 0;
    lost = 0;
  },
};

export type FleetMethods = typeof methods;

answerCalls(methods);
