/**
 * How old is a figure when a trader sees it? Server timestamp to painted pixel of a NIFTY chain on loopback, ours beside a
 * plain page that gets the same chain as JSON over its own socket into React rows. Then the same with the main thread
 * blocked half of the time, where the painter worker must not care.
 */
import type { Page } from "playwright-core";
import type { PaintedFrame } from "#workers/painter/api.ts";
import { launchBrowser, launchServer, percentile } from "./end-to-end/browser.ts";
import { startPeer } from "./end-to-end/peer-server.ts";
import type { Bench, Measured, Table } from "./harness.ts";

const OURS = "Strikewise, painter worker";
const PEER = "JSON socket, React rows";

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function ourLatencies(page: Page, since: number): Promise<number[]> {
  const frames = await page.evaluate(
    () =>
      new Promise<PaintedFrame[]>((resolve) => {
        window.addEventListener(
          "strikewise:frames",
          (e) => resolve((e as CustomEvent<PaintedFrame[]>).detail),
          {
            once: true,
          },
        );
        window.dispatchEvent(new Event("strikewise:frame-log"));
      }),
  );
  // Server and browser share a clock on loopback, so no offset is taken off.
  return frames.filter((f) => f.paintedAt > since && f.serverTime > 0).map((f) => f.paintedAt - f.serverTime);
}

async function peerLatencies(page: Page): Promise<number[]> {
  return page.evaluate(() => (window as unknown as { latencies: number[] }).latencies.splice(0));
}

/** Blocks the page's main thread for 100 ms out of every 200. */
async function block(page: Page, ms: number): Promise<void> {
  await page.evaluate(async (total) => {
    const end = performance.now() + total;
    while (performance.now() < end) {
      const until = performance.now() + 100;
      while (performance.now() < until) {
        // Busy on purpose.
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }, ms);
}

function measured(name: string, samples: readonly number[]): Measured {
  return {
    name: `${name} (${samples.length} frames)`,
    median: percentile(samples, 0.5),
    low: percentile(samples, 0.05),
    high: percentile(samples, 0.99),
    rounds: samples,
  };
}

function table(title: string, ours: readonly number[], peer: readonly number[], goals: boolean): Table {
  const bound = (atMost: number): { atMost?: number } => (goals ? { atMost } : {});
  return {
    title,
    unit: "ms from server timestamp to painted, median (5 % to 99 %)",
    rows: [measured(OURS, ours), measured(PEER, peer)],
    ratios: [
      { what: `${OURS}, p50 in ms`, value: percentile(ours, 0.5), ...bound(60) },
      { what: `${OURS}, p99 in ms`, value: percentile(ours, 0.99), ...bound(120) },
      { what: "p50 of ours / of the peer", value: percentile(ours, 0.5) / percentile(peer, 0.5) },
    ],
  };
}

export const bench: Bench = {
  name: "end-to-end",
  question: "How old is a figure when a trader sees it?",
  async run({ quick }) {
    const ms = quick ? 5000 : 20_000;
    const server = await launchServer();
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage({ viewport: { width: 1366, height: 850 } });
      await page.goto(`${server.origin}/option-chain`);
      await page.getByTestId("feed-state").getByText("Live").waitFor({ timeout: 30_000 });
      const expiry = await firstExpiry(server.origin);
      await wait(2000);
      let since = Date.now();
      await wait(ms);
      const calm = await ourLatencies(page, since);
      since = Date.now();
      await block(page, ms);
      const busy = await ourLatencies(page, since);
      await page.close();

      const peer = await startPeer(server.origin, 256265, expiry);
      const plain = await browser.newPage({ viewport: { width: 1366, height: 850 } });
      await plain.goto(peer.origin);
      await wait(2000);
      await peerLatencies(plain);
      await wait(ms);
      const peerCalm = await peerLatencies(plain);
      await block(plain, ms);
      const peerBusy = await peerLatencies(plain);
      peer.stop();
      return {
        tables: [
          table("An idle page", calm, peerCalm, true),
          table("Main thread blocked half of the time", busy, peerBusy, true),
        ],
        notes: [
          "ours is capped at 10 frames a second by design, so half of its median is waiting for the next frame",
          "the peer is measured at the animation frame after its commit, ours after the painter's last draw call",
        ],
      };
    } finally {
      await browser.close();
      await server.stop();
    }
  },
};

/** The nearest NIFTY expiry as the server lists it. */
async function firstExpiry(origin: string): Promise<string> {
  const reply = await fetch(`${origin}/v1/compute/cache/live_derivative_prices/256265`);
  const { data } = (await reply.json()) as { data: { per_expiry_data: Record<string, unknown> } };
  const first = Object.keys(data.per_expiry_data).sort()[0];
  if (first === undefined) throw new Error("NIFTY has no expiry");
  return first;
}
