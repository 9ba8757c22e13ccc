/**
 * The tab's door to the engine: starts or joins it, proves both are of one build, keeps a lock that tells
 * the engine the tab lives, waits on the engine's own lock, and reopens every view when the engine has died
 * (decision 0016).
 */
import * as Comlink from "comlink";
import { engineName } from "#protocol/engine-name.ts";
import { PROTOCOL_VERSION } from "#protocol/version.ts";
import type { ChainViewSpec, EngineApi, EngineHello, StreamSpec } from "#workers/engine/api.ts";
import engineUrl from "../../workers/engine/index.ts?worker&url";
import { clientIds } from "../browser/client-ids.ts";
import { answersUntil } from "./answers-until.ts";
import { takeEarlyEngine } from "./early-workers.ts";
import { type EngineLink, live } from "./live-state.ts";
import { receive } from "./receive-stream.ts";
import { createViewKeeper, type OpenView } from "./views.ts";

type Api = Comlink.Remote<EngineApi>;

/**
 * How long a shared engine may take to answer, attempt by attempt. The first wait is short: a worker that is on its way out
 * (its last tab just went, or it was killed) still takes connections and never answers them. Asking a slow one twice is harmless.
 */
const HELLO_TIMEOUTS_MS = [1500, 3000, 8000] as const;
/** A worker of the tab's own is new: it answers when it has started, and asking again would mean starting another. */
const OWN_HELLO_TIMEOUT_MS = 30_000;
/** A killed worker needs a moment to be gone. */
const RESTART_DELAY_MS = 100;
const RETRY_MS = 2000;

interface EngineClient {
  readonly openChain: OpenView<ChainViewSpec>;
  /** Most consumers want `streamOf`, which lets those of one tab share a stream. */
  readonly openStream: OpenView<StreamSpec>;
  /** Asks the engine that lives now, waiting for it to be ready; asks its successor when it dies without an answer. */
  ask<T>(call: (api: EngineApi) => Promise<T>): Promise<T>;
  tabId(): number;
  /**
   * Tells the engine that an account has signed in or out.
   * @param identity id of the account, "" for a visitor
   */
  identityChanged(identity: string): void;
  /** Tells the engine, and each that comes after it, the token of an embedded widget. */
  tokenChanged(token: string): void;
}

const NAME = engineName(__BUILD__);

interface Spawned {
  readonly api: Api;
  readonly shared: boolean;
  /** Rejects when the worker's script does not load or run. */
  readonly broken: Promise<never>;
  /** Ends what is given up and was the tab's own: it would answer late, and hold a websocket that feeds no tab. */
  giveUp(): void;
}

function spawn(mayShare: boolean): Spawned {
  const options = { type: "module", name: NAME } as const;
  const broken = (worker: AbstractWorker): Promise<never> =>
    new Promise((_, reject) => {
      worker.onerror = () => reject(new Error("The engine's script did not load."));
    });
  if (mayShare && typeof SharedWorker === "function") {
    const worker = takeEarlyEngine(NAME) ?? new SharedWorker(engineUrl, options);
    return { api: Comlink.wrap<EngineApi>(worker.port), shared: true, broken: broken(worker), giveUp() {} };
  }
  const worker = new Worker(engineUrl, options);
  return {
    api: Comlink.wrap<EngineApi>(worker),
    shared: false,
    broken: broken(worker),
    giveUp: () => worker.terminate(),
  };
}

/**
 * Holds a lock of this name until the tab is gone.
 * @returns settles once it is held; false where there are none, as in a frame whose storage the browser blocks
 */
function holdLock(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    navigator.locks
      .request(
        name,
        () =>
          new Promise<never>(() => {
            resolve(true);
          }),
      )
      .catch(() => resolve(false));
  });
}

interface Deferred<T> {
  readonly promise: Promise<T>;
  resolve(value: T): void;
}

