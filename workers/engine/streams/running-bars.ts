import { priceDivisor } from "#domain/units/segments.ts";
import type { BarTableView } from "#wasm/decoder.ts";
import { BAR_ROW_WORDS, BAR_TIME_DOUBLE, BAR_WORD } from "#wasm/words.ts";
import type { BarFigures, BarSnapshot } from "./stream-snapshots.ts";
import type { TokenTable } from "./token-table.ts";

/** Running bars that streams hold, from packet 101; their tokens are keys of `barKey`. */
interface RunningBars extends TokenTable<BarSnapshot> {
  /** Takes the rows of a decoded packet 101. @param now monotonic */
  take(bars: BarTableView, epoch: number, now: number): void;
}

/** A running bar that was not heard of for so long is stale (rule LIVE-18). */
const BAR_STALE_MS = 5_000;
/** More than any length of a bar; the keys stay whole numbers, whatever the token. */
const LENGTHS = 4_096;

/** A table's name for the bars of one length of an instrument. */
export const barKey = (token: number, seconds: number): number => token * LENGTHS + seconds;

interface Bar {
  readonly figures: BarFigures;
  readonly previous: BarFigures | null;
  readonly heardAt: number;
  readonly version: number;
  /** It was not watched for a while: what follows it may not be the next one, nor this one its end. */
  isCut: boolean;
}

const isStale = ({ isCut, heardAt }: Bar, now: number): boolean => isCut || now - heardAt > BAR_STALE_MS;

export function createRunningBars(): RunningBars {
  const bars = new Map<number, Bar>();
  let held: ReadonlySet<number> = new Set();
  let epoch = -1;
  let versions = 0;

  function cut(isCut: (key: number) => boolean): void {
    for (const [key, bar] of bars) if (isCut(key)) bar.isCut = true;
  }

  /** The bar that ends with the beginning of another. */
  function ended(before: Bar | undefined, time: number): BarFigures | null {
    if (before === undefined) return null;
    if (before.figures.time === time) return before.previous;
    return before.isCut ? null : before.figures;
  }

  return {
    keep(all, watched) {
      held = all;
      for (const key of bars.keys()) if (!all.has(key)) bars.delete(key);
      cut((key) => !watched.has(key));
    },
    take(table, messageEpoch, now) {
      // Another feed has a market of its own.
      if (messageEpoch !== epoch) bars.clear();
      epoch = messageEpoch;
      versions++;
      const { words, doubles } = table;
      for (let row = 0; row < table.count; row++) {
        const at = row * BAR_ROW_WORDS;
        const token = words[at + BAR_WORD.token]! >>> 0;
        const key = barKey(token, words[at + BAR_WORD.intervalSeconds]!);
        if (!held.has(key)) continue;
        const divisor = priceDivisor(token);
        const price = (word: number): number => words[at + word]! / divisor;
        const figures = {
          time: doubles[at / 2 + BAR_TIME_DOUBLE]!,
          open: price(BAR_WORD.open),
          high: price(BAR_WORD.high),
          low: price(BAR_WORD.low),
          close: price(BAR_WORD.close),
          volume: words[at + BAR_WORD.volume]! >>> 0,
        };
        const previous = ended(bars.get(key), figures.time);
        bars.set(key, { figures, previous, heardAt: now, version: versions, isCut: false });
      }
    },
    lost: () => cut(() => true),
    news({ tokens: keys }, _, now) {
      const text = keys.flatMap((key) => {
        const bar = bars.get(key);
        return bar === undefined ? [] : `${key} ${bar.version} ${isStale(bar, now)}`;
      });
      return text.length === 0 ? null : text.join();
    },
    isComplete({ tokens: keys }, now) {
      return keys.every((key) => {
        const bar = bars.get(key);
        return bar !== undefined && !isStale(bar, now);
      });
    },
    read({ tokens: keys }, _, now) {
      return keys.flatMap((key) => {
        const bar = bars.get(key);
        if (bar === undefined) return [];
        const token = Math.floor(key / LENGTHS);
        const { figures, previous } = bar;
        return [{ token, ...figures, previous, stale: isStale(bar, now) }];
      });
    },
  };
}
