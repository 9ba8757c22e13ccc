import { describe, expect, it } from "vitest";
import type { VolumeHistoryMessage } from "#server/market/bus/bus-messages.ts";
import { volumeHistorySubject } from "#server/market/bus/market-subjects.ts";
import type { DailyBar } from "#server/market/history/daily/daily-bars.ts";
import { createVolumeTeller } from "#server/market/history/daily/volume-teller.ts";
import type { MarketDay } from "#server/market/history/recorder.ts";
import { createLocalBus } from "#server/platform/bus/local.ts";

const [SBIN, TCS] = [11, 12];
const DAY: MarketDay = {
  market: "real",
  date: "2026-11-23",
  isInvented: false,
  heardAs: "recorded",
  followed: [SBIN, TCS].map((underlying) => ({
    underlying,
    exchange: "NFO" as const,
    linear: [underlying],
    chains: [],
  })),
};
const days = (count: number, volume: number | null, origin: DailyBar["origin"] = "recorded"): DailyBar[] =>
  Array.from({ length: count }, (_, i) => ({
    date: 20261101 + i,
    open: 1,
    high: 1,
    low: 1,
    close: 1,
    volume,
    futuresOi: null,
    origin,
  }));

function open(kept: Map<number, readonly DailyBar[]>) {
  const [live, late] = [createLocalBus(), createLocalBus()];
  const said = { live: [] as unknown[], late: [] as unknown[] };
  for (const [name, bus] of [["live", live] as const, ["late", late] as const]) {
    bus.subscribe(volumeHistorySubject(), (payload) => {
      said[name].push((JSON.parse(Buffer.from(payload).toString()) as VolumeHistoryMessage).underlyings);
    });
  }
  const problems: unknown[] = [];
  const teller = createVolumeTeller({
    buses: [live, late],
    async keptDays(_day, underlying) {
      const bars = kept.get(underlying);
      if (bars === undefined) throw new Error("away");
      return bars;
    },
    onProblem: (error) => void problems.push(error),
    pauseMs: 0,
  });
  return { teller, said, problems };
}

describe("what is usually traded", () => {
  it("is told to both markets, of too few sessions without an average", async () => {
    const { teller, said } = open(
      new Map([
        [SBIN, [...days(10, 200), ...days(2, null)]],
        [TCS, days(9, 200)],
      ]),
    );
    await teller.load(DAY);
    const told = [
      [
        { underlying: SBIN, average: 200, days: 10 },
        { underlying: TCS, average: null, days: 9 },
      ],
    ];
    expect(said).toEqual({ live: told, late: told });
    teller.retell();
    expect(said.late).toEqual([...told, ...told]);
  });

  it("counts made-up days only where the whole market is", async () => {
    const kept = new Map([
      [SBIN, [...days(12, 500, "simulated"), ...days(10, 200, "imported")]],
      [TCS, days(12, 500, "simulated")],
    ]);
    const real = open(kept);
    await real.teller.load(DAY);
    expect(real.said.live).toEqual([
      [
        { underlying: SBIN, average: 200, days: 10 },
        { underlying: TCS, average: null, days: 0 },
      ],
    ]);
    const invented = open(kept);
    await invented.teller.load({ ...DAY, isInvented: true });
    expect(invented.said.live).toEqual([
      [
        { underlying: SBIN, average: (12 * 500 + 10 * 200) / 22, days: 22 },
        { underlying: TCS, average: 500, days: 12 },
      ],
    ]);
  });

  it("is read again of one of which more is kept; what cannot be read stays as it was told", async () => {
    const kept = new Map<number, readonly DailyBar[]>([[SBIN, days(9, 200)]]);
    const { teller, said, problems } = open(kept);
    await teller.load(DAY);
    expect(said.live).toEqual([[{ underlying: SBIN, average: null, days: 9 }]]);
    expect(problems).toHaveLength(1);
    kept.set(SBIN, days(11, 300));
    await teller.renew(DAY, SBIN);
    expect(said.live.at(-1)).toEqual([{ underlying: SBIN, average: 300, days: 11 }]);
    kept.delete(SBIN);
    await teller.renew(DAY, SBIN);
    expect(said.live).toHaveLength(2);
  });
});
