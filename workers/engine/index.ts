/** Entry of the engine worker: SharedWorker where there is one, else a dedicated Worker a tab. Wiring only. */
import * as Comlink from "comlink";
import type { EngineApi } from "./api.ts";
import { createBrowserEdges, portLike } from "./browser-edges.ts";
import { createEngine } from "./engine.ts";

declare const __BUILD__: string;

/** The part of SharedWorkerGlobalScope used here, which the types of a dedicated worker lack. */
interface SharedScope {
  onconnect: ((event: MessageEvent) => void) | null;
}

// Assigned before anything can await or throw: a connection that comes without a handler is lost.
const waiting: MessagePort[] = [];
let serve = (port: MessagePort): void => {
  waiting.push(port);
};
const isShared = "onconnect" in self;
if (isShared) {
  (self as unknown as SharedScope).onconnect = (event) => {
    for (const port of event.ports) serve(port);
  };
}

const { calls } = createEngine(
  createBrowserEdges({
    build: __BUILD__,
    wasmUrl: new URL("../../.build/wasm/strikewise.wasm", import.meta.url),
    shared: isShared,
  }),
);

const api: EngineApi = {
  ...calls,
  openChain: (tabId, spec, port) => calls.openChain(tabId, spec, portLike(port)),
  openStream: (tabId, spec, port) => calls.openStream(tabId, spec, portLike(port)),
  watchPerformance: (tabId, port) => calls.watchPerformance(tabId, portLike(port)),
};

if (isShared) {
  serve = (port) => Comlink.expose(api, port);
  for (const port of waiting.splice(0)) serve(port);
} else {
  Comlink.expose(api);
}
