import { compactDate } from "#domain/calendar/ist.ts";
import type { QuoteDetails } from "#protocol/http/quotes.ts";
import { chainSnapshotRequest, measuresRequest } from "../../market/bus/market-subjects.ts";
import { knownMarketTime } from "../../market/bus/market-watch.ts";
import { type UnderlyingSample, unpackMeasures } from "../../market/bus/packed-measures.ts";
import { fetchQuotes } from "../../market/bus/quote-details.ts";
import type { MarketDoor } from "../../market/doors/market-doors.ts";
import type { InstrumentDirectory } from "../../market/instruments/directory.ts";

/** The market that the caller is given, as charts ask it. */
export interface ChartMarket {
  /** the same for all who are given this market */
  readonly key: object;
  /** the market's time, epoch ms: charts go as far as it has come. @throws AppError server.unavailable before it is known */
  now(): number;
  /** @throws AppError metacache.failed */
  directory(): Promise<InstrumentDirectory>;
  /** Newest quotes by token; tokens that are not carried are missing. @throws AppError quotes.failed */
  quotes(tokens: readonly number[]): Promise<ReadonlyMap<number, QuoteDetails>>;
  /**
   * Packet 3 of an expiry of an underlying; null for one that is not listed.
   * @param expiry YYYY-MM-DD
   */
  chain(underlying: number, expiry: string): Promise<Uint8Array | null>;
  /** Measures of an underlying and its expiries as they were last solved; null where nothing is derived from it. */
  measures(underlying: number): Promise<UnderlyingSample | null>;
}

export function chartMarket({
  bus,
  watch,
  metacache,
}: Pick<MarketDoor, "bus" | "metacache" | "watch">): ChartMarket {
  return {
    key: bus,
    now: () => knownMarketTime(watch),
    directory: async () => (await metacache.get()).directory,
    quotes: (tokens) => fetchQuotes(bus, tokens),
    async chain(underlying, expiry) {
      const request = Buffer.from(JSON.stringify({ underlying, expiry: compactDate(expiry) }));
      const message = await bus.request(chainSnapshotRequest(), request);
      return message.byteLength === 0 ? null : message;
    },
    async measures(underlying) {
      const request = Buffer.from(JSON.stringify({ underlyings: [underlying] }));
      return unpackMeasures(await bus.request(measuresRequest(), request))[0] ?? null;
    },
  };
}
