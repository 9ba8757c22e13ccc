/** What does the market's past by the minute take: to store, to hold, to record, and to read two instants of? */
import { compactDate } from "#domain/calendar/ist.ts";
import { openBlock } from "#server/market/history/option-minutes/codec.ts";
import type { HistoryBlock } from "#server/market/history/repository.ts";
import type { Wanted } from "#server/market/history/wanted.ts";
import { type Bench, compareTimes, distribution, type Goals, median } from "./harness.ts";
import { OPEN, type RecordedSession, recordSession } from "./history/recorded-session.ts";

const OURS = "Strikewise";
const PEER = "packed bars";
const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
/** Quarters of an hour of a session of shares and indices, the closing auction included. */
const QUARTERS = 26;
/** A bar as it crosses the bus, and its head. */
const BAR_BYTES = 28;
const SERIES_BYTES = 8;
const MB = 2 ** 20;
/** The first quarter of an hour that every exchange trades in whole. */
const FULL = OPEN + QUARTER_MS;

const goals = {
  stored: { atMost: 15, unit: "MB" },
  held: { atMost: 48, unit: "MB" },
  share: { atMost: 1, unit: "% of a core" },
  instants: { atMost: 20, unit: "ms" },
} satisfies Goals;

const sum = (figures: Iterable<number>): number => [...figures].reduce((total, each) => total + each, 0);

/** Bytes of the same minutes as bars: one of each instrument and minute in which anything of it changed. */
function asBars({ body }: HistoryBlock): number {
  const block = openBlock(body);
  let bytes = SERIES_BYTES * block.tokens.length;
  let last = new Map<number, string>();
  while (block.next() >= 0) {
    const { close, oi, volume, known } = block.state;
    const now = new Map<number, string>();
    block.tokens.forEach((token, i) => {
      if (known[i] === 0) return;
      const figures = `${close[i]} ${oi[i]} ${volume[i]}`;
      now.set(token, figures);
      if (last.get(token) !== figures) bytes += BAR_BYTES;
    });
    last = now;
  }
  return bytes;
}

/** MB of a session, by the size of each full quarter of an hour. */
function perSession(blocks: readonly HistoryBlock[], sizeOf: (block: HistoryBlock) => number): number[] {
  const sizes = new Map<number, number>();
  for (const block of blocks)
    if (block.start >= FULL) sizes.set(block.start, (sizes.get(block.start) ?? 0) + sizeOf(block));
  return [...sizes.values()].map((bytes) => (QUARTERS * bytes) / MB);
}

function niftyChains({ directory }: RecordedSession): Wanted[] {
  const u = directory.underlyer("NIFTY");
  const underlying = directory.spot(u).instrument_token;
  const expiries = new Set(directory.expiries(u).slice(0, 4));
  return directory
    .options(u)
    .flatMap(({ expiry, instrument_token: token }) =>
      expiry !== null && expiries.has(expiry)
        ? [{ token, underlying, exchange: "NFO" as const, expiry: compactDate(expiry) }]
        : [],
    );
}

export const bench: Bench = {
  name: "history",
  question: "What does the market's past by the minute take to store, to hold, to record and to read?",
  about:
    "Everything listed in the simulated market is recorded from the open on, told once a second. Sizes are those of the full quarters of an hour, for a session of 26 of them; a session holds its blocks in memory as they are stored.",
  compared: {
    [OURS]: "one block an expiry and quarter of an hour, what changed in a minute, by column",
    [PEER]: "the same changes as bars of 28 bytes, as spot and futures are kept",
  },
  async run(context) {
    const session = await recordSession(context.quick ? 46 : 106, context.progress);
    try {
      const options = session.blocks.filter(({ kind }) => kind === "option_minutes");
      const others = session.blocks.filter(({ kind }) => kind === "minutes");
      const stored = perSession(options, ({ body }) => body.length);
      const linear = perSession(others, ({ body }) => body.length);
      const bars = perSession(options, asBars);
      // A figure is there three times beside the blocks: as the tape had it, as the block has it, and as of the minute's end.
      const state = (3 * 13 * session.options) / MB;
      const hearing = session.minuteMs.slice(16).map((ms) => ms / 600);
      const wanted = niftyChains(session);
      const [from, to] = [OPEN + 20 * MINUTE_MS, session.now()];
      const two = {
        name: OURS,
        once: async () => void (await session.reader.at(wanted, [from, to], to)),
      };
      const whole = {
        name: "the whole day's columns",
        once: async () => void (await session.reader.minutes(wanted, { sessionsBefore: 0 }, to)),
      };
      const times = await compareTimes([two, whole], context, "two instants");
      return {
        tables: [
          {
            title: `Stored of a session: ${session.options} options of ${new Set(options.map(({ underlying, expiry }) => `${underlying} ${expiry}`)).size} expiries`,
            key: "stored",
            unit: "MB",
            better: "lower",
            rows: [
              distribution(OURS, stored),
              distribution(PEER, bars),
              distribution("spot and futures beside", linear),
            ],
            ratios: [
              { what: "option minutes of a session", value: median(stored), ...goals.stored },
              {
                what: "held of the present session",
                value: median(stored) + median(linear) + state,
                ...goals.held,
              },
              { what: `${PEER} / ${OURS}`, value: median(bars) / median(stored), better: "higher" },
            ],
          },
          {
            title: "Recording",
            key: "recording",
            unit: "% of a core",
            better: "lower",
            rows: [distribution(OURS, hearing)],
            ratios: [{ what: "share of a core", value: median(hearing), ...goals.share }],
          },
          {
            title: `Two instants of NIFTY's four nearest expiries, ${wanted.length} options`,
            key: "instants",
            unit: "ms",
            better: "lower",
            rows: times,
            ratios: [{ what: "two instants, median", value: times[0]!.median, ...goals.instants }],
          },
        ],
        notes: [
          `${Math.round(sum(session.minuteMs))} ms of the processor for ${session.minuteMs.length} minutes of the market.`,
        ],
      };
    } finally {
      await session.stop();
    }
  },
};