function deferred<T>(): Deferred<T> {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

const timeout = (ms: number): Promise<never> =>
  new Promise((_, reject) => setTimeout(() => reject(new Error("The engine did not answer.")), ms));

function createEngineClient(): EngineClient {
  const views = createViewKeeper<ChainViewSpec>();
  const streams = createViewKeeper<StreamSpec>();
  const lock = `tab:${crypto.randomUUID()}`;
  /** The engine that lives now, or the next one: who waits for one that died meanwhile gets its successor. */
  let ready = deferred<Api>();
  let isReady = false;
  /** Without locks no engine is shared: it could not tell when a tab is gone, nor a tab when it is. */
  let hasLocks = true;
  let tabId = 0;
  let token: string | null = null;
  let untilDeath = answersUntil<void>(new Promise(() => {}));

  let attempts = 0;

  async function connect(): Promise<void> {
    const { api, shared, broken, giveUp } = spawn(hasLocks);
    // A late error of the script is told by what no longer works.
    broken.catch(() => {});
    const patience = HELLO_TIMEOUTS_MS[Math.min(attempts, HELLO_TIMEOUTS_MS.length - 1)]!;
    const hello = await Promise.race([
      api.hello({
        build: __BUILD__,
        protocol: PROTOCOL_VERSION,
        lock,
        online: navigator.onLine,
        visible: document.visibilityState === "visible",
        ids: clientIds(),
      }),
      broken,
      timeout(shared ? patience : OWN_HELLO_TIMEOUT_MS),
    ]).catch((error: unknown) => {
      giveUp();
      throw error;
    });
    if (!hello.ok) {
      setLink({ phase: "outdated" });
      return;
    }
    attempts = 0;
    tabId = hello.tabId;
    if (token !== null) void api.tokenChanged(token);
    setLink({ phase: "ready", shared });
    if (hasLocks) watchDeath(hello);
    void api.setFocused(tabId, document.hasFocus());
    streams.serve({
      open: (spec, port) => api.openStream(tabId, spec, Comlink.transfer(port, [port])),
      configure: (id, spec) => api.configureStream(id, spec),
      close: (id) => api.closeStream(id),
    });
    views.serve({
      open: (spec, port) => api.openChain(tabId, spec, Comlink.transfer(port, [port])),
      configure: (id, spec) => api.configureChain(id, spec),
      close: (id) => api.closeView(id),
    });
    isReady = true;
    ready.resolve(api);
  }

  function watchDeath(hello: Extract<EngineHello, { ok: true }>): void {
    const death = navigator.locks.request(hello.lock, { mode: "shared" }, () => {
      setLink({ phase: "restarting" });
      views.lost();
      streams.lost();
      if (isReady) ready = deferred<Api>();
      isReady = false;
      setTimeout(start, RESTART_DELAY_MS);
    });
    untilDeath = answersUntil(death);
  }

  async function tellHeap(api: Api): Promise<void> {
    // Chromium's own; elsewhere a page knows nothing of its heap.
    const { memory } = performance as { memory?: { readonly usedJSHeapSize: number } };
    if (memory !== undefined) await api.tellHeap(tabId, memory.usedJSHeapSize);
  }

  function start(): void {
    connect().catch((error: unknown) => {
      if (++attempts < HELLO_TIMEOUTS_MS.length) return void setTimeout(start, RESTART_DELAY_MS);
      setLink({ phase: "failed", message: error instanceof Error ? error.message : String(error) });
      setTimeout(start, RETRY_MS);
    });
  }

  async function ask<T>(call: (api: EngineApi) => Promise<T>): Promise<T> {
    for (;;) {
      const api = await ready.promise;
      // Comlink's mapped type splits a union of outcomes; what travels is the same.
      const answer = await untilDeath(call(api as unknown as EngineApi).then((value) => ({ value })));
      if (answer !== undefined) return answer.value;
    }
  }

  const forward = (call: (api: Api) => unknown): void => {
    void ready.promise.then(call);
  };
  document.addEventListener("visibilitychange", () =>
    forward((api) => api.setVisible(tabId, document.visibilityState === "visible")),
  );
  const focus = (): void => forward((api) => api.setFocused(tabId, document.hasFocus()));
  window.addEventListener("focus", focus);
  window.addEventListener("blur", focus);
  window.addEventListener("online", () => forward((api) => api.setOnline(tabId, true)));
  window.addEventListener("offline", () => forward((api) => api.setOnline(tabId, false)));

  streams.add(
    { kind: "health" },
    (port) =>
      receive<"health">(port, (message) => {
        if (!("data" in message)) return;
        live.health = message.data;
        if (message.data.measuring) forward(tellHeap);
      }),
    () => {},
  );

  void holdLock(lock).then((isHeld) => {
    hasLocks = isHeld;
    start();
  });

  return {
    openChain: views.add,
    openStream: streams.add,
    ask,
    tabId: () => tabId,
    identityChanged(identity) {
      live.identity = identity;
      forward((api) => api.identityChanged(identity));
    },
    tokenChanged(next) {
      token = next;
      if (isReady) forward((api) => api.tokenChanged(next));
    },
  };
}

function setLink(next: EngineLink): void {
  live.link = next;
}

let client: EngineClient | null = null;

/** The tab's one engine client; a module-level proxy, because a collected Comlink proxy drops its replies. */
export function engine(): EngineClient {
  client ??= createEngineClient();
  return client;
}
