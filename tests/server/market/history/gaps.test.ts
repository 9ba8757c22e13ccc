import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { MINUTE, type MinuteDay } from "#server/market/history/minute-days.ts";
import type { MarketDay } from "#server/market/history/recorder.ts";
import type { Wanted } from "#server/market/history/wanted.ts";
import { callToken, FUTURE, NIFTY, putToken } from "../../../support/market/scripted-feed.ts";
import {
  type BlockStore,
  createBlockStore,
  flatBars,
  openScriptedHistory,
  type ScriptedPast,
} from "../../../support/market/scripted-history.ts";

const DATE = "2026-11-23";
const OPEN = Date.parse("2026-11-23T09:15:00+05:30");
const MINUTE_MS = 60_000;
const at = (minute: number, seconds = 0) => OPEN + minute * MINUTE_MS + seconds * 1_000;
const CALL = callToken(0, 3);
const PUT = putToken(0, 3);
const EXPIRY = 20261124;

const DAY: MarketDay = {
  market: "kite",
  isInvented: false,
  heardAs: "recorded",
  date: DATE,
  followed: [
    {
      underlying: NIFTY,
      exchange: "NFO",
      linear: [NIFTY, FUTURE],
      chains: [{ expiry: EXPIRY, tokens: [CALL, PUT] }],
    },
  ],
};
const MADE_UP: MarketDay = { ...DAY, market: "sim 1 exchange", isInvented: true, heardAs: "simulated" };

const option = (token: number): Wanted => ({ token, underlying: NIFTY, exchange: "NFO", expiry: EXPIRY });
const SPOT: Wanted = { token: NIFTY, underlying: NIFTY, exchange: "NFO", expiry: 0 };
const FUT: Wanted = { token: FUTURE, underlying: NIFTY, exchange: "NFO", expiry: EXPIRY };
const ALL = [option(CALL), option(PUT), SPOT, FUT];

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});
function open(options: Partial<Parameters<typeof openScriptedHistory>[0]> & { readonly store: BlockStore }) {
  const history = openScriptedHistory({ day: DAY, at: OPEN, ...options });
  stops.push(() => history.kill());
  return history;
}
type History = ReturnType<typeof open>;

async function today({ reader, now }: History, wanted = ALL, until = now()): Promise<MinuteDay> {
  return (await reader.minutes(wanted, { sessionsBefore: 0 }, until))![0]!;
}
const gapsOf = ({ gaps }: MinuteDay) =>
  gaps.map(({ from, to }) => [(from - OPEN) / MINUTE_MS, (to - OPEN) / MINUTE_MS]);
const knownOf = (day: MinuteDay, place = 0) => [...day.columns[place]!.known];
const { UNKNOWN, HEARD, CARRIED } = MINUTE;

