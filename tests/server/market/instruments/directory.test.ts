import { expect, it } from "vitest";
import { lastTradeInstant } from "#domain/calendar/expiries.ts";
import { createInstrumentDirectory } from "#server/market/instruments/directory.ts";
import { metacacheBody } from "#tests/support/market/metacache-body.ts";

const body = {
  ...metacacheBody(),
  futures: {
    underlyer: [0, 0],
    expiry: [20261229, 20261124],
    token: [14_000_386, 14_000_130],
    lotSize: [65, 65],
    tickSize: [0.1, 0.1],
  },
};

it("names as closest the first future that trades on, of each contract as of the underlying", () => {
  const last = lastTradeInstant("NFO", "2026-11-24");
  let now: number | null = null;
  const directory = createInstrumentDirectory(body, () => now);
  const closest = () => [
    directory.spot(0).closest_future,
    directory.futures(0)[0]!.closest_future,
    directory.options(0)[0]!.closest_future,
  ];
  expect(new Set(closest())).toEqual(new Set(["NIFTY26NOVFUT"]));
  now = last - 1;
  expect(new Set(closest())).toEqual(new Set(["NIFTY26NOVFUT"]));
  now = last;
  expect(new Set(closest())).toEqual(new Set(["NIFTY26DECFUT"]));
  now = lastTradeInstant("NFO", "2026-12-29");
  expect(new Set(closest())).toEqual(new Set([null]));
});
