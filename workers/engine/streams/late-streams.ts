import type { Outcome, StreamSpec } from "../api.ts";
import type { EngineCalls } from "../engine-calls.ts";
import { createLatePart } from "../late-part.ts";
import { refuse } from "../refuse.ts";
import type { Deliveries, Source } from "./stream-deliveries.ts";
import type { TabStreams } from "./tab-streams.ts";

/** Thirty tabs of some streams each; far beyond it something leaks, and that must be heard of. */
const MAX_STREAMS = 512;

/** Streams of tabs. All but health have their code loaded when a tab first asks for one: no chain waits for it. */
export interface LateStreams {
  readonly calls: Pick<EngineCalls, "openStream" | "configureStream" | "closeStream">;
  /** null until a tab has asked. */
  readonly current: TabStreams | null;
}

export function createLateStreams(edges: {
  readonly deliveries: Deliveries;
  readonly health: Source;
  /** Whether there is such a tab. */
  isKnown(tabId: number): boolean;
  /** Loads the streams and all they need. */
  bring(): Promise<() => TabStreams>;
}): LateStreams {
  const { deliveries } = edges;
  const streams = createLatePart(edges.bring);

  async function sourceOf(spec: StreamSpec): Promise<Outcome<Source>> {
    if (spec.kind === "health") return { ok: true, value: edges.health };
    try {
      return await (streams.current ?? (await streams.load())).sourceOf(spec);
    } catch (reason) {
      return refuse("engine.unavailable", `What streams need could not be loaded (${String(reason)})`);
    }
  }

  return {
    calls: {
      async openStream(tabId, spec, port) {
        let source = await sourceOf(spec);
        if (!edges.isKnown(tabId)) {
          source = refuse("engine.unavailable", "The engine does not know this tab; say hello again");
        } else if (deliveries.all.size >= MAX_STREAMS) {
          source = refuse(
            "engine.capacity",
            `The engine holds ${MAX_STREAMS} streams already; close some tabs`,
          );
        }
        if (source.ok) return { ok: true, value: deliveries.open(tabId, spec, source.value, port).id };
        port.close();
        return source;
      },
      async configureStream(streamId, spec) {
        const source = await sourceOf(spec);
        if (!source.ok) return source;
        const stream = deliveries.all.get(streamId);
        if (stream === undefined)
          return refuse("engine.unavailable", "There is no such stream; open it again");
        if (stream.source !== source.value) return refuse("request.invalid", "A stream keeps its kind");
        deliveries.configure(stream, spec);
        return { ok: true, value: null };
      },
      async closeStream(streamId) {
        const stream = deliveries.all.get(streamId);
        if (stream !== undefined) deliveries.close(stream);
      },
    },
    get current() {
      return streams.current;
    },
  };
}
