import { viewFields } from "#domain/format/chain-columns.ts";
import type { ChainViewSpec, UnderlyingSummary } from "#workers/engine/api.ts";

/** What every tab of the bench looks at, ours or a peer's: the nearest chain that still trades, as the app shows it. */
export function chainOf({ token, expiries }: UnderlyingSummary): ChainViewSpec {
  const open = expiries.find(({ lastTrade }) => lastTrade > Date.now());
  if (open === undefined) throw new Error(`${token} has no expiry that trades`);
  return {
    underlying: token,
    expiry: open.expiry,
    strikesAbove: 30,
    strikesBelow: 30,
    hundredsOnly: false,
    fields: viewFields("ltp", false),
    maxRate: 10,
  };
}
