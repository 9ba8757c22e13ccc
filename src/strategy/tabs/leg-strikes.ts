import type { ContractList } from "#domain/strategy/contract-list.ts";
import type { StrikesOf } from "../../components/analysis/types.ts";

/** Each leg goes along the strikes of its own type and expiry; an expiry that is listed no longer has none. */
export function legStrikes(contracts: ContractList | null): StrikesOf | null {
  if (contracts === null) return null;
  return ({ type, expiry }) =>
    expiry === null || (type !== "CE" && type !== "PE") ? [] : contracts.strikes(type, expiry);
}
