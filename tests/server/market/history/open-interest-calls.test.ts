import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type {
  FutOiVsTimeResponse,
  MultistrikeOiResponse,
  OiByStrikeRequest,
  OiByStrikeResponse,
  OiMinutesResponse,
  OiVsTimeResponse,
} from "#protocol/http/open-interest.ts";
import { chainFigures } from "#server/capabilities/charts/chain-figures.ts";
import { chainSnapshotRequest } from "#server/market/bus/market-subjects.ts";
import { knownMarketTime } from "#server/market/bus/market-watch.ts";
import { MINUTE as MINUTE_KNOWN } from "#server/market/history/minute-days.ts";
import type { Wanted } from "#server/market/history/reader.ts";
import { type HistoryWorld, LATE_BY_MS, startHistoryWorld } from "../../../support/market/history-world.ts";

const AT = "/v1/compute/oi_graphs";
const MINUTE = 60_000;
const OPEN = Date.parse("2026-11-20T09:15:00+05:30");
type ErrorBody = { error: { code: string; message: string } };

let world: HistoryWorld;
let expiries: string[];
let tokens: { token: number; isCall: boolean; strike: number; expiry: string; symbol: string }[];
let nifty: number;

/** Two hours of the session from the source, half an hour watched. */
beforeAll(async () => {
  world = await startHistoryWorld();
  await world.known();
  await world.pass(30 * MINUTE);
  const { directory } = await world.doors.metacache.get();
  const u = directory.underlyer("NIFTY");
  nifty = directory.spot(u).instrument_token;
  expiries = directory.expiries(u).slice(0, 2);
  tokens = directory
    .options(u)
    .filter(({ expiry }) => expiries.includes(expiry!))
    .map((each) => ({
      token: each.instrument_token,
      isCall: each.instrument_type === "CE",
      strike: each.strike,
      expiry: each.expiry!,
      symbol: each.tradingsymbol,
    }));
}, 120_000);
afterAll(() => world?.stop());

const now = () => knownMarketTime(world.doors.watch);
/** The end of the newest minute that is over. */
const lastEnd = () => Math.floor(now() / MINUTE) * MINUTE;

async function ask<T extends { payload: unknown }>(
  name: string,
  body: object,
  who: "live" | "late" = "live",
): Promise<T["payload"]> {
  const answer = await world.call<T>(`${AT}/${name}`, body, who);
  expect(answer.status, JSON.stringify(answer.body).slice(0, 400)).toBe(200);
  return answer.body.payload;
}
const byStrike = (body: Partial<OiByStrikeRequest>, who: "live" | "late" = "live") =>
  ask<OiByStrikeResponse>(
    "oi_by_strike",
    { underlying_symbol: "NIFTY", expiries, from: null, to: null, ...body },
    who,
  );

/** What history keeps of each option at the end of a minute. */
async function kept(end: number): Promise<Map<number, number>> {
  const wanted: Wanted[] = tokens.map(({ token, expiry }) => ({
    token,
    underlying: nifty,
    exchange: "NFO",
    expiry: Number(expiry.replaceAll("-", "")),
  }));
  const [figures] = (await world.history.at(wanted, [end - MINUTE], now()))!;
  return new Map(
    wanted.flatMap(({ token }, i) =>
      figures!.known[i] === MINUTE_KNOWN.UNKNOWN ? [] : [[token, figures!.oi[i]!]],
    ),
  );
}

const sumOf = (oi: ReadonlyMap<number, number>, isCall: boolean, strike: number): number | null => {
  const own = tokens.filter((each) => each.isCall === isCall && each.strike === strike && oi.has(each.token));
  return own.length === 0 ? null : own.reduce((sum, { token }) => sum + oi.get(token)!, 0);
};

/** The source makes days of a thousand contracts up. */
const SOURCE_MS = 120_000;

