/**
 * A tab that holds its own socket, as most sites do: it takes every message and keeps the newest row of each
 * instrument. It paints nothing: a page that does costs the same whatever feeds it, and hides what is asked
 * here. `?kind=json|binary|empty|engine|wake`; `engine` is the product's own way without its painter, `wake`
 * one worker for all tabs that does nothing but wake them.
 */
import { viewFields } from "#domain/format/chain-columns.ts";
import { HEAD_INDEX } from "#protocol/frames/chain-frame.ts";
import { applyFrame, createGridState } from "#protocol/frames/grid-state.ts";
import { createCredit } from "#workers/engine/tabs/credit.ts";

interface Row {
  readonly token: number;
  readonly [field: string]: number;
}

declare global {
  interface Window {
    /** ms from the server's stamp to the tab having it, since last taken */
    ages: number[];
    messages: number;
  }
}
window.ages = [];
window.messages = 0;

const kind = new URLSearchParams(location.search).get("kind") ?? "empty";
const now = (): number => performance.timeOrigin + performance.now();

function took(stamp: number): void {
  window.messages += 1;
  window.ages.push(now() - stamp);
}

/** The product's engine client and its frames, kept as the painter keeps them. */
async function watchChain(symbol: string): Promise<void> {
  const { engine } = await import("#src/live/engine-client.ts");
  const found = await engine().ask((api) => api.underlying(symbol));
  if (!found.ok) throw new Error(found.message);
  const grid = createGridState();
  const credit = createCredit();
  engine().openChain(
    {
      underlying: found.value.token,
      expiry: found.value.expiries[0]!.expiry,
      strikesAbove: 30,
      strikesBelow: 30,
      hundredsOnly: false,
      fields: viewFields("ltp", false),
      maxRate: 10,
    },
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

if (kind === "engine") await watchChain(new URLSearchParams(location.search).get("symbol") ?? "NIFTY");
else if (kind === "wake") {
  const worker = new SharedWorker(new URL("./wake.worker.ts", import.meta.url), { type: "module" });
  worker.port.onmessage = ({ data }: MessageEvent<number>) => took(data);
} else if (kind !== "empty") {
  const socket = new WebSocket(`ws://${location.host}/${kind}`);
  socket.binaryType = "arraybuffer";
  const rows = new Map<number, Row>();
  const words = new Map<number, Float64Array>();
  socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
    if (typeof data === "string") {
      const message = JSON.parse(data) as { time: number; rows: Row[] };
      for (const row of message.rows) rows.set(row.token, row);
      took(message.time);
    } else {
      const values = new Float64Array(data);
      for (let at = 1; at < values.length; at += 20) words.set(values[at]!, values.subarray(at, at + 20));
      took(values[0]!);
    }
  };
}
