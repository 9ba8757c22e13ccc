/** What an expiry settles at, from the instant that fixes its payoff on (docs/decisions/0029). */
import type { UnderlyingState } from "#domain/chain/market-states.ts";
import type { MarketSource } from "../market-source.ts";
import type { ChainPrices } from "./chain-prices.ts";
import type { ChainRecord } from "./chain-records.ts";

/** Keeps `chain.settlement`, rupees: NaN before the payoff is fixed, and while no price says what it is. */
type SettleChain = (chain: ChainRecord, market: UnderlyingState, now: number) => void;

/** The cash market has ended: what its index or share says is a closing value, and a correction of it counts. */
const standsStill = (market: UnderlyingState): boolean => market === "spot_closed" || market === "closed";

export function createChainSettlement(
  prices: ChainPrices,
  source: Pick<MarketSource, "settlement">,
): SettleChain {
  function observed({ entry, family }: ChainRecord, now: number): number {
    if (family.underlying.underlying.kind !== "commodity") return prices.spot(family, now);
    const price = prices.future(entry.futureIndex)?.ltp ?? 0;
    return price > 0 ? price : Number.NaN;
  }

  return (chain, market, now) => {
    const { entry, family } = chain;
    if (now < entry.expiryInstant) return;
    const { kind } = family.underlying.underlying;
    const isClosingValue = (kind === "index" || kind === "stock") && standsStill(market);
    if (!Number.isNaN(chain.settlement) && !isClosingValue) return;
    const told = source.settlement?.(entry) ?? Number.NaN;
    const found = Number.isNaN(told) ? observed(chain, now) : told;
    if (!Number.isNaN(found)) chain.settlement = found;
  };
}
