import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createContractList } from "#domain/strategy/contract-list.ts";
import {
  changeExpiry,
  flip,
  moveTo,
  setEntryPrice,
  setQuantity,
  swapType,
  toggleSelection,
} from "#domain/strategy/legs/change.ts";
import { changeStrike, stepStrike } from "#domain/strategy/legs/change-strike.ts";
import {
  addOrUpdate,
  clearPositions,
  clearTrades,
  compareLegs,
  deleteTrade,
  resetPrices,
  tradesOf,
} from "#domain/strategy/legs/list.ts";
import type { Leg } from "#domain/strategy/model.ts";
import { buildPreset } from "#domain/strategy/presets/build.ts";
import { simulatedWorld } from "../preset-worlds.ts";
import {
  ATM,
  asPosition,
  bought,
  contracts,
  FAR,
  ids,
  NEAR,
  option,
  STRIKES,
  share,
} from "./legs-fixture.ts";

const at = (legs: readonly Leg[], i: number) => legs[i]!;

describe("one leg", () => {
  const legs = bought(option("CE", ATM), option("PE", ATM));
  const id = at(legs, 0).id;

  test("is deselected and selected again", () => {
    const off = toggleSelection(legs, id);
    expect(off.map(({ isSelected }) => isSelected)).toEqual([false, true]);
    expect(toggleSelection(off, id)).toEqual(legs);
  });

  test("is flipped from bought to sold and back, its price and size kept", () => {
    const sold = flip(legs, id);
    expect(at(sold, 0)).toEqual({ ...at(legs, 0), quantity: -65 });
    expect(flip(sold, id)).toEqual(legs);
  });

  test("takes an entry price of 0 or more, or the market's, and no other", () => {
    expect(at(setEntryPrice(legs, id, 0), 0).entryPrice).toBe(0);
    expect(at(setEntryPrice(legs, id, null), 0).entryPrice).toBeNull();
    for (const price of [-0.05, Number.NaN, Infinity, 100]) expect(setEntryPrice(legs, id, price)).toBe(legs);
  });

  test("takes a quantity and stays sold when it was", () => {
    const sold = flip(legs, id);
    expect(at(setQuantity(sold, id, 130), 0).quantity).toBe(-130);
    expect(at(setQuantity(legs, id, 100), 0).quantity).toBe(100);
    for (const units of [0, -65, 1.5, Number.NaN, Infinity, 65])
      expect(setQuantity(legs, id, units)).toBe(legs);
  });

  test("that is not there changes nothing", () => {
    for (const after of [
      toggleSelection(legs, "x"),
      flip(legs, "x"),
      setEntryPrice(legs, "x", 1),
      setQuantity(legs, "x", 65),
      swapType(legs, "x", contracts),
      changeExpiry(legs, "x", FAR, contracts),
      changeStrike(legs, "x", ATM, contracts),
      stepStrike(legs, "x", 1, contracts),
      deleteTrade(legs, "x"),
    ]) {
      expect(after).toBe(legs);
    }
  });

  test("that is a position can be selected and nothing else", () => {
    const position = asPosition(at(legs, 0));
    const all = [position, at(legs, 1)];
    expect(at(toggleSelection(all, position.id), 0).isSelected).toBe(false);
    for (const after of [
      flip(all, position.id),
      setEntryPrice(all, position.id, 1),
      setQuantity(all, position.id, 130),
      changeExpiry(all, position.id, FAR, contracts),
      changeStrike(all, position.id, ATM + 100, contracts),
      stepStrike(all, position.id, 1, contracts),
      deleteTrade(all, position.id),
    ]) {
      expect(after).toBe(all);
    }
  });
});

