import { priceDivisor } from "#domain/units/segments.ts";
import type { BarTableView } from "#wasm/decoder.ts";
import { BAR_ROW_WORDS, BAR_TIME_DOUBLE, BAR_WORD } from "#wasm/words.ts";
import type { BarSnapshot } from "../api.ts";

/** Running one-minute bars that tabs watch, from packet 101. */
interface RunningBars {
  /** Replaces what the tab watches. */
  set(tabId: number, tokens: readonly number[]): void;
  remove(tabId: number): void;
  /** Takes the rows of a decoded packet 101. @param now monotonic */
  take(bars: BarTableView, now: number): void;
  /** Bars known of these tokens, in their order; tokens without a bar yet are left out. */
  read(tokens: readonly number[], now: number): BarSnapshot[];
}

/** A running bar that was not heard of for so long is stale (rule LIVE-18). */
const BAR_STALE_MS = 5_000;
const INTERVAL_SECONDS = 60;

interface Bar {
  readonly snapshot: Omit<BarSnapshot, "stale">;
  readonly heardAt: number;
}

export function createRunningBars(): RunningBars {
  const held = new Map<number, readonly number[]>();
  const bars = new Map<number, Bar>();

  /** Bars that no tab watches any more are forgotten: a later watcher must not take them for new. */
  function forget(): void {
    const wanted = new Set([...held.values()].flat());
    for (const token of bars.keys()) if (!wanted.has(token)) bars.delete(token);
  }

  return {
    set(tabId, tokens) {
      held.set(tabId, tokens);
      forget();
    },
    remove(tabId) {
      held.delete(tabId);
      forget();
    },
    take(table, now) {
      const { words, doubles } = table;
      for (let row = 0; row < table.count; row++) {
        const at = row * BAR_ROW_WORDS;
        if (words[at + BAR_WORD.intervalSeconds] !== INTERVAL_SECONDS) continue;
        const token = words[at + BAR_WORD.token]! >>> 0;
        const divisor = priceDivisor(token);
        const price = (word: number): number => words[at + word]! / divisor;
        const snapshot = {
          token,
          time: doubles[at / 2 + BAR_TIME_DOUBLE]!,
          open: price(BAR_WORD.open),
          high: price(BAR_WORD.high),
          low: price(BAR_WORD.low),
          close: price(BAR_WORD.close),
          volume: words[at + BAR_WORD.volume]! >>> 0,
        };
        bars.set(token, { snapshot, heardAt: now });
      }
    },
    read(tokens, now) {
      return tokens.flatMap((token) => {
        const bar = bars.get(token);
        return bar === undefined ? [] : [{ ...bar.snapshot, stale: now - bar.heardAt > BAR_STALE_MS }];
      });
    },
  };
}
