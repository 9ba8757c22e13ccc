import type { StreamKind, StreamMessage } from "#workers/engine/api.ts";
import { createCredit, STREAM_WINDOW } from "#workers/engine/tabs/credit.ts";

/** Takes the messages of a stream from its port. The engine sends the next ones once these have been dealt with. */
export function receive<K extends StreamKind>(
  port: MessagePort,
  take: (message: StreamMessage<K>) => void,
): void {
  const credit = createCredit(STREAM_WINDOW);
  port.onmessage = (event: MessageEvent<StreamMessage<K>>) => {
    credit.took();
    take(event.data);
    credit.give();
  };
  credit.open(port);
}
