import { useEffect, useMemo, useState } from "react";
import type { ContractList } from "#domain/strategy/contract-list.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import { ATM_STRADDLE, type Wish } from "../address/wishes.ts";
import { pairAt } from "./lines.ts";
import { pairedStrikes, useMoney } from "./use-money.ts";

interface Of {
  readonly underlying: number;
  readonly listed: ContractList;
  readonly expiry: IsoDate | null;
}

/** What a page without strategies opens with: the straddle at the money, rolling, and the one that is there now, which stays. */
export function useUsual({ underlying, listed, expiry }: Of): readonly Wish[] | null {
  const strikes = useMemo(() => pairedStrikes(listed, expiry), [listed, expiry]);
  const money = useMoney(underlying, expiry, strikes);
  const [usual, setUsual] = useState<readonly Wish[] | null>(null);
  useEffect(() => {
    const strike = strikes[money];
    if (usual !== null || expiry === null || strike === undefined) return;
    const fixed = pairAt(listed, expiry, strike, strike);
    setUsual(fixed === null ? [ATM_STRADDLE] : [ATM_STRADDLE, fixed]);
  }, [usual, expiry, listed, strikes, money]);
  return usual;
}
