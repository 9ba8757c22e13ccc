import type { ChainViewSpec, EngineApi, Outcome } from "./api.ts";
import type { PortLike } from "./edges.ts";

/** What tabs call, over structural ports, so that tests can bring their own; `EngineApi` is what a tab sees of it. */
export type EngineCalls = Omit<EngineApi, "openChain" | "watchHealth" | "watchPerformance"> & {
  openChain(tabId: number, spec: ChainViewSpec, port: PortLike): Promise<Outcome<number>>;
  watchHealth(tabId: number, port: PortLike, everyMs: number): Promise<void>;
  watchPerformance(tabId: number, port: PortLike): Promise<void>;
};
