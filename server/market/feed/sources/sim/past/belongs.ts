import type { Universe } from "../../../market-table.ts";

const owners = new WeakMap<Universe, ReadonlyMap<number, number>>();

/** Whether a token is an underlying's spot or one of its contracts. */
export function belongs(universe: Universe, u: number, token: number): boolean {
  let owner = owners.get(universe);
  if (owner === undefined) {
    const found = new Map<number, number>();
    universe.underlyings.forEach((entry, number) => {
      found.set(entry.underlying.token, number);
      const rows = [...entry.futures.map(({ index }) => index)];
      for (const chain of entry.chains) rows.push(...chain.callIndex, ...chain.putIndex);
      for (const row of rows) if (row >= 0) found.set(universe.instruments[row]!.token, number);
    });
    owner = found;
    owners.set(universe, owner);
  }
  return owner.get(token) === u;
}
