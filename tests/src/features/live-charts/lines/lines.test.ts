import { describe, expect, test } from "vitest";
import { istInstant } from "#domain/calendar/ist.ts";
import type { ChartSession } from "#protocol/http/chart-parts.ts";
import { contractNote, contractStrips } from "#src/features/live-charts/lines/contracts.ts";
import { newestLines } from "#src/features/live-charts/lines/ghost.ts";
import { type KindLine, linesOf } from "#src/features/live-charts/lines/kind-lines.ts";
import { type Futures, type Measures, together } from "#src/features/live-charts/lines/live-told.ts";
import { changedInSessions, tradedInBars } from "#src/features/live-charts/lines/of-sessions.ts";
import { panesOf } from "#src/features/live-charts/lines/panes.ts";

const MINUTE = 60_000;
const session = (date: string): ChartSession => ({
  date,
  open: istInstant(date, "09:15"),
  close: istInstant(date, "15:40"),
  origin: "recorded",
  recorded_since: null,
  gaps: [],
});
const DAYS = ["2026-11-17", "2026-11-18"].map(session);
/** Three bars of the first session, two of the second. */
const TIMES = [0, 1, 2]
  .map((i) => DAYS[0]!.open + i * MINUTE)
  .concat([0, 1].map((i) => DAYS[1]!.open + i * MINUTE));

const measures: Measures = {
  underlying_symbol: "NIFTY",
  interval: "1M",
  underlying_token: 1,
  times: TIMES,
  running_at: TIMES[4]!,
  underlying: { spot: [24_000, 24_010, 24_020, 24_100, 24_110] },
  expiries: [
    {
      expiry: "2026-11-23",
      lot_size: 65,
      pcr: [0.5, 0.6, 0.7, 0.8, 0.9],
      call_oi: [100, 110, null, 200, 230],
      put_oi: [50, 55, 60, 300, 310],
      call_oi_before: [90, 180],
      put_oi_before: [null, 300],
      call_volume: [10, 25, 45, 7, 19],
      forward: [24_050, 24_060, 24_070, 24_150, 24_160],
    },
  ],
  nearest: ["2026-11-17", "2026-11-23"],
  sessions: DAYS,
};
const futures = {
  times: [...TIMES.slice(1), TIMES[4]! + MINUTE],
  futures: [
    { expiry: "2026-11-23", oi: [1, 2, 3, 4, 5], price: [24_015, 24_025, 24_105, 24_115, 24_125] },
    { expiry: "2026-12-29", oi: [10, 20, 30, 40, 50], price: [null, null, null, null, null] },
  ],
} as unknown as Futures;

const told = together(measures, null, futures);
const given = { told, symbol: "NIFTY", priceText: String };
const valuesOf = (lines: readonly Pick<KindLine, "id" | "values">[], id: string) =>
  lines.find((line) => line.id === id)?.values;

describe("[LCHART-3] what each chart shows", () => {
  test("is of the chart's own bars, and unknown where another answer has none of them", () => {
    const lines = linesOf(["futures-price", "futures-oi"], given);
    expect(valuesOf(lines, "futures-price future")).toEqual([null, 24_015, 24_025, 24_105, 24_115]);
    expect(valuesOf(lines, "futures-price basis")).toEqual([null, 5, 5, 5, 5]);
    expect(valuesOf(lines, "futures-oi futures-oi")).toEqual([null, 11, 22, 33, 44]);
    expect(told.underlying.ivp).toEqual([null, null, null, null, null]);
    expect(told.expiry("straddle")).toEqual([null, null, null, null, null]);
  });

  test("counts changes from the close before each session, and what was traded anew in each", () => {
    expect(changedInSessions([100, 110, null, 200, 230], [90, 180], told.sessionOf)).toEqual([
      10,
      20,
      null,
      20,
      50,
    ]);
    const lines = linesOf(["oi-change", "volume"], given);
    expect(valuesOf(lines, "oi-change put-change")).toEqual([null, null, null, 0, 10]);
    expect(valuesOf(lines, "volume call-volume")).toEqual([10, 15, 20, 7, 12]);
    expect(tradedInBars([10, null, 45, 50], [0, 0, 0, 0])).toEqual([10, null, null, 5]);
  });

  test("has the underlying beside the first chart that has no prices of its own", () => {
    const lines = linesOf(["max-pain", "pcr", "oi"], given);
    expect(lines.filter(({ axis }) => axis === "right").map(({ id, pane }) => [id, pane])).toEqual([
      ["pcr spot", 1],
    ]);
    const panes = panesOf(["max-pain", "pcr", "oi"], told, 50);
    expect(panes.map(({ right }) => right !== null)).toEqual([false, true, false]);
  });

  test("[LCHART-7] reads PCR and max pain by their bands, that of max pain around the forward of now", () => {
    const [pain, pcr] = panesOf(["max-pain", "pcr"], told, 50);
    expect(pain!.bands).toMatchObject([{ from: 24_135, to: 24_185 }]);
    expect(pcr!.bands).toMatchObject([
      { from: 0.9, to: Number.POSITIVE_INFINITY },
      { from: Number.NEGATIVE_INFINITY, to: 0.6 },
    ]);
    expect(panesOf(["max-pain"], null, 50)[0]!.bands).toEqual([]);
  });
});

describe("[LCHART-4] contracts of other days", () => {
  test("are marked by stretches, and said at each bar", () => {
    const strips = contractStrips(told);
    expect(strips).toEqual([{ from: TIMES[0], to: TIMES[2], name: "17 Nov expiry" }]);
    expect([contractNote(told, 1), contractNote(told, 4)]).toEqual(["17 Nov expiry", "23 Nov expiry"]);
  });

  test("are not where there is one", () => {
    const one = { ...told, nearest: ["2026-11-23", "2026-11-23"] };
    expect([contractStrips(one), contractNote(one, 0)]).toEqual([[], null]);
    expect(contractStrips({ ...told, nearest: null })).toEqual([]);
  });
});

describe("[LCHART-6] the session before", () => {
  const ghosts = (hasGhost = true, of = told) =>
    newestLines(of, linesOf(["pcr", "oi"], { ...given, told: of }), hasGhost);

  test("lies under today's by the minute of the session, and is named by its date", () => {
    const { from, lines } = ghosts();
    expect(from).toBe(3);
    expect(valuesOf(lines, "pcr pcr")).toEqual([0.8, 0.9]);
    const ghost = lines.find(({ id }) => id === "pcr pcr before")!;
    expect([ghost.name, ghost.values]).toEqual(["PCR · 17 Nov", [0.5, 0.6]]);
  });

  test("of totals only where it is of the same contract", () => {
    const named = (of = told) => ghosts(true, of).lines.map(({ id }) => id);
    expect(named()).not.toContain("oi call-oi before");
    expect(named({ ...told, nearest: null })).toContain("oi call-oi before");
  });

  test("is not there unless it is wanted and known", () => {
    expect(ghosts(false).lines.some(({ id }) => id.endsWith("before"))).toBe(false);
    const unknown = together(
      { ...measures, expiries: [{ ...measures.expiries[0]!, pcr: [null, null, null, 1, 1] }] },
      null,
      null,
    );
    expect(ghosts(true, unknown).lines.map(({ id }) => id)).not.toContain("pcr pcr before");
    const alone = { ...told, times: TIMES.slice(3), sessions: DAYS.slice(1), nearest: null };
    expect(newestLines(alone, linesOf(["pcr"], given), true).from).toBe(0);
  });
});
