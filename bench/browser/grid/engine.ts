/** Stands in for src/live/engine-client.ts in the bench page: the real grid, fed by the bench's own market. */

import { live } from "#src/live/live-state.ts";
import type { ChainViewSpec } from "#workers/engine/api.ts";
import { feed } from "./feed.ts";

live.link = { phase: "ready", shared: true };

export interface ChainView {
  configure(spec: ChainViewSpec): void;
  close(): void;
}

export function engine(): {
  openChain(spec: ChainViewSpec, takePort: (port: MessagePort) => void): ChainView;
} {
  return {
    openChain(spec, takePort) {
      const { port1, port2 } = new MessageChannel();
      const asked = Number(new URLSearchParams(location.search).get("rate"));
      const maxRate = asked > 0 ? asked : spec.maxRate;
      feed.postMessage({ type: "view", port: port2, maxRate }, [port2]);
      takePort(port1);
      return { configure: () => {}, close: () => {} };
    },
  };
}
