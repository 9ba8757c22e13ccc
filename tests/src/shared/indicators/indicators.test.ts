import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type BarColumns, indicatorColumns } from "#domain/indicators/columns.ts";
import { INDICATOR_IDS } from "#domain/indicators/terms.ts";
import {
  defaultOf,
  keyOf,
  paramsOf,
  readIndicators,
  unreadIndicators,
} from "#src/shared/indicators/chosen.ts";
import { createIndicatorFeed } from "#src/shared/indicators/indicator-feed.ts";

const OFFERED = INDICATOR_IDS.filter((id) => id !== "vwap");

function barsOf(closes: readonly number[]): BarColumns {
  const close = Float64Array.from(closes);
  const volume = new Float64Array(close.length).fill(100);
  return {
    open: close,
    high: close.map((each) => each + 1),
    low: close.map((each) => each - 2),
    close,
    volume,
  };
}

test("[STRADDLE-11] what goes on with its bars is what is figured anew of all of them, whatever came before", () => {
  const closes = fc.array(fc.integer({ min: -5_000, max: 5_000 }), { minLength: 2, maxLength: 60 });
  const ids = fc.constantFrom(...INDICATOR_IDS);
  fc.assert(
    fc.property(closes, fc.nat(59), fc.boolean(), ids, (all, cut, isOther, id) => {
      const feed = createIndicatorFeed();
      const chosen = defaultOf(id);
      const some = all.slice(0, 1 + (cut % all.length));
      // The last bar is running: its close is another each time.
      feed(barsOf(some), some.length - 1)(chosen);
      feed(barsOf([...some.slice(0, -1), 77]), some.length - 1)(chosen);
      const next = isOther ? [all[0]! + 1, ...all.slice(1)] : all;
      const told = feed(barsOf(next), next.length - 1)(chosen);
      expect(told.map((column) => [...column])).toEqual(
        indicatorColumns(id, paramsOf(chosen), barsOf(next)).map((column) => [...column]),
      );
    }),
  );
});

test("[STRADDLE-11] indicators of an address that cannot be shown are named: none of that name, wrong numbers, no room", () => {
  const text = "ema-20,vwap,ema-0,moon-3,rsi-14,rsi-7,rsi-9,atr-14,sma";
  expect(readIndicators(text, OFFERED).map(keyOf)).toEqual(["ema-20", "rsi-14", "rsi-7", "rsi-9", "sma-20"]);
  expect(unreadIndicators(text, OFFERED)).toEqual(["vwap", "ema-0", "moon-3", "atr-14"]);
  expect(unreadIndicators("", OFFERED)).toEqual([]);
});