describe("open interest by strike", { timeout: SOURCE_MS }, () => {
  it("between two minutes, of the source and watched ones, is the difference of what is kept", async () => {
    for (const [from, to] of [
      [OPEN + 10 * MINUTE, OPEN + 70 * MINUTE],
      [lastEnd() - 2 * MINUTE, lastEnd()],
      [OPEN + 10 * MINUTE, lastEnd()],
    ] as const) {
      const [before, after] = [await kept(from), await kept(to)];
      const answer = await byStrike({ from, to });
      expect([answer.from.at, answer.to.at]).toEqual([from, to]);
      answer.strikes.forEach((strike, row) => {
        expect(answer.call_oi_from[row]).toBe(sumOf(before, true, strike));
        expect(answer.put_oi_to[row]).toBe(sumOf(after, false, strike));
      });
      expect(answer.to.call_oi).toBeGreaterThan(0);
      expect(answer.to.spot).toBeGreaterThan(20_000);
    }
  });

  it("now is that of the chains, with their PCR and max pain", async () => {
    const request = Buffer.from(
      JSON.stringify({ underlying: nifty, expiry: Number(expiries[0]!.replaceAll("-", "")) }),
    );
    const { root, options } = chainFigures(await world.bus.request(chainSnapshotRequest(), request));
    const answer = await byStrike({ expiries: [expiries[0]!] });
    const sum = (isCall: boolean) =>
      tokens
        .filter((each) => each.isCall === isCall && each.expiry === expiries[0])
        .reduce((all, { token }) => all + options.get(token)!.oi, 0);
    expect([answer.to.call_oi, answer.to.put_oi]).toEqual([sum(true), sum(false)]);
    expect(answer.to).toMatchObject({
      spot: root.spot,
      forward: root.forward,
      atm_strike: root.atmStrike,
      max_pain: root.maxPain,
    });
    expect(answer.to.pcr).toBeCloseTo(root.pcr, 12);
  });

  it("of an earlier session begins with the close before it, which the next day's bars go on from", async () => {
    const end = Date.parse("2026-11-19T10:00:00+05:30");
    const { from, to, sessions } = await byStrike({ to: end });
    expect(sessions.map(({ date }) => date)).toEqual(["2026-11-19"]);
    expect(from.call_oi).toBeGreaterThan(0);
    expect(Math.abs(to.call_oi! / from.call_oi! - 1)).toBeLessThan(0.3);
  });

  it("has an etag, by which who has it is told so", async () => {
    const body = { underlying_symbol: "NIFTY", expiries, from: OPEN + MINUTE, to: OPEN + 10 * MINUTE };
    const first = await world.call(`${AT}/oi_by_strike`, body);
    expect(first.headers.etag).toMatch(/^W\/".{22}"$/);
    expect(first.headers["cache-control"]).toBe("private, no-cache");
    const again = await world.call(`${AT}/oi_by_strike`, body);
    expect(again.headers.etag).toBe(first.headers.etag);
  });
});

describe("a session by strike", { timeout: SOURCE_MS }, () => {
  it("is whole: every minute is that of two moments", async () => {
    const whole = await ask<OiMinutesResponse>("oi_minutes", { underlying_symbol: "NIFTY", expiries });
    const ended = (lastEnd() - OPEN) / MINUTE;
    expect(whole.minutes).toBe(ended + 1);
    const standing = (changes: readonly number[], minute: number): number => {
      let units = -1;
      for (let i = 0; i < changes.length && changes[i]! <= minute; i += 2) units = changes[i + 1]!;
      return units;
    };
    for (const minute of [0, 20, ended - 3, ended - 1]) {
      const { call_oi_to, put_oi_to } = await byStrike({ to: OPEN + (minute + 1) * MINUTE });
      expect(whole.call_oi.map((each) => standing(each, minute))).toEqual(call_oi_to.map((oi) => oi ?? -1));
      expect(whole.put_oi.map((each) => standing(each, minute))).toEqual(put_oi_to.map((oi) => oi ?? -1));
    }
    const { call_oi_from } = await byStrike({});
    expect(whole.previous_call_oi).toEqual(call_oi_from);
  });
});

