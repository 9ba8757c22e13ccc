import type { ChainViewSpec, EngineApi, Outcome, StreamSpec } from "./api.ts";
import type { PortLike } from "./edges.ts";

/** What tabs call, over structural ports, so that tests can bring their own; `EngineApi` is what a tab sees of it. */
export type EngineCalls = Omit<EngineApi, "openChain" | "openStream" | "watchPerformance"> & {
  openChain(tabId: number, spec: ChainViewSpec, port: PortLike): Promise<Outcome<number>>;
  openStream(tabId: number, spec: StreamSpec, port: PortLike): Promise<Outcome<number>>;
  watchPerformance(tabId: number, port: PortLike): Promise<void>;
};
