/** What holds of all calls about a chart's past: who is late, etags, and questions of any kind. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type ErrorBody,
  MINUTE,
  OPEN,
  type PastCalls,
  SOURCE_MS,
  startPastCalls,
} from "#tests/support/charts/past-calls.ts";
import { LATE_BY_MS } from "../../../support/market/history-world.ts";

let past: PastCalls;
beforeAll(async () => {
  past = await startPastCalls();
}, SOURCE_MS);
afterAll(() => past?.world.stop());

describe("who is late", { timeout: SOURCE_MS }, () => {
  it("is told nothing after their market's instant, and before it the same as everybody", async () => {
    const late = () => past.now() - LATE_BY_MS;
    for (const symbol of ["NIFTY", past.future, past.call.symbol]) {
      const [live, own] = [await past.bars(symbol, "1M"), await past.bars(symbol, "1M", {}, "late")];
      expect(own.running_at).toBe(Math.floor(late() / MINUTE) * MINUTE);
      expect(own.times.at(-1)).toBe(own.running_at);
      const ended = own.times.length - 1;
      for (const name of ["open", "high", "low", "close", "volume", "oi"] as const)
        expect(own[name]?.slice(0, ended)).toEqual(live[name]?.slice(0, ended));
      // Of the minute that is on in it, that market alone tells: history has the whole of it.
      expect([own.high[ended], own.low[ended]]).toEqual([own.close[ended], own.close[ended]]);
    }
    const [live, own] = [
      await past.measures({ expiries: [past.near] }),
      await past.measures({ expiries: [past.near] }, "late"),
    ];
    expect(own.times.at(-1)!).toBeLessThanOrEqual(late());
    const ended = own.times.length - 1;
    expect(own.expiries[0]!.forward!.slice(0, ended)).toEqual(live.expiries[0]!.forward!.slice(0, ended));
    expect(own.underlying.spot!.at(-1)).not.toBe(live.underlying.spot!.at(-1));
    const query = `tradingsymbol=NIFTY&interval=1M&to=${late() + 2 * MINUTE}`;
    const { status, body } = await past.world.call<ErrorBody>(`/v1/charts/bars?${query}`, undefined, "late");
    expect([status, body.error.code]).toEqual([400, "request.invalid"]);
    expect(body.error.message).toMatch(/future/);
  });
});

it("bars and measures have an etag, by which who has the answer is told so", async () => {
  const path = `/v1/charts/bars?tradingsymbol=NIFTY&interval=5M&to=${OPEN + 30 * MINUTE}`;
  const [first, again] = [await past.world.call(path), await past.world.call(path)];
  expect(first.headers.etag).toMatch(/^W\/".{22}"$/);
  expect(again.headers.etag).toBe(first.headers.etag);
  expect(first.headers["cache-control"]).toBe("private, no-cache");
  const body = { underlying_symbol: "NIFTY", date: "2026-11-19", interval: "60M" };
  expect((await past.world.call("/v1/compute/charts/measures", body)).headers.etag).toMatch(/^W\//);
});

it("whatever is asked, nothing breaks: an answer, or what is wrong with the question", async () => {
  const symbol = fc.constantFrom(
    "NIFTY",
    "RELIANCE",
    past.future,
    past.call.symbol,
    "nope",
    "NIFTY26N1724500CE",
    "",
    "%",
  );
  const instant = fc.oneof(
    fc.integer({ min: OPEN - 20 * 86_400_000, max: OPEN + 86_400_000 }).map(String),
    fc.constantFrom("0", "999999999999999", "x", "-1", ""),
  );
  const interval = fc.constantFrom("1M", "5M", "60M", "1D", "1W", "1MO", "7");
  const query = fc.record(
    { tradingsymbol: symbol, interval, from: instant, to: instant },
    { requiredKeys: ["tradingsymbol", "interval"] },
  );
  const day = fc.constantFrom(
    past.near,
    "2026-11-17",
    "2026-11-10",
    "2026-02-31",
    "2026-11-21",
    "0000-00-00",
    "9999-99-99",
  );
  const body = fc.record(
    {
      underlying_symbol: fc.constantFrom("NIFTY", "RELIANCE", "nope", ""),
      expiries: fc.array(day, { maxLength: 4 }),
      measures: fc.array(fc.constantFrom("spot", "iv30", "atm_iv", "pcr", "delta"), { maxLength: 4 }),
      interval: fc.constantFrom("5M", "60M", "1D", "1W"),
      sessions: fc.integer({ min: 0, max: 12 }),
      date: day,
      nearest: fc.boolean(),
    },
    { requiredKeys: ["underlying_symbol"] },
  );
  const rolling = fc.record(
    {
      expiry: day,
      steps: fc.integer({ min: -1, max: 41 }),
      reference: fc.constantFrom("forward", "spot", "vix"),
    },
    { requiredKeys: [] },
  );
  const leg = fc.record({
    tradingsymbol: symbol,
    trade_action: fc.constantFrom("BUY", "SELL", "HOLD"),
    quantity: fc.constantFrom(0, 1, 65, 130, 1e12),
  });
  const premiums = fc.record(
    {
      underlying_symbol: fc.constantFrom("NIFTY", "RELIANCE", "nope"),
      strategies: fc.array(
        fc.record({ legs: fc.array(leg, { maxLength: 7 }), rolling }, { requiredKeys: [] }),
        {
          maxLength: 7,
        },
      ),
      interval: fc.constantFrom("1M", "15M", "7"),
      sessions: fc.integer({ min: 0, max: 3 }),
    },
    { requiredKeys: ["underlying_symbol", "strategies"] },
  );
  const seen = new Set<number>();
  const question = fc.oneof(
    query.map((each) => [`/v1/charts/bars?${new URLSearchParams(each)}`, undefined] as const),
    body.map((each) => ["/v1/compute/charts/measures", each] as const),
    premiums.map((each) => ["/v1/compute/charts/premium", each] as const),
    fc
      .record({
        underlying_symbol: body.map((each) => each.underlying_symbol),
        expiry: day,
        count: fc.nat(13),
      })
      .map((each) => ["/v1/compute/charts/premium_expiries", each] as const),
  );
  await fc.assert(
    fc.asyncProperty(question, async ([path, sent]) => {
      const { status, body: told } = await past.world.call<ErrorBody>(path, sent);
      seen.add(status);
      expect([200, 400, 404], JSON.stringify([path, sent, told]).slice(0, 600)).toContain(status);
      if (status !== 200) expect(told.error.message.length).toBeGreaterThan(10);
    }),
    { numRuns: 150, seed: 20261120 },
  );
  expect([...seen].sort()).toEqual([200, 400, 404]);
}, 300_000);