describe("open interest over time", { timeout: SOURCE_MS }, () => {
  it("is the sum over the strikes, goes back by sessions, and ends with now", async () => {
    const body = { underlying_symbol: "NIFTY", expiries, sessions: 2 };
    const { times, call_oi, put_oi, sessions, running_at } = await ask<OiVsTimeResponse>("oi_vs_time", body);
    expect(sessions.map(({ date }) => date)).toEqual(["2026-11-19", "2026-11-20"]);
    expect(running_at).toBe(times.at(-1));
    const end = lastEnd() - MINUTE;
    const { to } = await byStrike({ to: end });
    const bar = times.indexOf(end - MINUTE);
    expect([call_oi[bar], put_oi[bar]]).toEqual([to.call_oi, to.put_oi]);
    expect(call_oi.every((oi) => oi === null || oi > 0)).toBe(true);
  });

  it("of futures has price and volume beside it", async () => {
    const { futures, times } = await ask<FutOiVsTimeResponse>("fut_oi_vs_time", {
      underlying_symbol: "RELIANCE",
      interval: "5M",
    });
    expect(futures).toHaveLength(3);
    expect(times[1]! - times[0]!).toBe(5 * MINUTE);
    for (const { oi, price, volume } of futures) {
      expect([oi.length, price.length, volume.length]).toEqual(Array(3).fill(times.length));
    }
    expect(futures[0]!.oi.at(-1)).toBeGreaterThan(0);
    expect(futures[0]!.previous_oi).toBeGreaterThan(0);
  });

  it("of contracts is that of their minutes", async () => {
    const own = tokens.find(({ isCall, strike }) => isCall && strike > 24_000)!;
    const { series, times } = await ask<MultistrikeOiResponse>("multistrike_oi", {
      underlying: "NIFTY",
      legs: [own.symbol],
      interval: "1M",
    });
    for (const end of [OPEN + 5 * MINUTE, lastEnd() - MINUTE]) {
      expect(series[0]!.oi[times.indexOf(end - MINUTE)]).toBe((await kept(end)).get(own.token));
    }
  });
});

describe("who is late", { timeout: SOURCE_MS }, () => {
  it("is told nothing after their market's instant, by no call", async () => {
    const late = now() - LATE_BY_MS;
    const { to } = await byStrike({}, "late");
    expect(to.at).toBeLessThanOrEqual(late);
    const whole = await ask<OiMinutesResponse>(
      "oi_minutes",
      { underlying_symbol: "NIFTY", expiries },
      "late",
    );
    expect(OPEN + (whole.minutes - 1) * MINUTE).toBeLessThanOrEqual(late);
    for (const [name, body] of [
      ["oi_vs_time", { underlying_symbol: "NIFTY", expiries }],
      ["fut_oi_vs_time", { underlying_symbol: "NIFTY" }],
      ["multistrike_oi", { underlying: "NIFTY", legs: [tokens[0]!.symbol], interval: "1M" }],
    ] as const) {
      const { times } = await ask<OiVsTimeResponse>(name, body, "late");
      expect(times.at(-1)!).toBeLessThanOrEqual(late);
    }
    const { status, body } = await world.call<ErrorBody>(
      `${AT}/oi_by_strike`,
      { underlying_symbol: "NIFTY", expiries, from: null, to: late + 2 * MINUTE },
      "late",
    );
    expect([status, body.error.code]).toEqual([400, "request.invalid"]);
    expect(body.error.message).toMatch(/future/);
  });

  it("is told of a minute that has ended the same as everybody", async () => {
    const end = Math.floor((now() - LATE_BY_MS) / MINUTE) * MINUTE - MINUTE;
    const [live, late] = [await byStrike({ to: end }), await byStrike({ to: end }, "late")];
    expect(late.call_oi_to).toEqual(live.call_oi_to);
  });
});

