/**
 * The product's engine in this process, for peers that hold a socket a tab: each socket is a tab with a view of its own, and is
 * told exactly the frames that the engine would post to it, at the engine's rate.
 */
import { readFileSync } from "node:fs";
import { WebSocket } from "ws";
import { PROTOCOL_VERSION } from "#protocol/version.ts";
import type { PortLike, SocketLike } from "#workers/engine/edges.ts";
import { createEngine } from "#workers/engine/engine.ts";
import { FRAME_WINDOW } from "#workers/engine/tabs/credit.ts";
import { chainOf } from "./chain-of.ts";

const BUILD = "bench";
const WASM = ".build/wasm/strikewise.wasm";

export interface ViewEngine {
  /** Frames of a symbol's chain, the first one full. @returns what closes the view */
  open(symbol: string, take: (frame: ArrayBuffer) => void): Promise<() => void>;
  stop(): Promise<void>;
}

function socketLike(socket: WebSocket): SocketLike {
  const like: SocketLike = {
    binaryType: "arraybuffer",
    send: (data) => socket.send(data),
    close: (code, reason) => socket.close(code, reason),
    onopen: null,
    onmessage: null,
    onclose: null,
    onerror: null,
  };
  socket.binaryType = "arraybuffer";
  socket.on("open", () => like.onopen?.({} as never));
  socket.on("message", (data, isBinary) =>
    like.onmessage?.({ data: isBinary ? (data as unknown as ArrayBuffer) : String(data) }),
  );
  socket.on("close", (code, reason) => like.onclose?.({ code, reason: String(reason) }));
  socket.on("error", () => like.onerror?.({} as never));
  return like;
}

export function startViewEngine({
  origin,
  session,
}: {
  readonly origin: string;
  readonly session: string;
}): ViewEngine {
  const headers = { cookie: `__Host-sid=${session}` };
  const kept = new Map<string, unknown>();
  const tabs: number[] = [];
  const { calls } = createEngine({
    connect: (url, protocols) => socketLike(new WebSocket(url, [...protocols], { origin, headers })),
    fetch: (url, init) => fetch(new URL(url, origin), { ...init, headers: { ...init.headers, ...headers } }),
    store: {
      get: async (key) => kept.get(key),
      set: async (key, value) => void kept.set(key, value),
      delete: async (key) => void kept.delete(key),
      keys: async () => [...kept.keys()],
    },
    locks: null,
    clock: {
      now: () => Date.now(),
      monotonic: () => performance.now(),
      setTimeout: (run, ms) => setTimeout(run, ms),
      clearTimeout: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
    },
    random: Math.random,
    loadWasm: () => WebAssembly.compile(new Uint8Array(readFileSync(WASM))),
    heapBytes: () => null,
    origin,
    build: BUILD,
    protocol: PROTOCOL_VERSION,
    instance: crypto.randomUUID(),
    shared: true,
    log: (message) => console.warn(`[engine of the peers] ${message}`),
  });

  return {
    async open(symbol, take) {
      const hello = await calls.hello({
        build: BUILD,
        protocol: PROTOCOL_VERSION,
        lock: `tab:${tabs.length}`,
        online: true,
        visible: true,
        ids: {},
      });
      if (!hello.ok) throw new Error(hello.code);
      tabs.push(hello.tabId);
      await calls.setFocused(hello.tabId, true);
      const found = await calls.underlying(symbol);
      if (!found.ok) throw new Error(found.message);
      const port: PortLike = {
        onmessage: null,
        postMessage(message) {
          if (!(message instanceof ArrayBuffer)) return;
          take(message);
          port.onmessage?.({ data: 1 });
        },
        close: () => {},
      };
      const opened = await calls.openChain(hello.tabId, chainOf(found.value), port);
      if (!opened.ok) throw new Error(opened.message);
      port.onmessage?.({ data: FRAME_WINDOW });
      return () => void calls.closeView(opened.value);
    },
    async stop() {
      for (const tab of tabs) await calls.setOnline(tab, false);
    },
  };
}
