/**
 * How long until a newcomer on a slow line sees a chain? 1.6 Mbit/s and 150 ms, as on a phone in a train: an empty browser loads the
 * built page through a line that is as slow for its workers and its websocket as it is for the page.
 */
import { launchChromium } from "./browser/chromium.ts";
import { WATCH_MILESTONES } from "./browser/product-tab.ts";
import { launchServer } from "./browser/server.ts";
import { startSlowLine } from "./browser/slow-line.ts";
import { type Bench, distribution, type Goals, median } from "./harness.ts";

const LINE = { bitsPerSecond: 1_600_000, roundTrip: 150 };
const PAINTED = "cold load to the first figures";
const LIVE = "cold load to live";
const BARE = "what the line needs for the bytes until then";

const goals = {
  painted: { atMost: 3_000, unit: "ms" },
  overBare: { atMost: 2 },
} satisfies Goals;

interface Load {
  readonly painted: number;
  readonly live: number;
  /** from the server until the first figures */
  readonly bytes: number;
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export const bench: Bench = {
  name: "slow-line",
  question: "How long until a newcomer on a slow line sees a chain?",
  about:
    "An empty browser opens the chain's page through a line of 1.6 Mbit/s and 150 ms, shaped by a process of ours, because the browser's own throttling spares workers and " +
    "websockets. Time runs from navigating to the painter's first figures on screen.",
  compared: {
    [PAINTED]: "the built page, nothing in any cache",
    [BARE]: "the same bytes in one piece over the same line, one round trip to connect and one to ask",
  },
  async run({ quick, progress }) {
    const line = await startSlowLine(LINE);
    const server = await launchServer({ env: { PUBLIC_ORIGIN: line.origin } });
    line.aim(Number(new URL(server.origin).port));
    const loads: Load[] = [];
    try {
      const rounds = quick ? 2 : 7;
      for (let round = 0; round < rounds; round += 1) {
        progress(`round ${round + 1} of ${rounds}`);
        const browser = await launchChromium();
        try {
          await browser.signIn({ origin: line.origin, session: server.session });
          // A browser is busy with itself for its first seconds; the reader's has been open for long.
          await wait(3000);
          const before = line.received();
          const tab = await browser.open("about:blank", { before: WATCH_MILESTONES });
          void tab.goto(`${line.origin}/option-chain`).catch(() => {});
          await wait(500);
          await tab.until("milestones.painted", 60_000);
          const bytes = line.received() - before;
          await tab.until("milestones.live", 60_000);
          const { painted, live } = await tab.evaluate<{ painted: number; live: number }>("milestones");
          loads.push({ painted, live: Math.max(painted, live), bytes });
        } finally {
          await browser.stop();
        }
      }
    } finally {
      line.stop();
      await server.stop();
    }
    const bare = (bytes: number): number => 2 * LINE.roundTrip + (bytes * 8_000) / LINE.bitsPerSecond;
    const rows = [
      distribution(
        PAINTED,
        loads.map(({ painted }) => painted),
      ),
      distribution(
        LIVE,
        loads.map(({ live }) => live),
      ),
      distribution(
        BARE,
        loads.map(({ bytes }) => bare(bytes)),
      ),
    ];
    return {
      tables: [
        {
          title: "A line of 1.6 Mbit/s and 150 ms",
          unit: "ms",
          better: "lower",
          rows,
          ratios: [
            { what: PAINTED, value: rows[0]!.median, ...goals.painted },
            { what: LIVE, value: rows[1]!.median, unit: "ms" },
            {
              what: `${PAINTED} / ${BARE}`,
              value: median(loads.map(({ painted, bytes }) => painted / bare(bytes))),
              ...goals.overBare,
            },
            {
              what: "bytes until the first figures, headers and all",
              value: median(loads.map(({ bytes }) => bytes / 1000)),
              unit: "kB",
              tolerance: 0.1,
            },
          ],
        },
      ],
      notes: [],
    };
  },
};
