import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { istInstant } from "#domain/calendar/ist.ts";
import type { ChartMeasuresRequest, ChartMeasuresResponse } from "#protocol/http/chart-measures.ts";
import type { Tick } from "#src/live/chart-columns.ts";

const call = vi.fn();
let take: (tick: Tick | null) => void = () => {};
const watched: unknown[] = [];
vi.mock("#src/api/site-api.ts", () => ({ api: { call } }));
vi.mock("#src/live/measure-ticks.ts", () => ({
  measureTicks(token: number, wanted: unknown, told: typeof take) {
    watched.push([token, wanted]);
    take = told;
    return () => {};
  },
}));
const { measuresSeries } = await import("#src/shared/series/measure-series.ts");

const OPEN = istInstant("2026-11-18", "09:15");
const MINUTE = 60_000;
const session = (date: string) => ({
  ...{ date, open: istInstant(date, "09:15"), close: istInstant(date, "15:40") },
  ...{ origin: "recorded" as const, recorded_since: null, gaps: [] },
});

type Payload = ChartMeasuresResponse["payload"];
const answer = (minutes: number, before: number[], days = ["2026-11-17", "2026-11-18"]): Payload => ({
  underlying_symbol: "NIFTY",
  interval: "1M",
  underlying_token: 7,
  times: Array.from({ length: minutes }, (_, i) => OPEN + i * MINUTE),
  running_at: OPEN + (minutes - 1) * MINUTE,
  underlying: { spot: Array.from({ length: minutes }, (_, i) => 24_000 + i) },
  expiries: [
    {
      expiry: "2026-11-23",
      lot_size: 65,
      call_oi: Array.from({ length: minutes }, (_, i) => 100 + i),
      call_oi_before: before,
    },
  ],
  nearest: days,
  sessions: days.map(session),
});

const edges = {
  now: () => OPEN + MINUTE,
  random: () => 0.5,
  retryIn: () => null,
  isVisible: () => true,
  onVisible: () => () => {},
  onIdentity: () => () => {},
};
const settle = async (): Promise<void> => {
  for (let i = 0; i < 8; i++) await Promise.resolve();
};

afterEach(() => {
  vi.useRealTimers();
});
beforeEach(() => {
  vi.useFakeTimers({ now: OPEN + MINUTE });
  call.mockReset();
  watched.length = 0;
});

test("measures go on with what streams of their expiry; a stretch that was missed is asked for of the newest session alone", async () => {
  const body: ChartMeasuresRequest & { measures: ["spot", "call_oi"] } = {
    underlying_symbol: "NIFTY",
    nearest: true,
    sessions: 2,
    measures: ["spot", "call_oi"],
  };
  call.mockResolvedValueOnce({ payload: answer(2, [90, 95]) });
  const series = measuresSeries(body, edges);
  const end = series.subscribe(() => {});
  await settle();
  expect(watched).toEqual([[7, { expiry: "2026-11-23", names: ["spot", "call_oi"] }]]);
  take({ at: OPEN + 1.5 * MINUTE, values: [24_050, 150] });
  const first = series.read().answer!;
  expect(first.underlying.spot).toEqual([24_000, 24_050]);
  expect(first.expiries[0]!.call_oi).toEqual([100, 150]);

  call.mockResolvedValueOnce({ payload: answer(5, [96], ["2026-11-18"]) });
  take({ at: OPEN + 5.2 * MINUTE, values: [24_099, 199] });
  expect(series.read().answer!.underlying.spot).toEqual([24_000, 24_050, null, null, null, 24_099]);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(call.mock.calls[1]![1]).toMatchObject({ body: { sessions: 1, nearest: true } });
  const spliced = series.read().answer!;
  expect(spliced.underlying.spot).toEqual([24_000, 24_001, 24_002, 24_003, 24_004, 24_099]);
  expect(spliced.expiries[0]).toMatchObject({
    call_oi: [100, 101, 102, 103, 104, 199],
    call_oi_before: [90, 96],
  });
  expect(spliced.nearest).toEqual(["2026-11-17", "2026-11-18"]);
  expect(spliced.sessions.map(({ date }) => date)).toEqual(["2026-11-17", "2026-11-18"]);
  end();
});