it.each([
  ["41 legs", "multistrike_oi", { underlying: "NIFTY", legs: Array(41).fill("NIFTY26NOV24500CE") }],
  [
    "an interval of 7 minutes",
    "oi_vs_time",
    { underlying_symbol: "NIFTY", expiries: ["2026-11-24"], interval: "7M" },
  ],
  ["an index as a leg", "multistrike_oi", { underlying: "NIFTY", legs: ["NIFTY"] }],
  ["twelve sessions by the minute", "fut_oi_vs_time", { underlying_symbol: "NIFTY", sessions: 12 }],
  ["a date that is none", "oi_minutes", { underlying_symbol: "NIFTY", expiries: ["tomorrow"] }],
  ["no symbol", "oi_by_strike", { expiries: ["2026-11-24"], from: null, to: null }],
])("refuses %s with what is wrong", async (_, name, body) => {
  const answer = await world.call<ErrorBody>(`${AT}/${name}`, body);
  expect([answer.status, answer.body.error.code]).toEqual([400, "request.invalid"]);
  expect(answer.body.error.message.length).toBeGreaterThan(10);
});

it("whatever is asked, nothing breaks: an answer, or what is wrong with the question", async () => {
  const instant = fc.oneof(
    fc.constant(null),
    fc.integer({ min: OPEN - 12 * 86_400_000, max: OPEN + 86_400_000 }),
    fc.double(),
    fc.integer({ min: OPEN, max: OPEN + 180 * MINUTE }),
  );
  const expiry = fc.oneof(
    fc.constantFrom(...expiries, "2026-11-17", "2026-02-31", "0000-00-00", "9999-99-99"),
    fc.string({ maxLength: 12 }),
  );
  const symbol = fc.oneof(
    fc.constantFrom("NIFTY", "RELIANCE", "nifty", "NOPE", ""),
    fc.string({ maxLength: 8 }),
  );
  const common = { underlying_symbol: symbol, expiries: fc.array(expiry, { maxLength: 9 }) };
  const sessions = fc.oneof(fc.constant(1), fc.integer({ min: -1, max: 101 }));
  const interval = fc.constantFrom("1M", "15M", "1D", "7");
  const question = fc.oneof(
    fc.tuple(fc.constant("oi_by_strike"), fc.record({ ...common, from: instant, to: instant })),
    fc.tuple(
      fc.constant("oi_minutes"),
      fc.record(
        { ...common, date: fc.constantFrom("2026-11-19", "2026-11-21", "2026-13-99", "x") },
        { requiredKeys: ["underlying_symbol", "expiries"] },
      ),
    ),
    fc.tuple(fc.constant("oi_vs_time"), fc.record({ ...common, interval, sessions })),
    fc.tuple(fc.constant("fut_oi_vs_time"), fc.record({ underlying_symbol: symbol, interval, sessions })),
    fc.tuple(
      fc.constant("multistrike_oi"),
      fc.record({
        underlying: symbol,
        legs: fc.array(fc.constantFrom(tokens[0]!.symbol, tokens[9]!.symbol, "NIFTY", "RELIANCE", ""), {
          maxLength: 4,
        }),
        interval,
        sessions,
      }),
    ),
  );
  const seen = new Set<number>();
  await fc.assert(
    fc.asyncProperty(question, async ([name, body]) => {
      const { status, body: told } = await world.call<ErrorBody>(`${AT}/${name}`, body);
      seen.add(status);
      expect([200, 400, 404], JSON.stringify([name, body, told]).slice(0, 600)).toContain(status);
      if (status !== 200) expect(told.error.message.length).toBeGreaterThan(10);
    }),
    { numRuns: 120, seed: 20261120 },
  );
  expect(seen).toContain(200);
}, 120_000);
