/**
 * What does a strategy cost that is built on the option chain? How soon a tap on B or S is a strip on screen, the very first one included,
 * and what the open strip takes from the chain above it.
 */
import { launchChromium } from "./browser/chromium.ts";
import { PLAIN, SLOW_LAPTOP } from "./browser/conditions.ts";
import type { ProductServer } from "./browser/server.ts";
import { type CheckLaptop, tablesOfSlowLaptop } from "./browser/slow-laptop.ts";
import type { Bench, Context, Table } from "./harness.ts";
import { besidePeer } from "./strip/beside-peer.ts";
import { cellsPerSecond, openChain } from "./strip/chain.ts";
import { meterChain, meterPeer, noCosts } from "./strip/frames.ts";
import {
  type BesideStrip,
  firstTable,
  frameTables,
  OURS,
  PEER,
  tapTable,
  WITH,
  WITHOUT,
} from "./strip/tables.ts";
import { firstTap, noTaps, peerTaps, warmTaps } from "./strip/taps.ts";

interface Sites {
  readonly product: ProductServer;
  /** The peer's page, at the rate of ours. */
  readonly peer: string;
}

const besideStrip = (): BesideStrip => ({ alone: noCosts(), open: noCosts() });

async function frames(
  where: string,
  condition: typeof PLAIN,
  { product, peer }: Sites,
  context: Context,
  check: (browser: Awaited<ReturnType<typeof launchChromium>>) => Promise<boolean>,
): Promise<Table[]> {
  const [ours, theirs] = [besideStrip(), besideStrip()];
  const [rounds, ms] = context.quick ? [1, 3000] : [3, 6000];
  const browser = await launchChromium(condition.options);
  try {
    await browser.signIn(product);
    const isHeld = await check(browser);
    for (let round = 1; round <= rounds; round += 1) {
      for (const hasStrip of [false, true]) {
        const pick = (of: BesideStrip) => (hasStrip ? of.open : of.alone);
        context.progress(`${where}, ${hasStrip ? WITH : WITHOUT}, round ${round} of ${rounds}`);
        await meterChain(browser, product.origin, hasStrip, ms, pick(ours));
        await meterPeer(browser, peer, hasStrip, ms, pick(theirs));
      }
    }
    return frameTables(where, ours, theirs, isHeld);
  } finally {
    await browser.stop();
  }
}

async function taps({ product, peer }: Sites, context: Context): Promise<Table> {
  const [ours, theirs] = [noTaps(), noTaps()];
  const [rounds, times] = context.quick ? [1, 6] : [3, 20];
  const browser = await launchChromium(PLAIN.options);
  try {
    await browser.signIn(product);
    for (let round = 1; round <= rounds; round += 1) {
      context.progress(`taps, round ${round} of ${rounds}`);
      await warmTaps(browser, product.origin, times, ours);
      await peerTaps(browser, peer, times, theirs);
    }
    return tapTable(ours, theirs);
  } finally {
    await browser.stop();
  }
}

async function firstTaps({ product }: Sites, check: CheckLaptop, context: Context): Promise<Table> {
  const seen = noTaps();
  const rounds = context.quick ? 1 : 5;
  let isHeld = false;
  for (let round = 1; round <= rounds; round += 1) {
    context.progress(`slow laptop, first tap, round ${round} of ${rounds}`);
    const browser = await launchChromium(SLOW_LAPTOP.options);
    try {
      await browser.signIn(product);
      if (round === 1) isHeld = (await check(browser)).agrees;
      await firstTap(browser, product.origin, seen);
    } finally {
      await browser.stop();
    }
  }
  return firstTable(seen, isHeld);
}

/** Cells that our painter writes a second of this chain. */
async function rateOf(product: ProductServer): Promise<number> {
  const browser = await launchChromium(PLAIN.options);
  try {
    await browser.signIn(product);
    const tab = await openChain(browser, product.origin);
    return Math.round(await cellsPerSecond(tab, 5000));
  } finally {
    await browser.stop();
  }
}

export const bench: Bench = {
  name: "strip",
  question: "What does a strategy cost that is built on the option chain?",
  about:
    "A hand comes to a row of a live chain, reaches its B or S in 300 ms and presses. A tap counts from the time stamp of its click to the end of the first frame in which the strip at the chain's foot " +
    "holds the trade, and of the first in which payoff, extremes and greeks are there too; a frame is over when a message posted inside of it arrives. Before each tap the strip is closed again. " +
    "The first tap of a first visit is that of a browser with an empty profile on the slow laptop: this machine with the whole browser on one core beside two busy loops. " +
    "Frames that reach the display and CPU time of the main thread are those of the chain alone and with a condor in the strip.",
  compared: {
    [OURS]: "the built page: a worker paints the chain, another computes the strategy, React draws the strip",
    [PEER]:
      "a chain of 120 rows in React whose rows remember, as many new figures a second, ten ticks a second; the strip below is computed on the main thread by textbook formulas and drawn again with every tick",
  },
  run: (context) =>
    besidePeer(context, async ({ product, page, blank, notes }) => {
      const rate = await rateOf(product);
      notes.push(`the painter writes ${rate} cells a second, and so does the peer`);
      const sites: Sites = { product, peer: `${page.origin}/?rate=${rate}` };
      return [
        await taps(sites, context),
        ...(await frames("This machine", PLAIN, sites, context, async () => true)),
        ...(await tablesOfSlowLaptop(blank, notes, async (check) => [
          await firstTaps(sites, check, context),
          ...(await frames("Slow laptop", SLOW_LAPTOP, sites, context, async (browser) => {
            const { agrees } = await check(browser);
            return agrees;
          })),
        ])),
      ];
    }),
};
