import { describe, expect, it } from "vitest";
import { encodeStats } from "#protocol/wire/codec.ts";
import { statsRequest } from "#server/market/bus/market-subjects.ts";
import type { MarketDay } from "#server/market/history/recorder.ts";
import type { KeptSettlement } from "#server/market/history/repository.ts";
import { createSettlementsKeeper, withCloses } from "#server/market/history/settlements-keeper.ts";
import { createLocalBus } from "#server/platform/bus/local.ts";
import { packSnapshots } from "#server/platform/bus/packing.ts";
import { statsSample } from "../../../support/market/stats-sample.ts";

const NIFTY = 256_265;
const RELIANCE = 738_561;
const USDINR = 900;
const at = (time: string): number => Date.parse(`2026-08-18T${time}:00+05:30`);
const followed = (underlying: number, exchange: "NFO" | "CDS") => ({
  underlying,
  exchange,
  linear: [],
  chains: [],
});
const day = (simulated: boolean): MarketDay => ({
  market: "kite",
  date: "2026-08-18",
  isInvented: simulated,
  heardAs: simulated ? "simulated" : "recorded",
  followed: [followed(NIFTY, "NFO"), followed(RELIANCE, "NFO"), followed(USDINR, "CDS")],
});

/** NIFTY and USDINR expire today, RELIANCE does not. */
function world({ simulated = false, isStoreAway = false } = {}) {
  const bus = createLocalBus();
  let now = at("15:30");
  let nifty = 24_154.9;
  let usdinr = 95.71;
  const asked: number[][] = [];
  const stored: KeptSettlement[] = [];
  bus.respond(statsRequest(), (payload) => {
    const { underlyings } = JSON.parse(Buffer.from(payload).toString()) as { underlyings: number[] };
    asked.push(underlyings);
    return packSnapshots(
      underlyings.map((underlying) => {
        const forward = underlying === NIFTY ? nifty : underlying === USDINR ? usdinr : 1_400;
        const expiry = underlying === RELIANCE ? 20260825 : 20260818;
        return encodeStats(...statsSample(underlying, [{ expiry, forward }]));
      }),
    );
  });
  const keeper = createSettlementsKeeper({
    bus,
    watch: { marketTime: () => now },
    store: {
      async putSettlements(_, settlements) {
        if (isStoreAway) throw new Error("storage is away");
        stored.push(...settlements);
      },
      settlements: async () => (isStoreAway ? Promise.reject(new Error("away")) : stored),
    },
  });
  return {
    keeper,
    asked,
    stored,
    hear: (time: string, isAgain = false) => {
      now = at(time);
      return keeper.hear(day(simulated), isAgain);
    },
    /** What the feed says of USDINR from now on: 0 while it cannot say. */
    sayUsdinr: (price: number) => {
      usdinr = price;
    },
    at: (time: string) => {
      now = at(time);
    },
    correct: (price: number) => {
      nifty = price;
    },
  };
}

describe("settlements of the day", () => {
  it("are asked for from the instant that fixes the payoff on, and of what has no expiry once", async () => {
    const { hear, asked, stored } = world();
    await hear("12:00");
    expect(asked).toEqual([]);
    await hear("15:30");
    expect(asked).toEqual([[USDINR]]);
    await hear("15:45");
    expect(asked.at(-1)).toEqual([NIFTY, RELIANCE, USDINR]);
    await hear("16:00");
    expect(asked.at(-1)).toEqual([NIFTY, USDINR]);
    expect(stored.find(({ underlying }) => underlying === NIFTY)).toEqual({
      underlying: NIFTY,
      expiry: 20260818,
      price: 24_154.9,
      origin: "closing_value",
      heardAt: at("15:45"),
    });
    expect(stored.find(({ underlying }) => underlying === USDINR)?.origin).toBe("last_price");
  });

  it("follow a correction, and are named simulated where the market is", async () => {
    const { hear, keeper, correct } = world({ simulated: true });
    await hear("15:45");
    correct(24_155);
    await hear("16:00");
    expect(await keeper.of("kite", NIFTY)).toMatchObject({
      known: [{ price: 24_155, origin: "simulated" }],
      isWhole: true,
    });
  });

  it("are not whole from the instant that fixes them until they are heard, and alone are asked for again", async () => {
    const { hear, keeper, asked, sayUsdinr, at } = world();
    const isWhole = async (underlying: number) => (await keeper.of("kite", underlying)).isWhole;
    expect(await isWhole(NIFTY)).toBe(false);
    expect(await hear("12:00")).toBe(true);
    expect(await isWhole(NIFTY)).toBe(true);
    sayUsdinr(0);
    at("15:45");
    expect([await isWhole(NIFTY), await isWhole(USDINR)]).toEqual([false, false]);
    expect(await hear("15:45")).toBe(false);
    expect([await isWhole(NIFTY), await isWhole(RELIANCE), await isWhole(USDINR)]).toEqual([
      true,
      true,
      false,
    ]);
    sayUsdinr(95.71);
    expect(await hear("15:46", true)).toBe(true);
    expect(asked.at(-1)).toEqual([USDINR]);
    expect(await isWhole(USDINR)).toBe(true);
  });

  it("are known without storage as well", async () => {
    const { hear, keeper } = world({ isStoreAway: true });
    await expect(hear("15:45")).rejects.toThrow("away");
    expect(await keeper.of("kite", NIFTY)).toMatchObject({ known: [{ price: 24_154.9 }], isWhole: false });
  });
});

describe("days without a settlement", () => {
  it("have the close of the underlying, as an estimate; what settled stays what it settled at (KEEP-5)", () => {
    const known = [{ expiry: 20260818, price: 24_154.9, origin: "closing_value" as const }];
    const closes = [
      { date: 20260817, spot: 24_010 },
      { date: 20260818, spot: 24_150 },
      { date: 20260819, spot: null },
      { date: 20260820, spot: 24_200.5 },
    ];
    expect(withCloses(known, closes)).toEqual([
      { expiry: 20260817, price: 24_010, origin: "evening_spot" },
      ...known,
      { expiry: 20260820, price: 24_200.5, origin: "evening_spot" },
    ]);
  });
});
