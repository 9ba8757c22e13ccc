import { STREAM_WINDOW, type StreamKind, type StreamMessage } from "#workers/engine/api.ts";

/** Takes the messages of a stream from its port. Each gives the engine credit for another once it has been dealt with. */
export function receive<K extends StreamKind>(
  port: MessagePort,
  take: (message: StreamMessage<K>) => void,
): void {
  port.onmessage = (event: MessageEvent<StreamMessage<K>>) => {
    take(event.data);
    port.postMessage(1);
  };
  port.postMessage(STREAM_WINDOW);
}
