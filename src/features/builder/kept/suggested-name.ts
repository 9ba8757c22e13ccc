import { formatExpiry } from "#domain/format/date.ts";
import type { BuilderInstance } from "../../../analyzer/analyzer.ts";
import { contractName } from "../../../strategy/fields/leg-names.ts";

/** What a trader might call it: NIFTY Short Straddle 24 Nov. Of a saved one its own name, to be made another. */
export function suggestedName({ legs, dataSource, dataSourceMeta }: BuilderInstance, symbol: string): string {
  if (dataSource === "SAVED_STRATEGY" && dataSourceMeta !== null) return dataSourceMeta.name;
  const [first] = legs
    .map(({ expiry }) => expiry)
    .filter((expiry) => expiry !== null)
    .sort();
  if (dataSourceMeta !== null && first !== undefined) {
    return `${symbol} ${dataSourceMeta.name} ${formatExpiry(first)}`;
  }
  const [leg, ...others] = legs;
  if (leg === undefined) return symbol;
  return `${symbol} ${contractName(leg)}${others.length > 0 ? ` +${others.length}` : ""}`;
}