describe("a minute of the present day", () => {
  it("is a gap when nothing at all was heard, and carries the last figure when something else was", async () => {
    const history = open({ store: createBlockStore() });
    history.quote(at(0), CALL, 10_000, 650, 1_300);
    history.index(at(1), NIFTY, 2_400_000);
    // Nothing in minutes 2 and 3.
    history.index(at(4), NIFTY, 2_400_500);
    history.quote(at(5, 10), CALL, 10_100, 715, 1_365);
    const day = await today(history);
    expect(day.length).toBe(6);
    expect(gapsOf(day)).toEqual([[2, 4]]);
    expect(knownOf(day)).toEqual([HEARD, CARRIED, UNKNOWN, UNKNOWN, HEARD, HEARD]);
    const [call, put, spot] = day.columns;
    expect([...call!.close]).toEqual([10_000, 10_000, 0, 0, 10_000, 10_100]);
    expect([...call!.oi]).toEqual([1_300, 1_300, 0, 0, 1_300, 1_365]);
    expect([...call!.volume]).toEqual([650, 0, 0, 0, 0, 65]);
    expect([...put!.known]).toEqual(Array(6).fill(UNKNOWN));
    expect([...spot!.close]).toEqual([0, 2_400_000, 0, 0, 2_400_500, 2_400_500]);
    expect([day.origin, day.recordedSince]).toEqual(["recorded", OPEN]);
  });

  it("is none while nothing of it was heard yet, and a gap once it is over", async () => {
    const history = open({ store: createBlockStore() });
    history.quote(at(0), CALL, 10_000, 650, 1_300);
    history.wait(at(1, 30));
    expect([(await today(history)).length, gapsOf(await today(history))]).toEqual([1, []]);
    history.wait(at(2, 1));
    expect([(await today(history)).length, gapsOf(await today(history))]).toEqual([2, [[1, 2]]]);
  });

  it("is told to a late viewer when it has ended for him, without what came after", async () => {
    const history = open({ store: createBlockStore() });
    for (let m = 0; m < 4; m++) history.quote(at(m, 20), CALL, 10_000 + m, 65 * (m + 1), 65 * m);
    const late = await today(history, [option(CALL)], at(2, 20));
    expect([...late.columns[0]!.close]).toEqual([10_000, 10_001]);
    const live = await today(history, [option(CALL)]);
    expect([...live.columns[0]!.close]).toEqual([10_000, 10_001, 10_002, 10_003]);
  });

  it("of a contract listed at noon is unknown before, and its first volume is all of it", async () => {
    const history = open({ store: createBlockStore() });
    const listed = callToken(0, 9);
    history.quote(at(0), CALL, 10_000, 650, 1_300);
    history.quote(at(20), CALL, 10_000, 650, 1_300);
    history.recorder.begin({
      ...DAY,
      followed: [{ ...DAY.followed[0]!, chains: [{ expiry: EXPIRY, tokens: [CALL, PUT, listed] }] }],
    });
    history.quote(at(21), listed, 500, 130, 195);
    history.index(at(22), NIFTY, 2_400_000);
    const day = await today(history, [option(CALL), option(listed)]);
    expect(knownOf(day, 0).slice(20)).toEqual([HEARD, CARRIED, CARRIED]);
    expect(knownOf(day, 1).slice(20)).toEqual([UNKNOWN, HEARD, CARRIED]);
    expect([...day.columns[1]!.volume].slice(20)).toEqual([0, 130, 0]);
  });

  it("belongs to the new market day from the roll at 09:00 on, its volumes counted from 0", async () => {
    const gold: MarketDay = {
      ...DAY,
      date: "2026-11-25",
      followed: [
        {
          underlying: 7,
          exchange: "MCX",
          linear: [7, FUTURE],
          chains: [{ expiry: 20261230, tokens: [CALL] }],
        },
      ],
    };
    const open9 = Date.parse("2026-11-26T09:00:00+05:30");
    const history = open({ store: createBlockStore(), day: gold, at: at(0) });
    const wanted: Wanted[] = [
      { token: CALL, underlying: 7, exchange: "MCX", expiry: 20261230 },
      { token: FUTURE, underlying: 7, exchange: "MCX", expiry: 20261230 },
    ];
    // The evening session is part of the day, to its last minute.
    const evening = Date.parse("2026-11-25T23:54:30+05:30");
    history.quote(evening, CALL, 9_000, 65_000, 1_300);
    history.quote(evening, FUTURE, 500_000, 65_000, 1_300);
    history.wait(evening + MINUTE_MS);
    const wednesday = await today(history, wanted);
    expect([wednesday.length, wednesday.columns[0]!.close.at(-1)]).toEqual([895, 9_000]);
    history.quote(open9 + 100, CALL, 9_000, 0, 1_300);
    history.quote(open9 + 100, FUTURE, 500_000, 0, 1_300);
    history.recorder.begin({ ...gold, date: "2026-11-26" });
    history.quote(open9 + 30_000, CALL, 9_100, 65, 1_365);
    history.quote(open9 + 30_000, FUTURE, 500_100, 130, 1_365);
    history.quote(open9 + 90_000, CALL, 9_200, 130, 1_365);
    const day = await today(history, wanted);
    expect([day.open, day.length, gapsOf(day).length]).toEqual([open9, 2, 0]);
    expect([...day.columns[0]!.volume]).toEqual([65, 65]);
    expect([...day.columns[1]!.volume]).toEqual([130, 0]);
  });

  it("of a market that never sleeps is kept round the clock", async () => {
    const history = open({ store: createBlockStore(), at: at(-15), keepsSessions: false });
    const night = Date.parse("2026-11-24T03:00:00+05:30");
    history.quote(night, CALL, 10_000, 65, 65);
    const day = await today(history, [option(CALL)]);
    expect([day.open, day.length]).toEqual([Date.parse("2026-11-23T09:00:00+05:30"), 18 * 60 + 1]);
    expect(day.columns[0]!.close.at(-1)).toBe(10_000);
  });
});

