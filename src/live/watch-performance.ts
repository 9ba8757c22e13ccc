import * as Comlink from "comlink";
import type { PerformanceCommand, PerformanceReport } from "#workers/engine/api.ts";
import { engine } from "./engine-client.ts";

export interface PerformanceWatch {
  /** Forgets what was measured and begins anew, for every tab that watches. */
  reset(): void;
  stop(): void;
}

/**
 * Has the engine measure itself and report at once and every second. An engine that dies takes the watch with it: watch its
 * successor anew.
 */
export function watchPerformance(onReport: (report: PerformanceReport) => void): PerformanceWatch {
  let port: MessagePort | null = null;
  let isStopped = false;
  const tell = (command: PerformanceCommand): void => port?.postMessage(command);
  void engine().ask(async (api) => {
    if (isStopped) return;
    const channel = new MessageChannel();
    port = channel.port1;
    port.onmessage = (event: MessageEvent<PerformanceReport>) => {
      if (!isStopped) onReport(event.data);
    };
    await api.watchPerformance(engine().tabId(), Comlink.transfer(channel.port2, [channel.port2]));
  });
  return {
    reset: () => tell("reset"),
    stop() {
      isStopped = true;
      tell("stop");
    },
  };
}
