/**
 * The tab's door to the engine: starts or joins it, proves both are of one build, keeps a lock that tells the engine the
 * tab lives, waits on the engine's own lock, and reopens every view when the engine has died (architecture, decision 13).
 */
import * as Comlink from "comlink";
import { PROTOCOL_VERSION } from "#protocol/version.ts";
import type { ChainViewSpec, EngineApi, EngineHealth, EngineHello, Outcome } from "#workers/engine/api.ts";
import engineUrl from "../../workers/engine/index.ts?worker&url";
import { type EngineLink, live } from "./live-state.ts";

type Api = Comlink.Remote<EngineApi>;

export interface ChainView {
  configure(spec: ChainViewSpec): void;
  close(): void;
}

interface OpenView {
  spec: ChainViewSpec;
  readonly takePort: (port: MessagePort) => void;
  readonly onRefused: (message: string) => void;
  id: number | null;
}

const HELLO_TIMEOUT_MS = 8000;
const HEALTH_EVERY_MS = 1000;
const RESTART_DELAY_MS = 250;

export interface EngineClient {
  openChain(
    spec: ChainViewSpec,
    takePort: (port: MessagePort) => void,
    onRefused: (message: string) => void,
  ): ChainView;
  /** The API of the engine that lives now; waits for it to be ready. */
  api(): Promise<Api>;
  tabId(): number;
}

const engineName = `strikewise-engine-${__BUILD__}-p${PROTOCOL_VERSION}`;

function spawn(): { api: Api; shared: boolean } {
  if (typeof SharedWorker === "function") {
    const worker = new SharedWorker(engineUrl, { type: "module", name: engineName });
    return { api: Comlink.wrap<EngineApi>(worker.port), shared: true };
  }
  const worker = new Worker(engineUrl, { type: "module", name: engineName });
  return { api: Comlink.wrap<EngineApi>(worker), shared: false };
}

/** Holds a lock of this name until the tab is gone. Resolves once it is held. */
function holdLock(name: string): Promise<void> {
  return new Promise((resolve) => {
    void navigator.locks.request(
      name,
      () =>
        new Promise<never>(() => {
          resolve();
        }),
    );
  });
}

const timeout = (ms: number): Promise<never> =>
  new Promise((_, reject) => setTimeout(() => reject(new Error("The engine did not answer.")), ms));

function createEngineClient(): EngineClient {
  const views = new Set<OpenView>();
  const lock = `tab:${crypto.randomUUID()}`;
  let link: Promise<Api>;
  let tabId = 0;

  async function connect(): Promise<Api> {
    const { api, shared } = spawn();
    const hello = await Promise.race([
      api.hello({
        build: __BUILD__,
        protocol: PROTOCOL_VERSION,
        lock,
        online: navigator.onLine,
        visible: document.visibilityState === "visible",
      }),
      timeout(HELLO_TIMEOUT_MS),
    ]);
    if (!hello.ok) {
      setLink({ phase: "outdated" });
      return new Promise<never>(() => {});
    }
    tabId = hello.tabId;
    setLink({ phase: "ready", shared });
    watchDeath(hello);
    await watchHealth(api);
    for (const view of views) void open(api, view);
    return api;
  }

  function watchDeath(hello: Extract<EngineHello, { ok: true }>): void {
    void navigator.locks.request(hello.lock, { mode: "shared" }, () => {
      setLink({ phase: "restarting" });
      for (const view of views) view.id = null;
      start();
    });
  }

  async function watchHealth(api: Api): Promise<void> {
    const channel = new MessageChannel();
    channel.port1.onmessage = (event: MessageEvent<EngineHealth>) => {
      live.health = event.data;
    };
    await api.watchHealth(tabId, Comlink.transfer(channel.port2, [channel.port2]), HEALTH_EVERY_MS);
  }

  function start(): void {
    link = connect().catch((error: unknown) => {
      setLink({ phase: "failed", message: error instanceof Error ? error.message : String(error) });
      return new Promise<Api>((resolve) => {
        setTimeout(() => {
          start();
          resolve(link);
        }, RESTART_DELAY_MS * 8);
      });
    });
  }

  async function open(api: Api, view: OpenView): Promise<void> {
    const channel = new MessageChannel();
    view.takePort(channel.port1);
    const outcome: Outcome<number> = await api.openChain(
      tabId,
      view.spec,
      Comlink.transfer(channel.port2, [channel.port2]),
    );
    if (!outcome.ok) return view.onRefused(outcome.message);
    if (!views.has(view)) return void api.closeView(outcome.value);
    view.id = outcome.value;
  }

  const forward = (call: (api: Api) => unknown): void => {
    void link.then(call);
  };
  document.addEventListener("visibilitychange", () =>
    forward((api) => api.setVisible(tabId, document.visibilityState === "visible")),
  );
  window.addEventListener("online", () => forward((api) => api.setOnline(tabId, true)));
  window.addEventListener("offline", () => forward((api) => api.setOnline(tabId, false)));

  link = holdLock(lock).then(() => {
    start();
    return link;
  });

  return {
    openChain(spec, takePort, onRefused) {
      const view: OpenView = { spec, takePort, onRefused, id: null };
      views.add(view);
      if (live.link.phase === "ready") void link.then((api) => open(api, view));
      return {
        configure(next) {
          view.spec = next;
          const { id } = view;
          if (id === null) return;
          void link.then(async (api) => {
            const outcome = await api.configureChain(id, next);
            if (!outcome.ok) onRefused(outcome.message);
          });
        },
        close() {
          views.delete(view);
          const { id } = view;
          if (id !== null) void link.then((api) => api.closeView(id));
        },
      };
    },
    api: () => link,
    tabId: () => tabId,
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
