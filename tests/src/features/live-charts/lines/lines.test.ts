import { describe, expect, test } from "vitest";
import { istInstant } from "#domain/calendar/ist.ts";
import type { ChartSession } from "#protocol/http/chart-parts.ts";
import { partedMeasures } from "#src/features/live-charts/kinds.ts";
import { contractNote, contractStrips } from "#src/features/live-charts/lines/contracts.ts";
import { newestLines } from "#src/features/live-charts/lines/ghost.ts";
import { type KindLine, linesOf } from "#src/features/live-charts/lines/kind-lines.ts";
import { type Futures, type Measures, together } from "#src/features/live-charts/lines/live-told.ts";
import { changedInSessions, tradedInBars } from "#src/features/live-charts/lines/of-sessions.ts";
import { panesOf } from "#src/features/live-charts/lines/panes.ts";
import { strikesRead } from "#src/features/live-charts/lines/strikes.ts";

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

const NOTHING_BESIDE = { slow: null, futures: null, chosen: null };
const told = together(measures, { slow: null, futures, chosen: null });
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
      NOTHING_BESIDE,
    );
    expect(ghosts(true, unknown).lines.map(({ id }) => id)).not.toContain("pcr pcr before");
    const alone = { ...told, times: TIMES.slice(3), sessions: DAYS.slice(1), nearest: null };
    expect(newestLines(alone, linesOf(["pcr"], given), true).from).toBe(0);
  });
});

describe("[LCHART-12] of some strikes alone", () => {
  const rest: Measures = {
    ...measures,
    expiries: [{ expiry: "2026-11-23", lot_size: 65, forward: measures.expiries[0]!.forward! }],
  };
  const some: Measures = {
    ...measures,
    times: TIMES.slice(0, 4),
    expiries: [
      {
        expiry: "2026-11-23",
        lot_size: 65,
        pcr: [null, 2, 3, 4],
        call_oi: [10, 11, 12, 20],
        call_oi_before: [9, 18],
        strikes: [[], [24_000, 24_100]],
        strike_iv: [
          { strike: 24_000, iv: [0.1, 0.11, null, 0.12] },
          { strike: 24_100, iv: [0.2, 0.21, 0.22, 0.23] },
        ],
      },
    ],
  };
  const chosen = together(rest, { ...NOTHING_BESIDE, chosen: some });
  const search = { around: 2, strikes: [] };

  test("figures are those of the strikes, on the bars that they were told of", () => {
    const lines = linesOf(["pcr", "oi-change", "atm-iv"], { ...given, told: chosen });
    expect(valuesOf(lines, "pcr pcr")).toEqual([null, 2, 3, 4, null]);
    expect(valuesOf(lines, "oi-change call-change")).toEqual([1, 2, 3, 2, null]);
    expect(valuesOf(lines, "atm-iv iv 24100")).toEqual([20, 21, 22, 23, null]);
    expect(lines.map(({ name }) => name)).toContain("IV 24,000");
    const looks = lines.flatMap(({ id, colour, dash }) => (id.includes(" iv ") ? [`${colour} ${dash}`] : []));
    expect(new Set(looks).size).toBe(2);
  });

  test("nothing stands in their place before they are told", () => {
    const before = together(rest, NOTHING_BESIDE);
    expect(before.expiry("pcr")).toEqual([null, null, null, null, null]);
    expect(before.strikeIvs).toEqual([]);
    expect(strikesRead(search, ["pcr"], before)).toEqual([
      "PCR, OI and volume of chosen strikes (not known yet), as each minute ends",
    ]);
  });

  test("which they are is said, for charts that are of them", () => {
    expect(strikesRead(search, ["pcr"], chosen)).toEqual([
      "PCR, OI and volume of ATM ± 2 (24,000 to 24,100), as each minute ends",
    ]);
    const two = { around: null, strikes: [24_000, 24_100] };
    expect(strikesRead(two, ["oi"], chosen)[0]).toContain("of 24,000, 24,100, as");
    expect(strikesRead(two, ["straddle", "atm-iv"], chosen)).toEqual([]);
    const seven = { around: null, strikes: [1, 2, 3, 4, 5, 6, 7] };
    expect(strikesRead(seven, ["atm-iv"], chosen)).toEqual(["IV is drawn of at most 6 strikes"]);
    expect(strikesRead({ around: null, strikes: [] }, ["pcr"], chosen)).toEqual([]);
  });

  test("what is of the expiry is asked for apart", () => {
    expect(partedMeasures(["pcr", "straddle", "max-pain"], true)).toEqual({
      whole: ["spot", "forward", "max_pain", "straddle"],
      ofStrikes: ["pcr"],
    });
    expect(partedMeasures(["pcr", "oi"], false).ofStrikes).toEqual([]);
  });
});
