/** What placed legs bring at the nearest expiry, by definition: bought at today's value, valued leg by leg. */
import { blackPrice } from "#domain/pricing/black76.ts";
import { yearsToExpiry } from "#domain/pricing/time.ts";
import type { PlacedLeg } from "#domain/strategy/presets/build.ts";
import type { PresetWorld } from "./preset-worlds.ts";

/** Rupees for one lot of one unit, at the forward's price at the expiry of the earliest option. */
export function expiryPnl(world: PresetWorld, legs: readonly PlacedLeg[]): (price: number) => number {
  const { now, expiries } = world.market;
  const options = legs.filter(({ contract }) => contract.type !== "FUT");
  const first = Math.min(...options.map(({ contract }) => contract.expiryInstant));
  const at = (price: number) =>
    legs.reduce((sum, { contract, action, lots }) => {
      const sign = (action === "BUY" ? 1 : -1) * lots;
      const { type, strike } = contract;
      if (type !== "CE" && type !== "PE") return sum + sign * (price - world.spot);
      const expiry = expiries.find((each) => each.expiry === contract.expiry)!;
      const iv = expiry.iv[expiry.strikes.indexOf(strike)]!;
      const years = yearsToExpiry(now, expiry.expiryInstant);
      const left = yearsToExpiry(first, expiry.expiryInstant);
      const entry = blackPrice(type, expiry.forward, strike, years, iv, 0);
      const basis = left > 0 ? ((expiry.forward - world.spot) * left) / years : 0;
      return sum + sign * (blackPrice(type, price + basis, strike, left, iv, 0) - entry);
    }, 0);
  return at;
}
