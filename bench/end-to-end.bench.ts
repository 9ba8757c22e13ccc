/**
 * How old is a figure when a trader sees it? Server timestamp to painted pixel of a NIFTY chain on loopback, ours beside a
 * plain page that gets the same chain as JSON over its own socket into React rows. Then the same with the main thread
 * blocked half of the time, where the painter worker must not care.
 */

import { fromCompactDate } from "#domain/calendar/ist.ts";
import { launchChromium } from "./browser/chromium.ts";
import { IS_LIVE, paintedSince } from "./browser/product-tab.ts";
import { launchServer } from "./browser/server.ts";
import type { Tab } from "./browser/tab.ts";
import { agreementTable, measureBoth } from "./end-to-end/panel.ts";
import { startPeer } from "./end-to-end/peer-server.ts";
import { type Bench, distribution, percentile, type Table } from "./harness.ts";

const OURS = "Strikewise, painter worker";
const PEER = "JSON socket, React rows";

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Asks the engine for every frame there is: the page's own wish is ten a second. */
const UNCAPPED = `(() => {
  const post = MessagePort.prototype.postMessage;
  MessagePort.prototype.postMessage = function (message, ...rest) {
    for (const argument of message?.argumentList ?? [])
      if (argument?.value?.maxRate) argument.value.maxRate = 60;
    return post.call(this, message, ...rest);
  };
})()`;

async function ourLatencies(tab: Tab, since: number): Promise<number[]> {
  // Server and browser share a clock on loopback, so no offset is taken off.
  return (await paintedSince(tab, since))
    .filter((frame) => frame.serverTime > 0)
    .map((frame) => frame.paintedAt - frame.serverTime);
}

const peerLatencies = (tab: Tab): Promise<number[]> => tab.evaluate("window.latencies.splice(0)");

/** Blocks the page's main thread two seconds at a time, with a breath of 50 ms between. */
async function block(tab: Tab, ms: number): Promise<void> {
  await tab.evaluate(`(async () => {
    const end = performance.now() + ${ms};
    while (performance.now() < end) {
      const until = performance.now() + 2000;
      while (performance.now() < until);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })()`);
}

const SPACED =
  "uncapped, the same page has 9 ms in the same run: what is left is waiting for the next of ten frames a second, up to 100 ms for a figure that just missed one";

interface Pair {
  readonly ours: readonly number[];
  readonly peer?: readonly number[];
}

function tableOf(title: string, { ours, peer }: Pair, p50: number, p99: number): Table {
  return {
    title,
    unit: "ms from server timestamp to painted",
    better: "lower",
    rows: [distribution(OURS, ours), ...(peer === undefined ? [] : [distribution(PEER, peer)])],
    ratios: [
      { what: `${title}: p50`, value: percentile(ours, 0.5), unit: "ms", atMost: p50 },
      { what: `${title}: p99`, value: percentile(ours, 0.99), unit: "ms", atMost: p99, explain: SPACED },
      ...(peer === undefined
        ? []
        : [
            {
              what: `${title}: p50 of the peer / of ours`,
              value: percentile(peer, 0.5) / percentile(ours, 0.5),
              better: "higher" as const,
            },
          ]),
    ],
  };
}

export const bench: Bench = {
  name: "end-to-end",
  question: "How old is a figure when a trader sees it?",
  about:
    "From the server's timestamp of a NIFTY figure to the painter's last draw call, on one machine, so that both read one clock. " +
    "Then the same while the page's main thread is blocked two seconds at a time, which a painter in a worker must not notice.",
  compared: {
    [OURS]:
      "the app: websocket, WebAssembly decoder and chain in a SharedWorker, frames over a port to the painter worker",
    [PEER]:
      "the same chain from the same relay, told on as JSON over the tab's own socket into memoised React rows",
  },
  async run({ quick, progress }) {
    const ms = quick ? 5000 : 20_000;
    const server = await launchServer();
    const browser = await launchChromium();
    try {
      await browser.signIn(server);
      const measureOurs = async (what: string, before?: string) => {
        progress(`ours, ${what}`);
        const tab = await browser.open(
          `${server.origin}/option-chain`,
          before === undefined ? {} : { before },
        );
        await tab.until(IS_LIVE, 60_000);
        await wait(3000);
        let since = Date.now();
        await wait(ms);
        const calm = await ourLatencies(tab, since);
        const expiry = (await paintedSince(tab, since)).at(-1)?.expiry;
        since = Date.now();
        progress(`ours, ${what}, main thread blocked`);
        await block(tab, ms);
        const blocked = await ourLatencies(tab, since);
        progress(`ours, ${what}, with its performance panel open`);
        const both = await measureBoth(tab, ms);
        await tab.close();
        await wait(500);
        if (expiry === undefined) throw new Error("the chain page painted nothing");
        return { calm, blocked, both, expiry };
      };
      const capped = await measureOurs("10 Hz");
      const uncapped = await measureOurs("uncapped", UNCAPPED);

      progress("the peer");
      const peer = await startPeer(server, 256265, fromCompactDate(capped.expiry));
      const plain = await browser.open(peer.origin);
      await wait(2000);
      await peerLatencies(plain);
      await wait(ms);
      const peerCalm = await peerLatencies(plain);
      await block(plain, ms);
      const peerBlocked = await peerLatencies(plain);
      peer.stop();
      return {
        tables: [
          tableOf("10 Hz", { ours: capped.calm, peer: peerCalm }, 10, 50),
          tableOf("10 Hz, main thread blocked", { ours: capped.blocked, peer: peerBlocked }, 60, 120),
          tableOf("uncapped", { ours: uncapped.calm }, 6, 15),
          tableOf("uncapped, main thread blocked", { ours: uncapped.blocked }, 25, 50),
          agreementTable("10 Hz", capped.both),
          agreementTable("uncapped", uncapped.both),
        ],
        notes: [
          "ours is capped at 10 frames a second by design, so half of its median is waiting for the next frame",
          "the peer is measured at the animation frame after its commit, ours after the painter's last draw call",
        ],
      };
    } finally {
      await browser.stop();
      await server.stop();
    }
  },
};
