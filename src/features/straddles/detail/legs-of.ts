/** The contracts of a strategy that is looked at. Pure. */

import { commonDivisor } from "#domain/chain/premium.ts";
import type { ContractList, LegContract } from "#domain/strategy/contract-list.ts";
import type { TradeAction } from "../address/wishes.ts";
import type { ShownLine } from "../straddle-page.ts";
import { pairedStrikes } from "../strategies/use-money.ts";

export interface DetailLeg {
  readonly contract: LegContract;
  readonly action: TradeAction;
  readonly ratio: number;
  /** units of the strategy as it was given; of a rolling one a lot */
  readonly units: number;
}

/** @param strike of a rolling line, the one at the money now, NaN unknown; it then has none */
export function legsOf(
  { wish, contracts, expiry }: ShownLine,
  listed: ContractList,
  strike: number,
): DetailLeg[] {
  if (wish.kind === "fixed") {
    const units = wish.legs.map(({ lots }, i) => lots * contracts[i]!.lotSize);
    const divisor = commonDivisor(units);
    return wish.legs.map(({ action }, i) => ({
      contract: contracts[i]!,
      action,
      ratio: units[i]! / divisor,
      units: units[i]!,
    }));
  }
  if (expiry === null) return [];
  const strikes = pairedStrikes(listed, expiry);
  const at = strikes.indexOf(strike);
  const [call, put] = [strikes[at + wish.steps], strikes[at - wish.steps]];
  if (at < 0 || call === undefined || put === undefined) return [];
  const own = [listed.option("CE", expiry, call), listed.option("PE", expiry, put)];
  return own.flatMap((contract) =>
    contract === null ? [] : [{ contract, action: wish.action, ratio: 1, units: contract.lotSize }],
  );
}
