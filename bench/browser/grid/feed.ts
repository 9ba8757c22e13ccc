import { SHOWN } from "./columns.ts";
import type { FeedCommand } from "./feed.worker.ts";

const worker = new Worker(new URL("./feed.worker.ts", import.meta.url), { type: "module", name: SHOWN });

export const feed: {
  postMessage(command: FeedCommand, transfer?: Transferable[]): void;
  onmessage: Worker["onmessage"];
} = worker;
