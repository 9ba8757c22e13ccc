import type { OptionType } from "../pricing/black76.ts";
import type { IsoDate } from "../units/iso-date.ts";
import type { Leg } from "./model.ts";

/** The terms of an instrument that a leg holds. */
export type LegContract = Pick<
  Leg,
  "token" | "tradingsymbol" | "type" | "strike" | "expiry" | "expiryInstant" | "lotSize" | "multiplier"
>;

/** A contract as it is listed, with what its price moves by. */
export interface ListedContract extends LegContract {
  /** rupees */
  readonly tickSize: number;
}

/** What is listed on one underlying, as a strategy is built from it. */
export interface ContractList {
  /** Option expiries, near to far. */
  readonly expiries: readonly IsoDate[];
  /** Near to far. */
  readonly futures: readonly LegContract[];
  /** Strikes of one side, ascending, rupees; empty when the expiry is not listed. */
  strikes(side: OptionType, expiry: IsoDate): readonly number[];
  /** null when it is not listed. */
  option(side: OptionType, expiry: IsoDate, strike: number): LegContract | null;
  future(expiry: IsoDate): LegContract | null;
}

function byExpiry(a: LegContract, b: LegContract): number {
  return a.expiry! < b.expiry! ? -1 : a.expiry! > b.expiry! ? 1 : 0;
}

/** @param contracts of one underlying, in any order; of two with the same terms the first counts */
export function createContractList(contracts: Iterable<LegContract>): ContractList {
  const options = new Map<string, Map<number, LegContract>>();
  const futures = new Map<IsoDate, LegContract>();
  const expiries = new Set<IsoDate>();
  for (const contract of contracts) {
    const { type, expiry, strike } = contract;
    if (expiry === null || type === "EQ") continue;
    if (type === "FUT") {
      if (!futures.has(expiry)) futures.set(expiry, contract);
      continue;
    }
    expiries.add(expiry);
    const key = `${type} ${expiry}`;
    const row = options.get(key) ?? new Map<number, LegContract>();
    options.set(key, row);
    if (!row.has(strike)) row.set(strike, contract);
  }
  const strikes = new Map<string, readonly number[]>();
  for (const [key, row] of options)
    strikes.set(
      key,
      [...row.keys()].sort((a, b) => a - b),
    );
  return {
    expiries: [...expiries].sort(),
    futures: [...futures.values()].sort(byExpiry),
    strikes: (side, expiry) => strikes.get(`${side} ${expiry}`) ?? [],
    option: (side, expiry, strike) => options.get(`${side} ${expiry}`)?.get(strike) ?? null,
    future: (expiry) => futures.get(expiry) ?? null,
  };
}
