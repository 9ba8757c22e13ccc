/** Everything the engine needs from the outside, injected so that it runs unchanged under a fake clock and a fake network. */

/** Handle of a pending timer; only its clock knows what it is. */
export type Timer = unknown;

export interface Clock {
  /** The device's clock, epoch ms. It may be wrong and may jump: never used for market time. */
  now(): number;
  /** Milliseconds that only grow; may stand still while the device sleeps. */
  monotonic(): number;
  setTimeout(run: () => void, ms: number): Timer;
  clearTimeout(timer: Timer): void;
}

/** The part of WebSocket the engine uses. */
export interface SocketLike {
  binaryType: string;
  send(data: string): void;
  close(code?: number, reason?: string): void;
  onopen: ((event: never) => void) | null;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onclose: ((event: { readonly code: number; readonly reason: string }) => void) | null;
  onerror: ((event: never) => void) | null;
}

export interface ResponseLike {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  json(): Promise<unknown>;
}

export interface RequestInitLike {
  /** GET unless it is said */
  readonly method?: "POST";
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export type FetchLike = (url: string, init: RequestInitLike) => Promise<ResponseLike>;

/** A store of cloneable values; every call may reject (absent, full, blocked). */
export interface KeyValueStore {
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
  delete(key: string): Promise<void>;
  keys(): Promise<readonly string[]>;
}

/** The part of LockManager the engine uses; exclusive locks only. */
export interface LocksLike {
  request(name: string, held: () => Promise<void>): Promise<unknown>;
}

/** The part of MessagePort the engine uses. */
export interface PortLike {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  close(): void;
}

export interface EngineEdges {
  connect(url: string, protocols: readonly string[]): SocketLike;
  readonly fetch: FetchLike;
  readonly store: KeyValueStore;
  /** null where the platform has none: tabs then live until they say good-bye or the worker dies with them. */
  readonly locks: LocksLike | null;
  readonly clock: Clock;
  /** Uniform in [0, 1). */
  random(): number;
  /** null when WebAssembly or its file is not to be had; the TypeScript twin then decodes. */
  loadWasm(): Promise<WebAssembly.Module | null>;
  /** JavaScript heap of this worker, bytes; null where the platform tells none. */
  heapBytes(): number | null;
  /** "https://host[:port]" of the page. */
  readonly origin: string;
  readonly build: string;
  readonly protocol: number;
  /** Tells this engine from another of the same build. */
  readonly instance: string;
  readonly shared: boolean;
  log(message: string): void;
}
