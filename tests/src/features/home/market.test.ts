import { describe, expect, test } from "vitest";
import { istInstant } from "#domain/calendar/ist.ts";
import { breadthOf, buildUpOf, highest, rowOf } from "#src/features/home/market-rows.ts";
import { sessionLines } from "#src/features/home/session-lines.ts";
import {
  SCREENER_FIELDS,
  type ScreenerField,
  type ScreenerSnapshot,
  type UnderlyingSummary,
} from "#workers/engine/api.ts";

const underlying = (token: number): UnderlyingSummary =>
  ({ token, symbol: `S${token}` }) as UnderlyingSummary;

function screener(rows: Readonly<Record<number, Partial<Record<ScreenerField, number>>>>): ScreenerSnapshot {
  const tokens = Object.keys(rows).map(Number);
  return {
    version: 1,
    stale: false,
    tokens: Uint32Array.from(tokens),
    expiries: Uint32Array.from(tokens, () => 20261124),
    values: Float64Array.from(
      tokens.flatMap((token) => SCREENER_FIELDS.map((field) => rows[token]?.[field] ?? Number.NaN)),
    ),
  };
}

describe("a line of the overview", () => {
  test("has changes against the previous close, IV in points, OI in percent", () => {
    const row = rowOf(
      underlying(7),
      screener({
        3: { spot: 1 },
        7: {
          spot: 102,
          spotPreviousClose: 100,
          atmIv: 0.14,
          atmIvPrevious: 0.135,
          futureOi: 110,
          futureOiPrevious: 100,
        },
      }),
    );
    expect(row.change).toBeCloseTo(2);
    expect(row.changePct).toBeCloseTo(2);
    expect(row.ivChange).toBeCloseTo(0.5);
    expect(row.oiChangePct).toBeCloseTo(10);
    expect(row.expiry).toBe("2026-11-24");
    expect(buildUpOf(row)).toBe("long_build_up");
  });

  test("knows nothing where nothing was said, and never says zero instead", () => {
    for (const all of [null, screener({ 3: { spot: 5 } })]) {
      const row = rowOf(underlying(7), all);
      expect(row).toMatchObject({ figures: null, change: Number.NaN, changePct: Number.NaN, expiry: null });
      expect(buildUpOf(row)).toBe("none");
    }
  });

  test("without a previous close there is no percentage, not infinity", () => {
    const row = rowOf(
      underlying(7),
      screener({ 7: { spot: 102, spotPreviousClose: 0, futureOi: 5, futureOiPrevious: 0 } }),
    );
    expect(row.changePct).toBeNaN();
    expect(row.oiChangePct).toBeNaN();
  });
});

const moved = (token: number, change: number) =>
  rowOf(underlying(token), screener({ [token]: { spot: 100 + change, spotPreviousClose: 100 } }));

test("breadth counts who has a price, and ranks leave out who has no figure", () => {
  const rows = [moved(1, 2), moved(2, -1), moved(3, 0), moved(4, 5), rowOf(underlying(5), null)];
  expect(breadthOf(rows)).toEqual({ up: 2, down: 1, flat: 1 });
  expect(highest(rows, (row) => row.changePct, 3).map((row) => row.underlying.token)).toEqual([4, 1, 3]);
  expect(highest(rows, (row) => row.changePct, 9)).toHaveLength(4);
});

describe("market hours", () => {
  const at = (day: string, time: string) =>
    Object.fromEntries(sessionLines(istInstant(day, time)).map(({ name, ...line }) => [name, line]));

  test("a trading morning: derivatives open until 15:40, cash until its auction", () => {
    const lines = at("2026-11-20", "11:00");
    expect(lines["NSE F&O"]).toEqual({ state: "open", label: "Open", until: "until 15:40" });
    expect(lines["NSE cash"]).toEqual({ state: "open", label: "Open", until: "until 15:15" });
  });

  test("the closing auction and the pre-open are named", () => {
    expect(at("2026-11-20", "15:20")["NSE cash"]?.label).toBe("Closing auction");
    expect(at("2026-11-20", "09:05")["NSE cash"]).toMatchObject({ state: "before_open", label: "Pre-open" });
  });

  test("an evening: equity after its close opens on the next trading day; commodities still trade", () => {
    const lines = at("2026-11-20", "20:00");
    expect(lines["NSE F&O"]).toEqual({
      state: "after_close",
      label: "After close",
      until: "opens 23 Nov, 09:15",
    });
    expect(lines.Commodities).toMatchObject({ state: "open", label: "Open" });
  });

  test("before the open of the same day only the hour is said", () => {
    expect(at("2026-11-20", "08:00")["NSE F&O"]?.until).toMatch(/^opens 09:\d\d$/);
    expect(at("2026-11-21", "12:00")["NSE F&O"]?.state).toBe("closed");
  });
});
