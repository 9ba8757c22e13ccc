import type { ChainState } from "#domain/chain/flags.ts";
import { stateNumber, type UnderlyingState } from "#domain/chain/market-states.ts";
import type { ChainSolution } from "#domain/chain/solution.ts";
import type { ChainRoot } from "#protocol/generated/records.ts";
import { QUOTE_WORD as WORD } from "#wasm/words.ts";
import type { ChainVolatilities } from "../volatility-history.ts";
import { anchoredSpot, isFrozen } from "./chain-anchor.ts";
import type { ChainPrices } from "./chain-prices.ts";
import { type ChainRecord, pcrSinceClose } from "./chain-records.ts";

/** The expiry's own state: past its instants it no longer follows its underlying's market. */
function chainState(chain: ChainRecord, spot: number, market: UnderlyingState, now: number): ChainState {
  if (now >= chain.lastTrade) return "expired";
  if (now >= chain.entry.expiryInstant) return "settled";
  return spot > 0 ? market : "no_underlying";
}

/** Writes the figures of a whole chain into its root. @param spot that it was solved with */
type WriteRoot = (
  chain: ChainRecord,
  solution: ChainSolution,
  spot: number,
  market: UnderlyingState,
  now: number,
) => void;

/** @param vixIndex row of the volatility index, -1 none */
export function createRootWriter(
  prices: ChainPrices,
  vixIndex: number,
  volatilities: ChainVolatilities | undefined,
): WriteRoot {
  return (chain, solution, spot, market, now) => {
    const { family } = chain;
    const { underlying, index } = family.underlying;
    const root: ChainRoot = chain.root;
    root.marketTime = now;
    const implied = isFrozen(market) ? anchoredSpot(family) : null;
    root.spot = implied ?? spot;
    root.lastSpot = implied === null ? Number.NaN : prices.spot(family, now);
    root.state = stateNumber(chainState(chain, root.spot, market, now));
    root.forwardSource = solution.forwardSource;
    root.forward = solution.forward;
    root.synthetic = solution.synthetic;
    root.discount = solution.discount;
    root.discountError = chain.discountError;
    root.discountSource = chain.discountSource;
    root.discountLender = chain.discountLender;
    root.atmStrike = solution.atmStrike;
    root.atmIv = solution.atmIv;
    root.iv30 = volatilities?.iv30(family) ?? Number.NaN;
    root.atmIvPercentile = volatilities?.percentile(family, root.iv30) ?? Number.NaN;
    root.ivRank = volatilities?.rank(family, root.iv30) ?? Number.NaN;
    root.ivCloses = volatilities?.closes(family) ?? 0;
    root.ivCloseOrigins = volatilities?.origins(family) ?? 0;
    root.pcr = solution.pcr;
    root.maxPain = solution.maxPain;
    root.pcrChange = pcrSinceClose(chain, solution.callOi, solution.putOi);
    root.spotPreviousClose = prices.at(index, WORD.close);
    root.spotHigh = prices.at(index, WORD.high);
    root.spotLow = prices.at(index, WORD.low);
    root.future = prices.at(chain.nextFutureIndex, WORD.lastPrice);
    root.vix = underlying.kind === "commodity" ? Number.NaN : prices.at(vixIndex, WORD.lastPrice);
  };
}
