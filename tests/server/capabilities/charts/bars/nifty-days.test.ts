/**
 * Bars of NIFTY made of real minutes, beside the exchange's own days. Where the two differ, by how much, and why:
 * docs/quant.md §14.
 */
import { describe, expect, it } from "vitest";
import { addDays, compactDate, weekday } from "#domain/calendar/ist.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { BarInterval } from "#protocol/http/chart-bars.ts";
import { instrumentBars } from "#server/capabilities/charts/bars/instrument-bars.ts";
import type { PastDaysMessage } from "#server/market/bus/bus-messages.ts";
import type { Bar } from "#server/market/bus/market-past.ts";
import { pastDaysRequest } from "#server/market/bus/market-subjects.ts";
import { createDailyKeeper } from "#server/market/history/daily/daily-keeper.ts";
import type { MarketDay } from "#server/market/history/recorder.ts";
import { createLocalBus } from "#server/platform/bus/local.ts";
import { minutePast } from "#tests/support/charts/minute-past.ts";
import { FUTURE, marketAt, NIFTY, script } from "#tests/support/charts/open-interest-market.ts";
import { createBlockStore, openScriptedHistory } from "#tests/support/market/scripted-history.ts";
import { hasMarketFile, isoFromDayMonth, readMarketCsv } from "../../../../domain/calendar/market-files.ts";

const MINUTES_FILE = "candles/nifty50_1min_20260728_20260819.csv.gz";
const DAYS_FILE = "candles/nifty50_daily_20250822_20260821.csv";
const hasFiles = hasMarketFile(MINUTES_FILE) && hasMarketFile(DAYS_FILE);
if (!hasFiles) console.warn("no ../shared/data: bars of NIFTY's real minutes are skipped");

const MARKET = "broker NIFTY";
const FUTURE_SYMBOL = "NIFTY26NOVFUT";
/** From this day on the index has a closing auction, and options trade until 15:40. */
const AUCTION_FROM = "2026-08-03";

/** Paise. */
interface Prices {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}
interface Minute extends Prices {
  readonly date: IsoDate;
  /** "09:15" */
  readonly clock: string;
}
interface Day extends Prices {
  readonly date: IsoDate;
}

const NAMES = ["open", "high", "low", "close"] as const;
/** The minutes' file has the noise of single precision. */
const paise = (rupees: string | number): number => Math.round(Number(rupees) * 100);

function readMinutes(): Minute[] {
  return readMarketCsv(MINUTES_FILE).map((row) => ({
    date: row.Datetime!.slice(0, 10) as IsoDate,
    clock: row.Datetime!.slice(11, 16),
    open: paise(row.Open!),
    high: paise(row.High!),
    low: paise(row.Low!),
    close: paise(row.Close!),
  }));
}

/** Oldest first. */
function readDays(): Day[] {
  return readMarketCsv(DAYS_FILE)
    .map((row) => ({
      date: isoFromDayMonth(row.Date!) as IsoDate,
      open: paise(row.Open!),
      high: paise(row.High!),
      low: paise(row.Low!),
      close: paise(row.Close!),
    }))
    .reverse();
}

const minutes = hasFiles ? readMinutes() : [];
const days = hasFiles ? readDays() : [];
const dates = [...new Set(minutes.map(({ date }) => date))];
const dayOf = (date: IsoDate): Day => days.find((day) => day.date === date)!;

/** What several bars are together, said apart from the product. */
function together(bars: readonly Prices[]): Prices {
  return {
    open: bars[0]!.open,
    high: Math.max(...bars.map(({ high }) => high)),
    low: Math.min(...bars.map(({ low }) => low)),
    close: bars.at(-1)!.close,
  };
}
const startOf = ({ date, clock }: Minute): number => Date.parse(`${date}T${clock}:00+05:30`);
const barsOf = (from: number, to: number): Bar[] =>
  minutes
    .map(({ open, high, low, close, ...at }) => ({
      start: startOf(at as Minute),
      open,
      high,
      low,
      close,
      volume: 0,
      oi: 0,
    }))
    .filter(({ start }) => start >= from && start < to);

/**
 * The charts' bars on the morning of a day. The source tells the exchange's days, and the minutes of the index; of a future it
 * tells those of the index too: an index has days of its own, a future's are made of its minutes.
 */
