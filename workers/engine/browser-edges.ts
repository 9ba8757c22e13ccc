import { createStore, del, get, keys, set, type UseStore } from "idb-keyval";
import { PROTOCOL_VERSION } from "#protocol/version.ts";
import { compileWasm } from "../compile-wasm.ts";
import { createEpochClock } from "../epoch-clock.ts";
import type { EngineEdges, FetchLike, KeyValueStore, LocksLike, PortLike, SocketLike } from "./edges.ts";

/** The browser's side of the engine's edges; nothing here decides anything. */

/** IndexedDB through idb-keyval. */
export function browserStore(): KeyValueStore {
  let store: UseStore | null = null;
  // Opened at first use: where IndexedDB is missing or forbidden the call rejects, and the engine goes on without.
  const open = (): UseStore => (store ??= createStore("strikewise-engine", "state"));
  return {
    get: async (key) => get(key, open()),
    set: async (key, value) => set(key, value, open()),
    delete: async (key) => del(key, open()),
    keys: async () => keys<string>(open()),
  };
}

function browserLocks(): LocksLike | null {
  const { locks } = navigator;
  return locks === undefined ? null : { request: (name, held) => locks.request(name, held) };
}

function connect(url: string, protocols: readonly string[]): SocketLike {
  const socket = new WebSocket(url, [...protocols]);
  const like: SocketLike = {
    get binaryType() {
      return socket.binaryType;
    },
    set binaryType(type) {
      socket.binaryType = type === "blob" ? "blob" : "arraybuffer";
    },
    send: (data) => socket.send(data),
    close: (code, reason) => socket.close(code, reason),
    onopen: null,
    onmessage: null,
    onclose: null,
    onerror: null,
  };
  socket.onopen = (event) => like.onopen?.(event as never);
  socket.onmessage = (event: MessageEvent<unknown>) => like.onmessage?.(event);
  socket.onclose = (event) => like.onclose?.(event);
  socket.onerror = (event) => like.onerror?.(event as never);
  return like;
}

/** A platform port as the engine sees ports. */
export function portLike(port: MessagePort): PortLike {
  let handler: PortLike["onmessage"] = null;
  return {
    postMessage: (message, transfer) => port.postMessage(message, transfer),
    get onmessage() {
      return handler;
    },
    set onmessage(next) {
      handler = next;
      // Assigning a handler also starts the port.
      port.onmessage = next;
    },
    close: () => port.close(),
  };
}

const LOGS_A_MINUTE = 30;

function limitedLog(): (message: string) => void {
  let minute = 0;
  let lines = 0;
  return (message) => {
    const now = Math.floor(performance.now() / 60_000);
    if (now !== minute) lines = 0;
    minute = now;
    if (++lines <= LOGS_A_MINUTE) console.warn(`[engine] ${message}`);
  };
}

const browserFetch: FetchLike = (url, init) => fetch(url, { ...init, credentials: "same-origin" });

export function createBrowserEdges(options: {
  readonly build: string;
  readonly wasmUrl: URL;
  readonly shared: boolean;
}): EngineEdges {
  return {
    connect,
    fetch: browserFetch,
    store: browserStore(),
    locks: browserLocks(),
    clock: {
      now: createEpochClock(),
      monotonic: () => performance.now(),
      setTimeout: (run, ms) => setTimeout(run, ms),
      clearTimeout: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
    },
    random: () => Math.random(),
    loadWasm: () => compileWasm(options.wasmUrl),
    // So far Chromium tells it, to pages alone; other browsers do not.
    heapBytes: () => (performance as { memory?: { usedJSHeapSize: number } }).memory?.usedJSHeapSize ?? null,
    origin: location.origin,
    build: options.build,
    protocol: PROTOCOL_VERSION,
    instance: crypto.randomUUID(),
    shared: options.shared,
    log: limitedLog(),
  };
}
