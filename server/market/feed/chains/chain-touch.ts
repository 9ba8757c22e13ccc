import type { ChainRecord, Family } from "./chain-records.ts";

/** Notes which chains the changed rows of the market's table concern. */
type TouchChains = (rows: ArrayLike<number>, count: number) => void;

/** @param rowCount rows of the table */
export function createChainTouch(
  rowCount: number,
  families: readonly Family[],
  chains: readonly ChainRecord[],
): TouchChains {
  const chainOfRow = new Int32Array(rowCount).fill(-1);
  const familyOfRow = new Int32Array(rowCount).fill(-1);
  chains.forEach((chain, number) => {
    for (const row of chain.entry.callIndex) if (row >= 0) chainOfRow[row] = number;
    for (const row of chain.entry.putIndex) if (row >= 0) chainOfRow[row] = number;
  });
  families.forEach((family, number) => {
    familyOfRow[family.underlying.index] = number;
    for (const entry of family.underlying.futures) familyOfRow[entry.index] = number;
  });

  return (rows, count) => {
    for (let i = 0; i < count; i++) {
      const row = rows[i]!;
      const number = chainOfRow[row]!;
      if (number >= 0) chains[number]!.dirty = true;
      const family = familyOfRow[row]!;
      if (family >= 0) for (const chain of families[family]!.chains) chain.dirty = true;
    }
  };
}