function openCharts(date: IsoDate) {
  const now = Date.parse(`${date}T08:00:00+05:30`);
  const day: MarketDay = {
    market: MARKET,
    date,
    isInvented: false,
    heardAs: "recorded",
    followed: [{ underlying: NIFTY, exchange: "NFO", linear: [NIFTY, FUTURE], chains: [] }],
  };
  const { reader } = openScriptedHistory({
    day,
    at: now,
    store: createBlockStore(),
    past: ({ tokens, from, to }) => ({
      series: tokens.map((token) => ({ token, bars: barsOf(from, to), origin: "source" as const })),
    }),
  });
  const bus = createLocalBus();
  const told: PastDaysMessage = {
    market: MARKET,
    days: days
      .filter((each) => each.date < date)
      .map(({ date: on, open, high, low, close }) => {
        const [o, h, l, c] = [open, high, low, close].map((price) => price / 100) as [
          number,
          number,
          number,
          number,
        ];
        return [on, o, h, l, c, null, null, "source", [], []];
      }),
  };
  bus.respond(pastDaysRequest(), () => Buffer.from(JSON.stringify(told)));
  const keeper = createDailyKeeper({
    bus,
    watch: { marketTime: () => now, keepsSessions: () => true },
    day: () => day,
    store: { put: async () => {}, fill: async () => {}, days: async () => [], expiryDays: async () => [] },
    onProblem: (error) => {
      throw error;
    },
  });
  const past = { ...minutePast(script), ...reader, days: keeper.days };
  return async (tradingsymbol: string, interval: BarInterval, from?: IsoDate) => {
    const answer = await instrumentBars(marketAt(now), past, {
      tradingsymbol,
      interval,
      ...(from !== undefined && { from: String(Date.parse(`${from}T09:15:00+05:30`)) }),
    });
    const bars = answer.times.map((time, i) => ({
      time,
      isCarried: answer.carried[i]!,
      ...(Object.fromEntries(NAMES.map((name) => [name, paise(answer[name][i] ?? Number.NaN)])) as Record<
        (typeof NAMES)[number],
        number
      >),
    }));
    return { ...answer, bars };
  };
}

/** Minutes go back eleven sessions: on these two mornings to all that there are. */
const MORNINGS: readonly (readonly [morning: IsoDate, dates: readonly IsoDate[]])[] = [
  ["2026-08-05", dates.filter((date) => date < "2026-08-05")],
  ["2026-08-20", dates.filter((date) => date >= "2026-08-05")],
];
const pick = ({ open, high, low, close }: Prices): Prices => ({ open, high, low, close });

