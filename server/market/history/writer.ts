import type { Log } from "../../platform/lib/log.ts";
import type { Metrics } from "../../platform/lib/metrics.ts";
import type { ExpiryClose, HistoryBlock, HistoryRepository, UnderlyingClose } from "./repository.ts";

/** Closes of one market date, as far as they are known. */
export interface ClosesOfDate {
  readonly date: number;
  readonly closes: readonly UnderlyingClose[];
  readonly expiries: readonly ExpiryClose[];
}

/** Takes what is to be kept at once and writes it when storage takes it; no caller waits for it. */
export interface HistoryWriter {
  blocks(market: string, blocks: readonly HistoryBlock[]): void;
  closes(market: string, closes: ClosesOfDate): void;
  /** Forgets nothing: what waits is tried once more. Resolves when it is written or refused. */
  stop(): Promise<void>;
}

/** Some two hours of everything, about 5 MB; the oldest goes when storage is away for longer. */
const MOST_WAITING = 3_000;
const BLOCKS_A_TRANSACTION = 100;
const RETRY_MS = 5_000;

interface WriterOptions {
  readonly store: Pick<HistoryRepository, "putBlocks" | "putCloses">;
  readonly log: Log;
  readonly metrics?: Metrics | undefined;
  readonly retryMs?: number;
  readonly mostWaiting?: number;
}

export function createHistoryWriter(options: WriterOptions): HistoryWriter {
  const { store, log, retryMs = RETRY_MS, mostWaiting = MOST_WAITING } = options;
  let waiting: { readonly market: string; readonly block: HistoryBlock }[] = [];
  /** by market and date; later figures of a date replace earlier ones, so this stays small */
  const closes = new Map<string, { readonly market: string; readonly of: ClosesOfDate }>();
  let written = 0;
  let dropped = 0;
  let isAway = false;
  let running: Promise<void> | null = null;
  let retry: NodeJS.Timeout | null = null;
  options.metrics?.gauge(
    "history_waiting",
    "Blocks of history that storage has not taken yet",
    () => waiting.length,
  );
  options.metrics?.counter("history_written_total", "Blocks of history written", () => written);
  options.metrics?.counter(
    "history_dropped_total",
    "Blocks of history given up because storage was away too long",
    () => dropped,
  );

  async function writeBlocks(): Promise<void> {
    while (waiting.length > 0) {
      const { market } = waiting[0]!;
      const some = waiting.slice(0, BLOCKS_A_TRANSACTION).filter((each) => each.market === market);
      await store.putBlocks(
        market,
        some.map(({ block }) => block),
      );
      const done = new Set(some);
      waiting = waiting.filter((each) => !done.has(each));
      written += some.length;
    }
  }

  async function writeCloses(): Promise<void> {
    for (const [key, entry] of closes) {
      const { date, closes: underlyings, expiries } = entry.of;
      await store.putCloses(entry.market, date, underlyings, expiries);
      if (closes.get(key) === entry) closes.delete(key);
    }
  }

  async function write(): Promise<void> {
    try {
      while (closes.size > 0 || waiting.length > 0) {
        await writeCloses();
        await writeBlocks();
      }
      if (isAway) log.info("history: storage takes it again");
      isAway = false;
    } catch (error) {
      if (!isAway) log.warn({ err: error, waiting: waiting.length }, "history: storage does not take it");
      isAway = true;
      retry = setTimeout(() => void start(), retryMs);
      retry.unref();
    }
  }

  function start(): Promise<void> {
    if (retry !== null) clearTimeout(retry);
    retry = null;
    running ??= write().finally(() => {
      running = null;
    });
    return running;
  }

  function push(): void {
    // While storage is known to be away, its own rhythm of tries is enough.
    if (retry === null) void start();
  }

  return {
    blocks(market, blocks) {
      for (const block of blocks) waiting.push({ market, block });
      const over = waiting.length - mostWaiting;
      if (over > 0) {
        waiting = waiting.slice(over);
        dropped += over;
      }
      push();
    },
    closes(market, of) {
      closes.set(`${market} ${of.date}`, { market, of });
      push();
    },
    async stop() {
      await running;
      if (waiting.length > 0 || closes.size > 0) await start();
      if (retry !== null) clearTimeout(retry);
      retry = null;
    },
  };
}