describe("a process that ends", () => {
  function firstPart(store: BlockStore, day = DAY) {
    const history = open({ store, day });
    for (let m = 0; m <= 22; m++) {
      history.quote(at(m, 1), CALL, 10_000 + m, 65 * (m + 1), 650 + 65 * m);
      history.index(at(m, 2), NIFTY, 2_400_000 + 100 * m);
      history.quote(at(m, 3), FUTURE, 2_410_000 + 100 * m, 65 * (m + 1), 6_500 + 65 * m);
    }
    return history;
  }
  const goOn = (history: History, from: number, to: number) => {
    for (let m = from; m <= to; m++) {
      history.quote(at(m, 1), CALL, 20_000 + m, 65_000 + 65 * m, 650);
      history.index(at(m, 2), NIFTY, 2_500_000 + 100 * m);
    }
  };

  it("in order leaves a gap of the minutes that it was away, and nothing else is lost", async () => {
    const store = createBlockStore();
    firstPart(store).stop();
    const again = open({ store, at: at(26) });
    goOn(again, 26, 33);
    const day = await today(again);
    expect(gapsOf(day)).toEqual([[23, 26]]);
    const [call] = day.columns;
    expect([...call!.close].slice(20, 28)).toEqual([10_020, 10_021, 10_022, 0, 0, 0, 20_026, 20_027]);
    // What was traded meanwhile is in the first minute heard.
    expect([...call!.volume].slice(21, 28)).toEqual([65, 65, 0, 0, 0, 65_000 + 65 * 26 - 65 * 23, 65]);
    expect(day.recordedSince).toBe(OPEN);
    expect(
      (await again.reader.quarters([option(CALL)], 0, again.now()))!.get(CALL)![0]!.points,
    ).toMatchObject([
      { start: at(0), close: 10_014 },
      { start: at(15), close: 20_029 },
    ]);
  });

  it("by being killed loses what was not written, and says so", async () => {
    const store = createBlockStore();
    firstPart(store).kill();
    const again = open({ store, at: at(26) });
    goOn(again, 26, 27);
    expect(gapsOf(await today(again))).toEqual([[15, 26]]);
  });

  it.each([
    ["a broker's market fills the gap with what the broker says", DAY, "source", []],
    [
      "a made-up market does not: what it would say is near what was, and not the same",
      MADE_UP,
      "simulated",
      [[15, 26]],
    ],
  ] as const)("%s", async (_what, day, origin, gaps) => {
    const store = createBlockStore();
    firstPart(store, day).kill();
    const past: ScriptedPast = (query) => ({
      series: query.tokens.map((token) => flatBars(token, origin, query, { close: 7, oi: 650, volume: 65 })),
    });
    const again = open({ store, day, at: at(26), past });
    goOn(again, 26, 27);
    const told = await today(again);
    expect([gapsOf(told), told.origin]).toEqual([gaps, day === DAY ? "source" : "simulated"]);
    if (gaps.length > 0) return;
    expect([...told.columns[0]!.close].slice(13, 28)).toEqual([
      10_013,
      10_014,
      ...Array(11).fill(7),
      20_026,
      20_027,
    ]);
    expect([...told.columns[2]!.close].slice(14, 27)).toEqual([2_401_400, ...Array(11).fill(7), 2_502_600]);
    // Asked once: of the gap, with the spot and its future as witnesses, however often it is read.
    await today(again);
    expect(again.asked.map(({ from, to, seconds }) => [from, to, seconds])).toEqual([
      [at(15), at(26), 60],
      [at(15), at(26), 60],
    ]);
  });

  it("and one that was never there leave what the source tells of before", async () => {
    const past: ScriptedPast = (query) => ({
      series: query.tokens.flatMap((token) =>
        token === PUT
          ? []
          : [flatBars(token, "simulated", { from: query.from, to: Math.min(query.to, at(10)) })],
      ),
    });
    const history = open({ store: createBlockStore(), day: MADE_UP, at: at(12), past });
    history.quote(at(12), CALL, 200, 65 * 20, 65);
    history.index(at(13), NIFTY, 100);
    const day = await today(history);
    // Where the source's part ends is said by the last bar of any.
    expect([gapsOf(day), day.recordedSince, day.origin]).toEqual([[[10, 12]], at(12), "simulated"]);
    expect(knownOf(day)).toEqual([HEARD, ...Array(9).fill(HEARD), UNKNOWN, UNKNOWN, HEARD, CARRIED]);
    expect([...day.columns[0]!.volume]).toEqual([...Array(10).fill(65), 0, 0, 650, 0]);
  });

  it("of a spot that rests while its futures trade on is told as far as those are", async () => {
    const past: ScriptedPast = (query) => ({
      series: query.tokens.map((token) =>
        flatBars(token, "simulated", { ...query, to: Math.min(query.to, at(token === FUTURE ? 20 : 10)) }),
      ),
    });
    const history = open({ store: createBlockStore(), day: MADE_UP, at: at(20), past });
    const day = await today(history, [SPOT]);
    expect([day.length, gapsOf(day)]).toEqual([20, []]);
    expect(knownOf(day)).toEqual([...Array(10).fill(HEARD), ...Array(10).fill(CARRIED)]);
  });

  it("leaves a gap where the source does not answer, and it is not asked again at once", async () => {
    const history = open({ store: createBlockStore(), at: at(3), past: () => null });
    history.quote(at(3), CALL, 200, 65, 65);
    expect(gapsOf(await today(history, [option(CALL)]))).toEqual([[0, 3]]);
    expect(gapsOf(await today(history, [option(CALL)]))).toEqual([[0, 3]]);
    expect(history.asked).toHaveLength(1);
  });

  it("and another that hears the same write the same", async () => {
    const [one, both] = [createBlockStore(), createBlockStore()];
    firstPart(one).stop();
    firstPart(both).stop();
    firstPart(both).stop();
    expect([...both.rows]).toEqual([...one.rows]);
  });
});

