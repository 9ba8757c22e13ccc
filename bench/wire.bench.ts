/**
 * How many bytes does a socket carry? The seeded market under a clock of its own, to clients that ask for a chain and quotes, by
 * kind of packet; then a tab of the product.
 */
import { launchChromium } from "./browser/chromium.ts";
import { IS_LIVE } from "./browser/product-tab.ts";
import { launchServer, type ProductServer } from "./browser/server.ts";
import { type Bench, type Context, distribution, type Measured, median, type Table } from "./harness.ts";
import { goals } from "./wire/goals.ts";
import { type BytesByPacket, bytesOf, type Wanted } from "./wire/market.ts";

const NEAREST = 20261123;
/** All IVs of an expiry move with time on its last day. */
const LAST_DAY = Date.parse("2026-11-23T11:30:00+05:30");
const EARLIER = Date.parse("2026-11-20T11:30:00+05:30");
const PACKETS: Readonly<Record<number, string>> = {
  2: "quotes",
  3: "rows of a chain",
  4: "cells of a chain",
};

const CHAIN = "chain";
const ROWS = "chain, as versions 1 and 2 get it";
const MINI = "chain and 50 quotes, mini";
const FULL = "chain and 50 quotes, full";
const CLIENTS: Readonly<Record<string, Wanted>> = {
  [CHAIN]: { chain: true, quotes: null },
  [ROWS]: { chain: true, quotes: null, version: 2 },
  [MINI]: { chain: true, quotes: { mode: "mini", count: 50 } },
  [FULL]: { chain: true, quotes: { mode: "full", count: 50 } },
};

const total = (bytes: BytesByPacket): number =>
  [...bytes.values()].reduce((sum, each) => sum + each, 0) / 1000;

function byKind(name: string, bytes: BytesByPacket): Measured[] {
  const kinds = [...bytes].sort(([a], [b]) => a - b);
  return [
    distribution(name, [total(bytes)]),
    ...kinds.map(([id, each]) => distribution(`${name}: ${PACKETS[id] ?? `packet ${id}`}`, [each / 1000])),
  ];
}

async function seeded(context: Context, title: string, start: number, isWorst: boolean): Promise<Table> {
  context.progress(title);
  const names = Object.keys(CLIENTS);
  const found = await bytesOf(Object.values(CLIENTS), start, NEAREST, context.quick ? 5 : 20);
  const kB = (name: string): number => total(found[names.indexOf(name)]!);
  return {
    title,
    unit: "kB a second on the socket",
    better: "lower",
    rows: names.flatMap((name, i) => byKind(name, found[i]!)),
    ratios: [
      { what: CHAIN, value: kB(CHAIN), ...goals.chain },
      { what: MINI, value: kB(MINI), ...goals.client },
      { what: FULL, value: kB(FULL), unit: "kB/s" },
      // Both tell the same, so that this is what masks save.
      { what: `${CHAIN} / ${ROWS}`, value: kB(CHAIN) / kB(ROWS), ...(isWorst ? goals.share : {}) },
    ],
  };
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function oneTab(context: Context, server: ProductServer): Promise<Table> {
  context.progress("one tab");
  const browser = await launchChromium({ width: 1366, height: 768 });
  try {
    await browser.signIn(server);
    const tab = await browser.open(`${server.origin}/option-chain?tradingsymbol=NIFTY`, { visible: true });
    await tab.until(IS_LIVE, 60_000);
    await wait(5_000);
    const rounds: number[] = [];
    for (let round = 0; round < (context.quick ? 1 : 3); round++) {
      const [before, since] = [await server.metric("strikewise_relay_sent_bytes_total"), performance.now()];
      await wait(context.quick ? 5_000 : 20_000);
      const bytes = (await server.metric("strikewise_relay_sent_bytes_total")) - before;
      rounds.push(bytes / (performance.now() - since));
    }
    return {
      title: "One tab of the product, NIFTY's nearest chain, 1366 × 768",
      unit: "kB a second on the socket",
      better: "lower",
      rows: [distribution("everything it asked for", rounds)],
      ratios: [{ what: "one tab", value: median(rounds), ...goals.tab }],
    };
  } finally {
    await browser.stop();
  }
}

export const bench: Bench = {
  name: "wire",
  question: "How many bytes does a socket carry?",
  about:
    "A trader on a phone pays for bytes, and a small server for what it writes. The simulated market runs under a clock of its own, so that bytes are the same in every run: a change of them is a change of the code.",
  async run(context) {
    const tables = [
      await seeded(context, "NIFTY's nearest chain on its last day", LAST_DAY, true),
      await seeded(context, "NIFTY's nearest chain, three days before", EARLIER, false),
    ];
    // A morning three days before the expiry, whatever today is: how much moves depends on the time that is left.
    const server = await launchServer({ env: { MARKET_SEED: "1", MARKET_CLOCK: "2026-11-20T11:30" } });
    try {
      tables.push(await oneTab(context, server));
    } finally {
      await server.stop();
    }
    return { tables, notes: [] };
  },
};