describe("another contract", () => {
  test("is as many lots at the market's price, with its own lot", () => {
    const [leg] = bought(option("CE", ATM));
    const legs = [{ ...leg!, quantity: -195, customIv: 0.2, settlement: { price: 1, underlyingClose: 2 } }];
    const target = { ...option("PE", ATM + 50), lotSize: 75 };
    expect(at(moveTo(legs, leg!.id, target), 0)).toEqual({
      ...legs[0],
      ...target,
      quantity: -225,
      entryPrice: null,
      customIv: null,
      quote: {
        lastPrice: Number.NaN,
        usablePrice: Number.NaN,
        bid: Number.NaN,
        ask: Number.NaN,
        isLiquid: false,
        warnings: [],
      },
      settlement: null,
    });
    const odd = [{ ...leg!, quantity: 100 }];
    expect(at(moveTo(odd, leg!.id, target), 0).quantity).toBe(100);
  });

  test("a call becomes the put of its strike; futures and shares stay what they are", () => {
    const legs = bought(option("CE", ATM), contracts.futures[0]!, share());
    expect(at(swapType(legs, "leg-1", contracts), 0)).toMatchObject(option("PE", ATM));
    expect(swapType(legs, "leg-2", contracts)).toBe(legs);
    expect(swapType(legs, "leg-3", contracts)).toBe(legs);
    expect(changeExpiry(legs, "leg-3", NEAR, contracts)).toBe(legs);
  });

  test("another expiry has the same strike, or the nearest it lists", () => {
    const legs = bought(option("CE", ATM), contracts.futures[0]!);
    expect(at(changeExpiry(legs, "leg-1", FAR, contracts), 0)).toMatchObject(option("CE", ATM, FAR));
    const few = createContractList([option("CE", ATM + 150, FAR), option("CE", ATM - 500, FAR)]);
    expect(at(changeExpiry(legs, "leg-1", FAR, few), 0).strike).toBe(ATM + 150);
    const later = contracts.futures[1]!;
    expect(at(changeExpiry(legs, "leg-2", later.expiry!, contracts), 1)).toMatchObject(later);
    expect(changeExpiry(legs, "leg-1", NEAR, contracts)).toBe(legs);
    expect(changeExpiry(legs, "leg-1", "2099-01-01", contracts)).toBe(legs);
  });

  test("is ignored when another trade holds it, and not when only a position does", () => {
    const legs = bought(option("CE", ATM), option("PE", ATM), option("CE", ATM, FAR));
    expect(swapType(legs, "leg-1", contracts)).toBe(legs);
    expect(changeExpiry(legs, "leg-1", FAR, contracts)).toBe(legs);
    const beside = [at(legs, 0), asPosition(at(legs, 1))];
    expect(at(swapType(beside, "leg-1", contracts), 0).type).toBe("PE");
  });
});

describe("strikes", () => {
  const legs = bought(
    option("CE", ATM),
    option("CE", ATM + 50),
    option("PE", ATM + 100),
    option("CE", ATM + 100, FAR),
  );

  test("the nearest is taken, past those of the same expiry and type", () => {
    const moved = (strike: number) => at(changeStrike(legs, "leg-1", strike, contracts), 0).strike;
    expect(moved(ATM + 210)).toBe(ATM + 200);
    expect(moved(ATM + 100)).toBe(ATM + 100);
    // Held by leg-2, and its own strike is as near as the one above: the lower of the two.
    expect(changeStrike(legs, "leg-1", ATM + 50, contracts)).toBe(legs);
    expect(moved(ATM + 60)).toBe(ATM + 100);
    expect(moved(1)).toBe(STRIKES[0]);
    expect(moved(1e9)).toBe(STRIKES.at(-1));
    expect(changeStrike(legs, "leg-1", Number.NaN, contracts)).toBe(legs);
  });

  test("stepping takes the next free one, and stops at the ends", () => {
    expect(at(stepStrike(legs, "leg-1", 1, contracts), 0).strike).toBe(ATM + 100);
    expect(at(stepStrike(legs, "leg-2", -1, contracts), 1).strike).toBe(ATM - 50);
    const last = bought(option("CE", STRIKES.at(-1)!), option("CE", STRIKES[0]!));
    expect(stepStrike(last, "leg-1", 1, contracts)).toBe(last);
    expect(stepStrike(last, "leg-2", -1, contracts)).toBe(last);
  });

  test("stepping skips a gap in the list", () => {
    const gap = createContractList([option("CE", ATM), option("CE", ATM + 300)]);
    expect(at(stepStrike(bought(option("CE", ATM)), "leg-1", 1, gap), 0).strike).toBe(ATM + 300);
  });

  test("a future and a share have none", () => {
    const plain = bought(contracts.futures[0]!, share());
    for (const id of ["leg-1", "leg-2"]) {
      expect(changeStrike(plain, id, ATM, contracts)).toBe(plain);
      expect(stepStrike(plain, id, 1, contracts)).toBe(plain);
    }
  });
});

