/** Trades of a simulated NIFTY by short names: "C24000" near, "P24000 far", "F". */
import type { LegContract } from "#domain/strategy/contract-list.ts";
import { addOrUpdate, type NewId } from "#domain/strategy/legs/list.ts";
import type { Leg } from "#domain/strategy/model.ts";
import { simulatedWorld } from "../preset-worlds.ts";

export const { contracts } = simulatedWorld("NIFTY");
export const [NEAR = "", FAR = ""] = contracts.expiries;
export const STRIKES = contracts.strikes("CE", NEAR);
export const ATM = STRIKES.find((strike) => strike >= 24_000)!;

export function ids(): NewId {
  let last = 0;
  return () => `leg-${++last}`;
}

export function option(type: "CE" | "PE", strike: number, expiry = NEAR): LegContract {
  return contracts.option(type, expiry, strike)!;
}

/** One lot bought of each at 100 rupees. */
export function bought(...all: readonly LegContract[]): readonly Leg[] {
  const newId = ids();
  return all.reduce<readonly Leg[]>(
    (legs, contract) =>
      addOrUpdate(legs, contract, { action: "BUY", quantity: contract.lotSize, entryPrice: 100 }, newId),
    [],
  );
}

export function asPosition(leg: Leg, id = `position-${leg.id}`): Leg {
  return { ...leg, id, kind: "position", bookedPnl: 50 };
}

export function share(): LegContract {
  return {
    token: 738561,
    tradingsymbol: "RELIANCE",
    type: "EQ",
    strike: 0,
    expiry: null,
    expiryInstant: Number.NaN,
    lotSize: 1,
    multiplier: 1,
  };
}
