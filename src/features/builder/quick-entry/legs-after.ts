import type { LegContract } from "#domain/strategy/contract-list.ts";

/** How many legs there are once these are added: what is held already is only dealt anew. */
export function legsAfter(
  held: readonly Pick<LegContract, "token">[],
  added: readonly { readonly contract: Pick<LegContract, "token"> }[],
): number {
  return new Set([...held.map(({ token }) => token), ...added.map(({ contract }) => contract.token)]).size;
}