describe("the list of legs", () => {
  const SELL = { action: "SELL", quantity: 130, entryPrice: 90 } as const;

  test("a new contract is added selected, one that is there is updated in its place", () => {
    const legs = bought(option("CE", ATM), option("PE", ATM));
    const added = addOrUpdate(legs, option("CE", ATM + 50), SELL, () => "new");
    expect(at(added, 2)).toMatchObject({
      id: "new",
      quantity: -130,
      entryPrice: 90,
      isSelected: true,
      kind: "trade",
    });
    const updated = addOrUpdate(toggleSelection(legs, "leg-1"), option("CE", ATM), SELL, () => "new");
    expect(updated).toHaveLength(2);
    expect(at(updated, 0)).toEqual({ ...at(legs, 0), quantity: -130, entryPrice: 90, isSelected: false });
  });

  test("a deal that is none is ignored", () => {
    const legs = bought(option("CE", ATM));
    for (const deal of [
      { ...SELL, quantity: 0 },
      { ...SELL, quantity: 0.5 },
      { ...SELL, entryPrice: -1 },
    ]) {
      expect(addOrUpdate(legs, option("PE", ATM), deal, ids())).toBe(legs);
    }
  });

  test("a position does not stand in the way of a trade on its contract", () => {
    const [leg] = bought(option("CE", ATM));
    const added = addOrUpdate([asPosition(leg!)], option("CE", ATM), SELL, () => "new");
    expect(added.map(({ kind }) => kind)).toEqual(["position", "trade"]);
  });

  test("trades and positions are cleared apart", () => {
    const legs = bought(option("CE", ATM), option("PE", ATM));
    const mixed = [...legs, asPosition(at(legs, 0))];
    expect(clearTrades(mixed)).toEqual([mixed[2]]);
    expect(clearPositions(mixed)).toEqual(legs);
    expect(clearPositions(legs)).toBe(legs);
    expect(deleteTrade(mixed, "leg-1")).toEqual(mixed.slice(1));
  });

  test("prices go back to the market's for trades, never for positions", () => {
    const legs = bought(option("CE", ATM));
    const mixed = [...legs, asPosition(at(legs, 0))];
    const reset = resetPrices(mixed);
    expect(reset.map(({ entryPrice }) => entryPrice)).toEqual([null, 100]);
    expect(resetPrices(reset)).toBe(reset);
  });

  test("futures come first, then calls, puts and shares", () => {
    const legs = bought(
      share(),
      option("PE", ATM),
      option("CE", ATM, FAR),
      option("CE", ATM + 50),
      option("CE", ATM),
      contracts.futures[0]!,
    );
    const shown = legs.toSorted(compareLegs).map(({ type, strike, expiry }) => `${type} ${strike} ${expiry}`);
    expect(shown).toEqual([
      `FUT 0 ${contracts.futures[0]!.expiry}`,
      `CE ${ATM} ${NEAR}`,
      `CE ${ATM + 50} ${NEAR}`,
      `CE ${ATM} ${FAR}`,
      `PE ${ATM} ${NEAR}`,
      "EQ 0 null",
    ]);
  });

  test("a ready-made strategy becomes its trades", () => {
    const outcome = buildPreset("BATMAN", simulatedWorld("NIFTY"), NEAR);
    const legs = tradesOf(outcome.ok ? outcome.legs : [], 2, ids());
    expect(legs.map(({ quantity }) => quantity)).toEqual([130, -260, 130, -260]);
    expect(new Set(legs.map(({ id }) => id)).size).toBe(4);
    expect(legs.every(({ entryPrice, customIv }) => entryPrice === null && customIv === null)).toBe(true);
  });
});

test("no run of actions puts one contract into two trades, or leaves one that is not listed", () => {
  const action = fc.record({
    what: fc.constantFrom("strike", "step", "swap", "expiry", "add", "delete", "flip"),
    leg: fc.integer({ min: 1, max: 6 }),
    strike: fc.integer({ min: ATM - 300, max: ATM + 300 }),
    direction: fc.constantFrom(1 as const, -1 as const),
    expiry: fc.constantFrom(NEAR, FAR),
    type: fc.constantFrom("CE" as const, "PE" as const),
  });
  fc.assert(
    fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
      const newId = ids();
      let legs: readonly Leg[] = [];
      for (const { what, leg, strike, direction, expiry, type } of actions) {
        const id = `leg-${leg}`;
        const deal = { action: "BUY", quantity: 65, entryPrice: null } as const;
        const nearest = STRIKES.find((each) => each >= strike)!;
        if (what === "strike") legs = changeStrike(legs, id, strike, contracts);
        else if (what === "step") legs = stepStrike(legs, id, direction, contracts);
        else if (what === "swap") legs = swapType(legs, id, contracts);
        else if (what === "expiry") legs = changeExpiry(legs, id, expiry, contracts);
        else if (what === "add") legs = addOrUpdate(legs, option(type, nearest, expiry), deal, newId);
        else if (what === "delete") legs = deleteTrade(legs, id);
        else legs = flip(legs, id);
        expect(new Set(legs.map(({ token }) => token)).size).toBe(legs.length);
        for (const each of legs) {
          const listed = contracts.option(each.type as "CE", each.expiry!, each.strike);
          expect(listed?.tradingsymbol).toBe(each.tradingsymbol);
        }
      }
    }),
  );
});
