import type { MetacacheBody } from "#protocol/http/metacache.ts";
import { PROTOCOL_VERSION } from "#protocol/version.ts";
import type { Clock } from "#workers/engine/edges.ts";
import { connectSocket, type RealSocket } from "../relay/socket-like.ts";
import { loadWasm } from "../wasm.ts";
import {
  type AskedEngine,
  createFakeLocks,
  createFakePort,
  createFakeStore,
  type FakePort,
  jsonResponse,
  startEngine,
  viewSpec,
} from "./engine-world.ts";

export const realClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  setTimeout: (run, ms) => setTimeout(run, ms),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
};

/** The engine with WebAssembly, a real clock and a real socket, for one tab that takes every frame at once. */
export interface LiveEngine {
  readonly engine: AskedEngine;
  readonly tabId: number;
  readonly port: FakePort;
  readonly logs: readonly string[];
  /** The next message with this packet id gets lost between relay and engine. */
  lose(id: number): void;
  /** The connection breaks without a word. */
  cut(): void;
  stop(): Promise<void>;
}

/** @param metacache what instruments are listed; without it the engine knows of none */
export async function startLiveEngine(origin: string, metacache?: MetacacheBody): Promise<LiveEngine> {
  const locks = createFakeLocks();
  const logs: string[] = [];
  let lost = -1;
  let socket: RealSocket | null = null;
  const takes = (data: unknown): boolean => {
    if (!(data instanceof ArrayBuffer) || new Uint8Array(data)[0] !== lost) return true;
    lost = -1;
    return false;
  };
  const module = await loadWasm();
  const engine = startEngine({
    connect: (url, protocols) => (socket = connectSocket(url, protocols, { origin, takes })),
    fetch: async (url) =>
      metacache !== undefined && url.includes("/instrument_metacache/")
        ? jsonResponse(metacache)
        : jsonResponse({ error: {} }, null, 404),
    store: createFakeStore(),
    locks,
    clock: realClock,
    random: Math.random,
    loadWasm: async () => module,
    origin,
    build: "b1",
    protocol: PROTOCOL_VERSION,
    instance: "i1",
    shared: true,
    heapBytes: () => null,
    log: (message) => logs.push(message),
  });
  const die = locks.hold("tab:1");
  const hello = await engine.hello({
    build: "b1",
    protocol: PROTOCOL_VERSION,
    lock: "tab:1",
    online: true,
    visible: true,
    ids: {},
  });
  if (!hello.ok) throw new Error(hello.code);
  const port = createFakePort();
  const post = port.postMessage.bind(port);
  port.postMessage = (message, transfer) => {
    post(message, transfer);
    // Only the cells are asked for; frames of minutes need not be kept.
    port.posts.length = 0;
    (port.frames as unknown[]).splice(0, port.frames.length - 1);
    queueMicrotask(() => port.credit());
  };
  const opened = await engine.openChain(hello.tabId, viewSpec({ maxRate: 20 }), port);
  if (!opened.ok) throw new Error(opened.message);
  port.credit();
  return {
    engine,
    tabId: hello.tabId,
    port,
    logs,
    lose(id) {
      lost = id;
    },
    cut: () => socket?.ws.terminate(),
    async stop() {
      die();
      // The tab's end is noticed in a later turn, and closes the socket.
      await new Promise((resolve) => setTimeout(resolve, 20));
      socket?.ws.terminate();
    },
  };
}
