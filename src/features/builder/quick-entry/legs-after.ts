import type { LegContract } from "#domain/strategy/contract-list.ts";

type Typed = { readonly contract: Pick<LegContract, "token"> };

/** The leg that holds what is typed already; undefined: it is new. */
export function heldBy<Leg extends Pick<LegContract, "token">>(
  held: readonly Leg[],
  { contract }: Typed,
): Leg | undefined {
  return held.find(({ token }) => token === contract.token);
}

/** How many legs there are once these are added: what is held already is only dealt anew. */
export function legsAfter(held: readonly Pick<LegContract, "token">[], added: readonly Typed[]): number {
  return new Set([...held.map(({ token }) => token), ...added.map(({ contract }) => contract.token)]).size;
}