describe("questions to the source", () => {
  it("are cut to what it takes, and those that ask the same share the answer", async () => {
    const tokens = Array.from({ length: 300 }, (_, i) => 1_000_000 + i);
    const past: ScriptedPast = (query) => ({
      series: query.tokens.map((token) => flatBars(token, "source", query)),
    });
    const history = open({ store: createBlockStore(), at: at(3), past });
    const wanted = tokens.map(option);
    const dates = { date: "2026-11-20" } as const;
    const [first, second] = await Promise.all([
      history.reader.minutes(wanted, dates, history.now()),
      history.reader.minutes(wanted.slice(40), dates, history.now()),
    ]);
    expect([first![0]!.length, first![0]!.gaps, first![0]!.origin]).toEqual([385, [], "source"]);
    expect(second![0]!.columns).toEqual(first![0]!.columns.slice(40));
    for (const query of history.asked) {
      expect(query.tokens.length).toBeLessThanOrEqual(200);
      expect((query.tokens.length * (query.to - query.from)) / MINUTE_MS).toBeLessThanOrEqual(30_000);
    }
    const asked = history.asked.flatMap((query) => query.tokens.filter((token) => token !== NIFTY));
    expect(asked.toSorted((a, b) => a - b)).toEqual(tokens);
  });
});

describe("what stood at the close before", () => {
  const FRIDAY_CLOSE = Date.parse("2026-11-20T15:40:00+05:30");

  it("stands for a contract until its first trade of what the source tells", async () => {
    const past: ScriptedPast = (query) => ({
      series: query.tokens.map((token) => {
        if (query.seconds === 900)
          return {
            token,
            origin: "source",
            bars: [
              {
                ...flatBars(token, "source", { from: 0, to: MINUTE_MS }).bars[0]!,
                start: FRIDAY_CLOSE - 600_000,
                oi: 1_950,
              },
            ],
          };
        const from = token === PUT ? at(10) : query.from;
        return flatBars(token, "source", { from, to: query.to }, { oi: 2_600 });
      }),
    });
    const history = open({ store: createBlockStore(), at: at(12), past });
    history.quote(at(12), CALL, 200, 65 * 20, 2_600);
    const day = await today(history, [option(CALL), option(PUT)]);
    expect([...day.columns[0]!.oi].slice(0, 12)).toEqual(Array(12).fill(2_600));
    expect([...day.columns[1]!.oi].slice(0, 12)).toEqual([...Array(10).fill(1_950), 2_600, 2_600]);
    expect([...day.columns[1]!.close].slice(8, 12)).toEqual([0, 0, 100, 100]);
    expect(knownOf(day, 1).slice(0, 11)).toEqual([...Array(10).fill(CARRIED), HEARD]);
  });

  it("is what was recorded of its last minute, and the source is asked where the record ends before", async () => {
    const past: ScriptedPast = (query) => ({
      series: query.tokens.map((token) =>
        flatBars(token, "source", { from: query.from, to: query.from + MINUTE_MS }),
      ),
    });
    for (const [until, expected] of [
      ["15:39:30", { close: 10_000, oi: 1_300, origin: "recorded" }],
      ["15:20:30", { close: 100, oi: 65, origin: "source" }],
    ] as const) {
      const store = createBlockStore();
      const friday = open({ store, at: FRIDAY_CLOSE - 3_600_000, day: { ...DAY, date: "2026-11-20" } });
      friday.quote(FRIDAY_CLOSE - 3_600_000, CALL, 10_000, 650, 1_300);
      friday.index(Date.parse(`2026-11-20T${until}+05:30`), NIFTY, 2_400_000);
      friday.stop();
      const monday = open({ store, at: at(1), past });
      const closes = (await monday.reader.previousCloses([option(CALL)], DATE))!;
      expect(closes.get(CALL)).toEqual(expected);
    }
  });
});

