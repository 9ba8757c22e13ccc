/** A session of everything listed in the simulated market, recorded; what it takes is measured beside. */

import { encodeMetacache } from "#server/market/feed/encode-metacache.ts";
import { createMarketTable } from "#server/market/feed/market-table.ts";
import { createPublisher } from "#server/market/feed/quote-publisher.ts";
import { createSimulatedSource } from "#server/market/feed/sources/sim/simulated-source.ts";
import { layoutOf } from "#server/market/history/kept-instruments.ts";
import { createHistoryReader } from "#server/market/history/reader.ts";
import { createRecorder } from "#server/market/history/recorder.ts";
import type { HistoryBlock } from "#server/market/history/repository.ts";
import { createInstrumentDirectory } from "#server/market/instruments/directory.ts";
import type { Bus } from "#server/platform/bus/bus.ts";
import { createLocalBus } from "#server/platform/bus/local.ts";

const MINUTE_MS = 60_000;
export const DATE = "2026-11-20";
/** Currency and commodities trade before shares do, and after. */
export const OPEN = Date.parse(`${DATE}T09:00:00+05:30`);
/** What changed is told so often. */
const TURN_MS = 1_000;

export interface RecordedSession {
  readonly reader: ReturnType<typeof createHistoryReader>;
  readonly directory: ReturnType<typeof createInstrumentDirectory>;
  readonly blocks: readonly HistoryBlock[];
  /** instruments of options kept by the minute */
  readonly options: number;
  /** ms of the processor that hearing took in each minute of the market, minute ends included */
  readonly minuteMs: readonly number[];
  readonly now: () => number;
  stop(): Promise<void>;
}

/** @param minutes of the market, from 09:00 on */
export async function recordSession(
  minutes: number,
  progress: (text: string) => void,
): Promise<RecordedSession> {
  const source = createSimulatedSource({
    seed: 1,
    clock: "exchange",
    startAt: OPEN - MINUTE_MS,
    universe: null,
  });
  const local = createLocalBus();
  let hearing = 0;
  const bus: Bus = {
    ...local,
    // Whoever hears runs at once: what it takes of the processor is the recorder's.
    publish(subject, payload) {
      const before = process.cpuUsage();
      local.publish(subject, payload);
      const { user, system } = process.cpuUsage(before);
      hearing += (user + system) / 1_000;
    },
  };
  let now = OPEN;
  const blocks: HistoryBlock[] = [];
  const watch = {
    settledTime: () => now,
    timeOf: () => now,
    keepsSessions: () => true,
    epoch: () => 1,
  };
  const recorder = createRecorder({
    bus,
    watch,
    writer: { blocks: (_, some) => void blocks.push(...some) },
  });
  source.advance(createMarketTable(source.universe()), OPEN);
  const table = createMarketTable(source.universe());
  source.fill(table);
  const directory = createInstrumentDirectory(encodeMetacache(source.universe(), source, OPEN));
  const followed = layoutOf(directory, source.universe().underlyings.length);
  recorder.begin({ market: "bench", date: DATE, isInvented: true, heardAs: "simulated", followed });
  const publisher = createPublisher(bus, table, 1);
  for (let row = 0; row < source.universe().instruments.length; row++)
    table.dirtyRows[table.dirtyCount++] = row;
  const minuteMs: number[] = [];
  publisher.flush(now);
  for (let minute = 0; minute < minutes; minute++) {
    progress(`market minute ${minute + 1} of ${minutes}`);
    hearing = 0;
    for (let at = 0; at < MINUTE_MS; at += TURN_MS) {
      source.advance(table, OPEN + minute * MINUTE_MS + at);
      now = OPEN + minute * MINUTE_MS + at;
      publisher.flush(now);
      // What a minute ended with is taken down between turns.
      const before = process.cpuUsage();
      await new Promise((resolve) => setImmediate(resolve));
      const { user, system } = process.cpuUsage(before);
      hearing += (user + system) / 1_000;
    }
    minuteMs.push(hearing);
  }
  const store = { blocks: async () => [] };
  return {
    reader: createHistoryReader({ bus, watch, store, recorder }),
    directory,
    blocks,
    options: followed.flatMap(({ chains }) => chains.flatMap(({ tokens }) => tokens)).length,
    minuteMs,
    now: () => now,
    async stop() {
      recorder.stop();
      await bus.close();
    },
  };
}
