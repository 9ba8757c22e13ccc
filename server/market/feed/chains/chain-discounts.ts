import type { FittedDiscount } from "#domain/pricing/discount.ts";
import {
  createDiscountCurve,
  type DiscountCurve,
  type ToldDiscount,
} from "#domain/pricing/discount-curve.ts";
import { entryWeight } from "#domain/pricing/discount-entry.ts";
import { deepestLender, discountRole } from "#domain/pricing/discount-lending.ts";
import { DISCOUNT_NONE, lenderNumber } from "#domain/pricing/discount-origin.ts";
import { yearsToExpiry } from "#domain/pricing/time.ts";
import type { ChainRecord, Family } from "./chain-records.ts";

/** The discount curves of a universe's underlyings: what pairs say of one expiry is heard by all (quant.md §3). */
interface ChainDiscounts {
  /** Notes what the chain's own pairs say and tells its discount; the answer is rewritten by the next call. */
  tell(chain: ChainRecord, own: Readonly<FittedDiscount>, now: number): Readonly<ChainDiscount>;
  /**
   * The witness that a chain's discount leans on and that was heard longest ago, of its own underlying or the last lender;
   * null while all were heard since `since` (market time).
   */
  oldest(chain: ChainRecord, since: number): ChainRecord | null;
}

interface ChainDiscount extends ToldDiscount {
  /** As packet 3 numbers it (`discount-origin.ts`), 0 none. */
  lender: number;
}

interface FamilyCurve {
  readonly family: Family;
  readonly curve: DiscountCurve;
  readonly lives: Float64Array;
  readonly borrows: boolean;
  readonly lends: boolean;
}

/** Option OI in rupees of the underlying: how deep its options are. */
function depthOf({ family }: FamilyCurve): number {
  let depth = 0;
  for (const { openInterest, forward } of family.chains)
    if (openInterest > 0 && forward > 0) depth += openInterest * forward;
  return depth;
}

export function createChainDiscounts(families: readonly Family[]): ChainDiscounts {
  const curves = families.map((family): FamilyCurve => {
    const { kind, symbol, derivativeExchange } = family.underlying.underlying;
    return {
      family,
      curve: createDiscountCurve(family.chains.length),
      lives: new Float64Array(family.chains.length),
      ...discountRole(symbol, kind, derivativeExchange),
    };
  });
  const answer: ChainDiscount = { rate: 0, error: Number.NaN, source: DISCOUNT_NONE, lender: 0 };
  const lenders = curves.filter(({ lends }) => lends);
  let lent: FamilyCurve | null = null;

  function oldestOf({ chains }: Family, but: ChainRecord, found: ChainRecord | null): ChainRecord | null {
    let oldest = found;
    for (let i = 0; i < chains.length; i++) {
      const each = chains[i]!;
      if (each === but || !(entryWeight(each.years) > 0)) continue;
      if (oldest === null || each.discountAt < oldest.discountAt) oldest = each;
    }
    return oldest;
  }

  const byFamily = new Map(curves.map((each) => [each.family, each]));

  /** By its own pairs alone, or with the lender's curve beside them. */
  function refit({ curve, family, lives }: FamilyCurve, lender: DiscountCurve | null, now: number): void {
    const { chains } = family;
    for (let i = 0; i < chains.length; i++) lives[i] = yearsToExpiry(now, chains[i]!.entry.expiryInstant);
    curve.weigh(lender);
    curve.fit(chains.length, lives);
  }

  /** What a lender's curve is weighed at. */
  let heardAt = 0;
  const refitAlone = (each: FamilyCurve): void => refit(each, null, heardAt);

  return {
    oldest(chain, since) {
      let found = oldestOf(chain.family, chain, null);
      if (lent !== null && lent.family !== chain.family && byFamily.get(chain.family)!.borrows)
        found = oldestOf(lent.family, chain, found);
      return found !== null && found.discountAt < since ? found : null;
    },
    tell(chain, own, now) {
      const each = byFamily.get(chain.family)!;
      each.curve.witness(chain.position, yearsToExpiry(now, chain.entry.expiryInstant), own);
      heardAt = now;
      const found = each.borrows ? deepestLender(lenders, depthOf, refitAlone) : null;
      if (each.borrows) lent = found;
      const lender = found === each ? null : found;
      refit(each, lender?.curve ?? null, now);
      const { rate, error, source } = each.curve.at(chain.position);
      answer.rate = rate;
      answer.error = error;
      answer.source = source;
      const isTold = source !== DISCOUNT_NONE && lender !== null;
      answer.lender = isTold ? lenderNumber(lender.family.underlying.underlying.symbol) : 0;
      return answer;
    },
  };
}