describe("a minute alone", () => {
  it("is told as the whole day tells it, whatever was heard, told and missed before it", async () => {
    const heard = fc.record({
      minute: fc.integer({ min: 0, max: 40 }),
      token: fc.constantFrom(CALL, PUT),
      price: fc.integer({ min: 1, max: 5_000 }),
      traded: fc.integer({ min: 1, max: 100 }),
      oi: fc.integer({ min: 0, max: 1_000_000 }),
    });
    const ends = fc.record({ before: fc.integer({ min: 1, max: 40 }), inOrder: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(
        fc.array(heard, { minLength: 1, maxLength: 30 }),
        fc.array(ends, { maxLength: 3 }),
        fc.uniqueArray(fc.constantFrom(CALL, PUT)),
        fc.boolean(),
        async (events, restarts, toldTokens, hasSource) => {
          const store = createBlockStore();
          // The underlying's future is the witness of what the source tells.
          const past: ScriptedPast = (query) => ({
            series: query.tokens.flatMap((token) =>
              hasSource && (token === FUTURE || toldTokens.includes(token))
                ? [flatBars(token, "source", query, { close: 7, oi: 650, volume: 65 })]
                : [],
            ),
          });
          let [history, minute] = [open({ store, past }), 0];
          const ordered = events.toSorted((a, b) => a.minute - b.minute);
          for (const [i, event] of ordered.entries()) {
            const end = restarts.find(({ before }) => before > minute && before <= event.minute);
            if (end !== undefined) {
              if (end.inOrder) history.stop();
              else history.kill();
              history = open({ store, past, at: at(event.minute) });
            }
            ({ minute } = event);
            const volume = 65 * (i + 1) * event.traded;
            history.quote(at(minute, 1), event.token, event.price, volume, event.oi);
            history.index(at(minute, 2), NIFTY, 2_400_000);
          }
          history.wait(at(minute + 1));
          const wanted = [option(CALL), option(PUT)];
          const { length, columns } = await today(history, wanted);
          const instants = Array.from({ length }, (_, m) => at(m));
          const alone = (await history.reader.at(wanted, instants, history.now()))!;
          for (const [place, whole] of columns.entries()) {
            expect(alone.map(({ oi }) => oi[place])).toEqual([...whole.oi]);
            expect(alone.map(({ close }) => close[place])).toEqual([...whole.close]);
            const isKnown = (known: number | undefined) => known !== UNKNOWN;
            expect(alone.map(({ known }) => isKnown(known[place]))).toEqual([...whole.known].map(isKnown));
          }
        },
      ),
    );
  });
});

describe("what is read before a restart", () => {
  it("is read after it, whatever was heard and whenever the process ended", async () => {
    const event = fc.record({
      minute: fc.integer({ min: 0, max: 50 }),
      token: fc.constantFrom(CALL, PUT, FUTURE, NIFTY),
      price: fc.integer({ min: 1, max: 5_000 }),
      traded: fc.integer({ min: 0, max: 100 }),
      oi: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(event, { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 0, max: 60 }),
        async (events, breakAt) => {
          const store = createBlockStore();
          const ordered = events.toSorted((a, b) => a.minute - b.minute);
          const volumes = new Map<number, number>();
          let history = open({ store });
          for (const [i, { minute, token, price, traded, oi }] of ordered.entries()) {
            if (i === breakAt) {
              history.stop();
              history = open({ store, at: at(minute) });
            }
            const volume = (volumes.get(token) ?? 0) + 65 * traded;
            volumes.set(token, volume);
            if (token === NIFTY) history.index(at(minute, 1), token, price);
            else history.quote(at(minute, 1), token, price, volume, oi);
          }
          const end = ordered.at(-1)!.minute + 1;
          history.wait(at(end));
          const before = await today(history);
          history.stop();
          const again = open({ store, at: at(end) });
          const after = await today(again, ALL, at(end));
          expect(after).toEqual(before);
          const single = (await again.reader.at(ALL, [at(end - 1)], at(end)))![0]!;
          expect([...single.oi]).toEqual(before.columns.map(({ oi }) => oi.at(-1)));
          expect([...single.close]).toEqual(before.columns.map(({ close }) => close.at(-1)));
        },
      ),
    );
  });
});
