import { expect, it } from "vitest";
import { lastTradeInstant } from "#domain/calendar/expiries.ts";
import { createInstrumentDirectory } from "#server/market/instruments/directory.ts";
import { metacacheBody } from "#tests/support/market/metacache-body.ts";

const body = {
  ...metacacheBody(),
  futures: {
    underlyer: [0, 0],
    expiry: [20261229, 20261124],
    type: ["monthly", "monthly"],
    token: [14_000_386, 14_000_130],
    lotSize: [65, 65],
    tickSize: [0.1, 0.1],
  },
};

it("finds a contract by what it is: a weekly future is not its month's, and none is found for a day that has none", () => {
  const directory = createInstrumentDirectory({
    ...body,
    futures: { ...body.futures, expiry: [20261127, 20261124], type: ["weekly", "monthly"] },
  });
  expect(directory.byTerms(0, "FUT", "2026-11-24", 0)).toMatchObject({
    tradingsymbol: "NIFTY26NOVFUT",
    expiry_type: "monthly",
  });
  expect(directory.byTerms(0, "FUT", "2026-11-27", 0)).toMatchObject({
    tradingsymbol: "NIFTY26N27FUT",
    expiry_type: "weekly",
  });
  expect(directory.bySymbol("NIFTY26N27FUT")).toMatchObject({ expiry: "2026-11-27" });
  expect(directory.byTerms(0, "FUT", "2026-11-26", 0)).toBeNull();

  const strike = body.chains.strikes[1]![4]!;
  expect(directory.byTerms(0, "PE", "2026-12-01", strike)).toMatchObject({
    instrument_type: "PE",
    expiry: "2026-12-01",
    strike,
  });
  expect(directory.byTerms(0, "PE", "2026-12-01", strike + 1)).toBeNull();
  expect(directory.byTerms(1, "PE", "2026-12-01", strike)).toBeNull();
});

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
