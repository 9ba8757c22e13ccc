/** What the legs of a kept strategy that are over settled at (rule KEEP-5). */

import { type ContractSettlement, type Settlement, settlementOf } from "../../settlement/settlement.ts";
import type { IsoDate } from "../../units/iso-date.ts";
import type { KeptTerms } from "./content.ts";

/** What the market says an expiry of the underlying settled at. */
export interface ExpirySettlement extends Settlement {
  readonly expiry: IsoDate;
}

/** A leg that is over. */
export interface SettledLeg<T> {
  readonly leg: T;
  readonly settlement: ContractSettlement;
  /** Rupees, before charges; NaN where price of entry or settlement is not known. */
  readonly realised: number;
}

type Dealt = Pick<KeptTerms, "type" | "strike" | "expiry" | "quantity" | "multiplier" | "entryPrice">;

/** @param today market day: a leg is over when its expiry is before it */
export function isOverOn({ expiry }: Pick<KeptTerms, "expiry">, today: IsoDate): boolean {
  return expiry !== null && expiry < today;
}

/** Of each leg that is over what it settled at and what came of it, with lot and multiplier of the day it was kept. */
export function settledLegs<T extends Dealt>(
  legs: readonly T[],
  settlements: readonly ExpirySettlement[],
  today: IsoDate,
): readonly SettledLeg<T>[] {
  const byExpiry = new Map(settlements.map((each) => [each.expiry, each]));
  return legs
    .filter((leg) => isOverOn(leg, today))
    .map((leg) => {
      const settlement = settlementOf({
        type: leg.type,
        strike: leg.strike,
        market: byExpiry.get(leg.expiry!) ?? null,
        contractPrice: null,
        underlyingClose: null,
        eveningSpot: Number.NaN,
      });
      const entry = leg.entryPrice ?? Number.NaN;
      return { leg, settlement, realised: (settlement.value - entry) * leg.quantity * leg.multiplier };
    });
}
