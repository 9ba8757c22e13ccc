/** A simulated market on stepped time, recorded: its measures by the minute and its days, before and after a restart. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { compactDate, fromCompactDate } from "#domain/calendar/ist.ts";
import { chainView } from "#protocol/wire/codec.ts";
import type { PastClosesMessage } from "#server/market/bus/bus-messages.ts";
import { chainSnapshotRequest, pastClosesRequest } from "#server/market/bus/market-subjects.ts";
import { createHistory } from "#server/market/history/market-history.ts";
import type { Store } from "#server/roles/storage/store.ts";
import { type HistoryWorld, startHistoryWorld } from "../../../../support/market/history-world.ts";
import { freshStore } from "../../../../support/store/store.ts";

const MARKET = "sim 1 exchange";
const MINUTE = 60_000;
/** Ten minutes before the derivatives' close. */
const AFTERNOON = Date.parse("2026-11-20T15:30:00+05:30");

let store: Store;
let world: HistoryWorld;
let nifty: number;
let expiry: number;
let now: number;
beforeAll(async () => {
  store = await freshStore();
  world = await startHistoryWorld({ store, startAt: AFTERNOON });
  await world.known();
  await world.pass(9 * MINUTE);
  const { directory } = await world.doors.metacache.get();
  const u = directory.underlyer("NIFTY");
  nifty = directory.spot(u).instrument_token;
  expiry = compactDate(directory.expiries(u)[0]!);
  now = world.doors.watch.marketTime()!;
}, 120_000);
afterAll(() => world?.stop());

const read = (rest: { readonly sessionsBefore: number }, history = world.history, until = now) =>
  history.measures({ underlying: nifty, exchange: "NFO", expiries: [expiry], span: rest, until });

it("the present day's measures are what the chain said in each minute, and storage has the same", async () => {
  const [day] = (await read({ sessionsBefore: 0 }))!;
  const known = Array.from(day!.expiries[0]!.forward.keys()).filter((i) => day!.expiries[0]!.forward[i]! > 0);
  // The test's clock runs sixty times as fast as the feed solves chains that nobody looks at.
  expect(known.length).toBeGreaterThan(0);
  expect(day!.recordedSince).toBeGreaterThanOrEqual(AFTERNOON);
  expect(day!.origin).toBe("simulated");
  const i = known.at(-1)!;
  const request = Buffer.from(JSON.stringify({ underlying: nifty, expiry }));
  const view = chainView(await world.bus.request(chainSnapshotRequest(), request));
  if ("error" in view) throw new Error("no chain");
  const [figures] = day!.expiries;
  expect(Math.abs(figures!.forward[i]! / view.root.forward - 1)).toBeLessThan(0.005);
  expect(Math.abs(figures!.atmIv[i]! / view.root.atmIv - 1)).toBeLessThan(0.2);
  expect(figures!.pcr[i]).toBe(figures!.putOi[i]! / figures!.callOi[i]!);
  expect(Math.abs(figures!.pcr[i]! / view.root.pcr - 1)).toBeLessThan(0.05);
});

it("a day before has the bars' own spot, whoever asks, and unknown figures stay unknown", async () => {
  const [before] = (await read({ sessionsBefore: 1 }))!;
  expect([before!.date, before!.origin, before!.recordedSince]).toEqual(["2026-11-19", "simulated", null]);
  const to = before!.open + before!.length * MINUTE;
  const bars = await world.history.quarters(
    [{ token: nifty, underlying: nifty, exchange: "NFO", expiry: 0 }],
    1,
    now,
  );
  const [points] = bars!.get(nifty)!;
  expect(points!.points.length).toBeGreaterThan(20);
  for (const { start, close } of points!.points) {
    const last = (Math.min(start + 15 * MINUTE, to) - before!.open) / MINUTE - 1;
    const spot = before!.spot[last]!;
    // Of minutes and of quarters of an hour the past is made by itself: they agree to a hundredth of a per cent.
    if (spot > 0) expect(Math.abs(close / 100 / spot - 1)).toBeLessThan(1e-4);
  }
  expect(before!.expiries[0]!.callVolume.every(Number.isNaN)).toBe(true);
});

it("days are heard at the close, made up before, and stored; a process that begins later has the same", async () => {
  const days = (await world.history.days(nifty, "2026-11-01", "2026-11-20"))!;
  expect(days.map(({ date }) => date).at(-1)).toBe(20261119);
  expect(days.every(({ origin }) => origin === "simulated")).toBe(true);
  for (const { high, low, open, close } of days) {
    expect(low!).toBeLessThanOrEqual(Math.min(open!, close));
    expect(high!).toBeGreaterThanOrEqual(Math.max(open!, close));
  }
  const question = Buffer.from(JSON.stringify({ underlying: nifty, days: 60 }));
  const answer = await world.bus.request(pastClosesRequest(), question, 60_000);
  const told = JSON.parse(Buffer.from(answer).toString()) as PastClosesMessage;
  const closes = new Map(told.closes!.map(([date, spot]) => [date, spot]));
  for (const { date, close } of days) expect(close).toBe(closes.get(fromCompactDate(date)));
  await world.pass(8 * MINUTE);
  await expect.poll(() => store.dailyBars.days(MARKET, nifty, 20261120, 20261120)).toHaveLength(1);
  const [heard] = await store.dailyBars.days(MARKET, nifty, 20261120, 20261120);
  expect(heard!.high!).toBeGreaterThanOrEqual(Math.max(heard!.open!, heard!.close));
  expect(heard!.futuresOi!).toBeGreaterThan(0);
  const before = (await read({ sessionsBefore: 0 }))!;
  await world.history.stop();
  const again = createHistory({ ...world.options, watch: { ...world.doors.watch, onEpoch() {} } });
  try {
    await world.known(2);
    expect(await again.days(nifty, "2026-11-01", "2026-11-20")).toEqual(days);
    expect(await read({ sessionsBefore: 0 }, again)).toEqual(before);
  } finally {
    await again.stop();
  }
});
