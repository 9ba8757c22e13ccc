import {
  STREAM_WINDOW,
  type StreamData,
  type StreamKind,
  type StreamMessage,
  type StreamSpec,
  type StreamSpecOf,
} from "#workers/engine/api.ts";
import type { PortLike } from "#workers/engine/edges.ts";
import type { EngineWorld } from "./engine-world.ts";

/** The far end of a stream: a tab that takes each message at once, unless it does not read. */
export interface StreamPort<K extends StreamKind> extends PortLike {
  readonly messages: StreamMessage<K>[];
  /** Of the last message that had any. */
  readonly data: StreamData[K] | undefined;
  isClosed: boolean;
  /** What it can take, as if it had read all that came. */
  credit(count: number): void;
}

export function createStreamPort<K extends StreamKind>(reads = true): StreamPort<K> {
  return {
    messages: [],
    isClosed: false,
    onmessage: null,
    postMessage(message) {
      this.messages.push(message as StreamMessage<K>);
      if (reads) this.credit(1);
    },
    close() {
      this.isClosed = true;
    },
    credit(count) {
      this.onmessage?.({ data: count });
    },
    get data() {
      const last = this.messages.findLast((message) => "data" in message);
      return last !== undefined && "data" in last ? last.data : undefined;
    },
  };
}

export interface OpenedStream<K extends StreamKind> {
  readonly id: number;
  readonly port: StreamPort<K>;
}

/** Opens a stream for a tab, as its page does. */
export async function openStream<K extends StreamKind>(
  { engine, clock }: EngineWorld,
  tabId: number,
  spec: StreamSpecOf<K>,
  port: StreamPort<K> = createStreamPort<K>(),
): Promise<OpenedStream<K>> {
  const outcome = await engine.openStream(tabId, spec as StreamSpec, port);
  if (!outcome.ok) throw new Error(`${outcome.code}: ${outcome.message}`);
  port.credit(STREAM_WINDOW);
  await clock.run(0);
  return { id: outcome.value, port };
}
