import type { FeedCommand } from "./feed.worker.ts";

const worker = new Worker(new URL("./feed.worker.ts", import.meta.url), { type: "module" });

export const feed: {
  postMessage(command: FeedCommand, transfer?: Transferable[]): void;
  onmessage: Worker["onmessage"];
} = worker;