describe.skipIf(!hasFiles)("NIFTY's real minutes of 28 July to 19 August 2026", () => {
  it.each(MORNINGS)(
    "are told by the minute as they are, as far as they go: morning of %s",
    async (on, own) => {
      const ask = openCharts(on);
      const { bars } = await ask("NIFTY", "1M", own[0]);
      const told = new Map(bars.map((bar) => [bar.time, bar]));
      const some = minutes.filter(({ date }) => own.includes(date));
      for (const minute of some) expect(told.get(startOf(minute)), minute.clock).toMatchObject(pick(minute));
      // Four minutes of 28 July have no bar, nor have the last ten of options' longer day: the price before them stands.
      const starts = new Set(some.map(startOf));
      for (const bar of bars) {
        if (starts.has(bar.time)) continue;
        expect(bar.isCarried).toBe(true);
        expect(bar.open).toBe(told.get(bar.time - 60_000)!.close);
      }
    },
  );

  it.each(MORNINGS)(
    "make its hours, of which the last is as long as the calendar says: morning of %s",
    async (on, own) => {
      const ask = openCharts(on);
      const { bars, sessions } = await ask("NIFTY", "60M", own[0]);
      const expected = own.flatMap((date) =>
        ["09:15", "10:15", "11:15", "12:15", "13:15", "14:15", "15:15"].map((clock, i, clocks) => ({
          time: startOf({ date, clock } as Minute),
          isCarried: false,
          ...together(
            minutes.filter(
              (each) => each.date === date && each.clock >= clock && each.clock < (clocks[i + 1] ?? "16:00"),
            ),
          ),
        })),
      );
      expect(bars).toEqual(expected);
      for (const { date, close } of sessions) {
        const end = date < AUCTION_FROM ? "15:30" : "15:40";
        expect(close, date).toBe(startOf({ date, clock: end } as Minute));
      }
    },
  );

  it("make days that differ from the exchange's by what their open and their close say, and by nothing else", async () => {
    const made: (Day & { readonly told: Day })[] = [];
    for (const [on, own] of MORNINGS) {
      const { bars } = await openCharts(on)(FUTURE_SYMBOL, "1D", own[0]);
      expect(bars).toHaveLength(own.length);
      for (const [i, bar] of bars.entries()) made.push({ date: own[i]!, ...pick(bar), told: dayOf(own[i]!) });
    }
    expect(made).toHaveLength(17);
    for (const day of made) {
      // What minutes saw the exchange saw, and more: their range is inside its own.
      expect(day.high, day.date).toBeLessThanOrEqual(day.told.high);
      expect(day.low, day.date).toBeGreaterThanOrEqual(day.told.low);
    }
    const off = (name: (typeof NAMES)[number], some = made) =>
      some.map((day) => Math.abs(day[name] - day.told[name])).sort((a, b) => b - a);
    // The exchange opens with its auction's price; the first minute begins with a tick after it.
    expect(off("open").slice(0, 3)).toEqual([37_25, 11_40, 11_00]);
    // A price of the auction alone is a day's highest where the market falls from it, as on the 4th.
    const isOpen = ({ told }: (typeof made)[number]) => told.high === told.open;
    expect(made.filter(isOpen).map(({ date }) => date)).toEqual(["2026-08-04", "2026-08-13"]);
    const others = made.filter((day) => !isOpen(day));
    expect(off("high", others).slice(0, 2)).toEqual([8_40, 5_90]);
    expect(off("low").slice(0, 2)).toEqual([5_00, 2_90]);
    // Since there is a closing auction its price is the close. Before, it was an average of half an hour, and a last price is not.
    const [before, since] = [
      made.filter(({ date }) => date < AUCTION_FROM),
      made.filter(({ date }) => date >= AUCTION_FROM),
    ];
    expect([before.length, since.length]).toEqual([4, 13]);
    expect(off("close", since)).toEqual(since.map(() => 0));
    expect(off("close", before)).toEqual([20_55, 16_90, 8_20, 1_40]);
  });
});

describe.skipIf(!hasFiles)("NIFTY's days of a year, as the exchange tells them", () => {
  const ON = "2026-08-22";

  it("are those of the calendar, each to the paisa", async () => {
    const { bars } = await openCharts(ON)("NIFTY", "1D", days[0]!.date);
    const isOf = new Map(bars.map((bar) => [compactDate(isoOf(bar.time)), pick(bar)]));
    expect([...isOf.keys()]).toEqual(days.map(({ date }) => compactDate(date)));
    for (const day of days) expect(isOf.get(compactDate(day.date)), day.date).toEqual(pick(day));
  });

  it.each([
    ["1W", (date: IsoDate) => addDays(date, -((weekday(date) + 6) % 7))],
    ["1MO", (date: IsoDate) => date.slice(0, 7)],
  ] as const)("make its bars of %s", async (interval, periodOf) => {
    // From a week and a month that the file has whole.
    const from = interval === "1W" ? "2025-08-25" : "2025-09-01";
    const { bars } = await openCharts(ON)("NIFTY", interval, from as IsoDate);
    const groups = new Map<string, Day[]>();
    for (const day of days) {
      if (day.date < from) continue;
      const period = periodOf(day.date);
      groups.set(period, [...(groups.get(period) ?? []), day]);
    }
    expect(bars.map(({ time, ...bar }) => [isoOf(time), pick(bar)])).toEqual(
      [...groups.values()].map((own) => [own[0]!.date, together(own)]),
    );
    expect(bars.length).toBe(interval === "1W" ? 52 : 12);
  });
});

function isoOf(at: number): IsoDate {
  return new Date(at + 330 * 60_000).toISOString().slice(0, 10) as IsoDate;
}
