/** A recorder and a reader over quotes that a test says, with a storage in memory, and a source that knows what it is told. */
import type { Origin } from "#domain/chain/origin.ts";
import { encodeFullQuote, encodeIndexQuote, encodeQuotes } from "#protocol/wire/codec.ts";
import type { BarQuery, BarSeries } from "#server/market/bus/market-past.ts";
import { pastBarsRequest, quotesSubject } from "#server/market/bus/market-subjects.ts";
import { packBars } from "#server/market/bus/packed-bars.ts";
import { joinBlocks } from "#server/market/history/join-blocks.ts";
import type { PastRevision } from "#server/market/history/past-revision.ts";
import { createHistoryReader } from "#server/market/history/reader.ts";
import { createRecorder, type MarketDay } from "#server/market/history/recorder.ts";
import type { HistoryBlock, HistoryRepository } from "#server/market/history/repository.ts";
import { createLocalBus } from "#server/platform/bus/local.ts";
import { fullQuote } from "./scripted-feed.ts";

/** Blocks as storage keeps them: joined where they are parts. */
export function createBlockStore() {
  const rows = new Map<string, HistoryBlock & { readonly market: string }>();
  return {
    rows,
    put(market: string, blocks: readonly HistoryBlock[]): void {
      for (const block of blocks) {
        const key = [market, block.kind, block.underlying, block.expiry, block.start].join(" ");
        const kept = block.isPart === true ? rows.get(key) : undefined;
        const body = kept === undefined ? block.body : joinBlocks(block.kind, kept.body, block.body);
        rows.set(key, { ...block, market, body });
      }
    },
    blocks: (async ({ market, kind, underlying, expiries, from, to }) =>
      [...rows.values()]
        .filter(
          (row) =>
            row.market === market &&
            row.kind === kind &&
            row.underlying === underlying &&
            expiries.includes(row.expiry) &&
            row.start >= from &&
            row.start < to,
        )
        .sort((a, b) => a.start - b.start || a.expiry - b.expiry)) satisfies HistoryRepository["blocks"],
  };
}

export type BlockStore = ReturnType<typeof createBlockStore>;

/** What a source says of a question; null does not answer. */
export type ScriptedPast = (query: BarQuery) => { readonly series: readonly BarSeries[] } | null;

interface HistoryOptions {
  readonly day: MarketDay;
  readonly at: number;
  readonly store: Pick<BlockStore, "put" | "blocks">;
  readonly revision?: PastRevision;
  readonly past?: ScriptedPast;
  readonly keepsSessions?: boolean;
}

/** One process. */
export function openScriptedHistory(options: HistoryOptions) {
  const { day, at, store, past, keepsSessions = true, revision } = options;
  const bus = createLocalBus();
  let now = at;
  let isDead = false;
  const asked: BarQuery[] = [];
  const watch = {
    marketTime: () => now,
    settledTime: () => now,
    timeOf: (stamp: number) => stamp,
    keepsSessions: () => keepsSessions,
    epoch: () => 1,
  };
  if (past !== undefined) {
    bus.respond(pastBarsRequest(), (payload) => {
      const query = JSON.parse(Buffer.from(payload).toString()) as BarQuery;
      asked.push(query);
      const answer = past(query);
      if (answer === null) throw new Error("The source does not answer.");
      return packBars(answer.series);
    });
  }
  const recorder = createRecorder({
    bus,
    watch,
    writer: {
      blocks(market, blocks) {
        if (!isDead) store.put(market, blocks);
      },
    },
  });
  recorder.begin(day);
  const say = (when: number, packet: Uint8Array): void => {
    now = when;
    bus.publish(quotesSubject(), encodeQuotes([packet], 7, 1, when));
  };
  return {
    recorder,
    asked,
    reader: createHistoryReader({ bus, watch, store, recorder, ...(revision && { revision }) }),
    now: () => now,
    wait(when: number): void {
      now = when;
      recorder.running(when);
    },
    quote: (when: number, token: number, lastPrice: number, volume: number, oi: number) =>
      say(when, encodeFullQuote(fullQuote(token, lastPrice, { volume, oi }))),
    index: (when: number, token: number, lastPrice: number) =>
      say(
        when,
        encodeIndexQuote({
          token,
          lastPrice,
          high: lastPrice,
          low: lastPrice,
          open: lastPrice,
          close: 1,
          change: 0,
          exchangeTime: 1,
        }),
      ),
    /** The process ends in order: what is on is written. */
    stop: () => recorder.stop(),
    /** It is killed: what is not written is lost. */
    kill(): void {
      isDead = true;
      recorder.stop();
    },
  };
}

/** A bar a minute of an instrument, each with the same figures. */
export function flatBars(
  token: number,
  origin: Origin,
  { from, to }: Pick<BarQuery, "from" | "to">,
  { close = 100, oi = 65, volume = 65 } = {},
): BarSeries {
  const bars = [];
  for (let start = from; start < to; start += 60_000)
    bars.push({ start, open: close, high: close, low: close, close, volume, oi });
  return { token, bars, origin };
}
