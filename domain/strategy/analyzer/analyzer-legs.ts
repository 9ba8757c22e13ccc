/** The legs of the strategy's own rules (`domain/strategy/legs`) with what the analyzer was told of them. */

import type { ContractList, LegContract } from "../contract-list.ts";
import { NO_QUOTE } from "../legs/change.ts";
import type { Leg } from "../model.ts";
import type { AnalyzerContext } from "./actions.ts";
import type { AnalyzerInstance, AnalyzerLeg, KeptDraft } from "./model.ts";

type World = Pick<AnalyzerContext, "contracts" | "now">;

/** The contract that is listed under these terms; null of none. */
export function listedContract(
  { type, expiry, strike }: LegContract,
  contracts: ContractList,
): LegContract | null {
  if (type === "EQ" || expiry === null) return null;
  return type === "FUT" ? contracts.future(expiry) : contracts.option(type, expiry, strike);
}

/** Before all that is listed, an expiry is over also while the market's time is not known. */
function isOver({ expiry, expiryInstant }: LegContract, { contracts, now }: World): boolean {
  if (expiryInstant <= now) return true;
  const [nearest] = [contracts?.expiries[0], contracts?.futures[0]?.expiry]
    .flatMap((each) => each ?? [])
    .sort();
  return expiry !== null && nearest !== undefined && expiry < nearest;
}

/** Whether a contract can be analysed: it is listed, over, or a share. */
export function isKnown(contract: LegContract, world: World): boolean {
  if (contract.type === "EQ" || isOver(contract, world)) return true;
  const { contracts } = world;
  return contracts !== null && listedContract(contract, contracts)?.token === contract.token;
}

export function isExpired(leg: Leg, world: World): boolean {
  return leg.settlement !== null || isOver(leg, world);
}

/** What was told of the prices of a contract. */
type Told = Pick<AnalyzerLeg, "quote" | "marketIv" | "quotedAt">;

const UNTOLD: Told = { quote: NO_QUOTE, marketIv: Number.NaN, quotedAt: Number.NaN };

/** By token, the newest that an instance knows; what was set aside counts while no newer prices were told. */
export function pricesOf(
  { legs, positions, pricesLastUpdatedAt }: AnalyzerInstance,
  kept: KeptDraft | null,
): ReadonlyMap<number, Told> {
  const known = new Map<number, Told>();
  const isFresh = kept !== null && kept.pricesLastUpdatedAt === pricesLastUpdatedAt;
  const all = isFresh ? [kept.positions, kept.legs, positions, legs] : [positions, legs];
  for (const leg of all.flat()) {
    if (!Number.isNaN(leg.quotedAt) || !known.has(leg.token)) known.set(leg.token, leg);
  }
  return known;
}

/** A leg with the newest prices of its contract, or none. */
export function priced<L extends AnalyzerLeg>(leg: L, known: ReadonlyMap<number, Told>): L {
  const { quote, marketIv, quotedAt } = known.get(leg.token) ?? UNTOLD;
  const isSame =
    leg.quote === quote && Object.is(leg.marketIv, marketIv) && Object.is(leg.quotedAt, quotedAt);
  return isSame ? leg : { ...leg, quote, marketIv, quotedAt };
}

/** Legs as a rule of the strategy left them. */
export function dressed(
  after: readonly Leg[],
  instance: AnalyzerInstance,
  world: World,
): readonly AnalyzerLeg[] {
  if (after === instance.legs) return instance.legs;
  const byId = new Map(instance.legs.map((leg) => [leg.id, leg]));
  const known = pricesOf(instance, instance.dragFrom);
  return after.map((leg) => {
    const was = byId.get(leg.id);
    if (was === leg) return was;
    const isSame = was?.token === leg.token;
    const dressedLeg: AnalyzerLeg = {
      ...leg,
      ...UNTOLD,
      isInitialized: isSame ? was.isInitialized : isKnown(leg, world),
      isExpired: isSame ? was.isExpired : isExpired(leg, world),
      product: was?.product ?? null,
      tag: was?.tag ?? null,
    };
    return priced(dressedLeg, known);
  });
}

/** Names for new legs of an instance, and how far it has counted. */
export function legNames(nextLeg: number): { readonly newId: () => string; readonly next: () => number } {
  let next = nextLeg;
  return { newId: () => `leg-${next++}`, next: () => next };
}
