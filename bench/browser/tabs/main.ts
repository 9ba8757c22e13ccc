/**
 * A tab that holds its own socket, as most sites do: it takes every message and keeps the newest figures of each
 * row. It paints nothing: a page that does costs the same whatever feeds it, and hides what is asked
 * here. `?kind=json|binary|empty|engine|wake&symbol=`; `engine` is the product's own way without its painter, `wake`
 * one worker for all tabs that does nothing but wake them.
 */
import { HEAD_INDEX } from "#protocol/frames/chain-frame.ts";
import { applyFrame, createGridState } from "#protocol/frames/grid-state.ts";
import { createCredit } from "#workers/engine/tabs/credit.ts";
import type { PlainFrame, PlainRow } from "../tab-feed.ts";
import { chainOf } from "./chain-of.ts";

declare global {
  interface Window {
    /** ms from the engine's stamp to the tab having it, since last taken */
    ages: number[];
    messages: number;
  }
}
window.ages = [];
window.messages = 0;

const query = new URLSearchParams(location.search);
const kind = query.get("kind") ?? "empty";
const symbol = query.get("symbol") ?? "NIFTY";
const now = (): number => performance.timeOrigin + performance.now();

function took(stamp: number): void {
  window.messages += 1;
  window.ages.push(now() - stamp);
}

/** The product's engine client and its frames, kept as the painter keeps them. */
async function watchChain(): Promise<void> {
  const { engine } = await import("#src/live/engine-client.ts");
  const found = await engine().ask((api) => api.underlying(symbol));
  if (!found.ok) throw new Error(found.message);
  const grid = createGridState();
  const credit = createCredit();
  engine().openChain(
    chainOf(found.value),
    (port) => {
      port.onmessage = ({ data }: MessageEvent<unknown>) => {
        if (!(data instanceof ArrayBuffer)) return;
        applyFrame(grid, data);
        took(grid.head[HEAD_INDEX.postedAt]!);
        credit.took();
        credit.give();
      };
      credit.open(port);
    },
    ({ message }) => {
      throw new Error(message);
    },
  );
}

if (kind === "engine") await watchChain();
else if (kind === "wake") {
  const worker = new SharedWorker(new URL("./wake.worker.ts", import.meta.url), { type: "module" });
  worker.port.onmessage = ({ data }: MessageEvent<number>) => took(data);
} else if (kind !== "empty") {
  const socket = new WebSocket(`ws://${location.host}/${kind}?symbol=${symbol}`);
  socket.binaryType = "arraybuffer";
  const rows = new Map<number, PlainRow>();
  const grid = createGridState();
  socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
    if (typeof data === "string") {
      const message = JSON.parse(data) as PlainFrame;
      if (message.isFull) rows.clear();
      for (const row of message.rows) {
        const held = rows.get(row.row);
        if (held === undefined) rows.set(row.row, row);
        else Object.assign(held, row);
      }
      took(message.time);
    } else {
      applyFrame(grid, data);
      took(grid.head[HEAD_INDEX.postedAt]!);
    }
  };
}
