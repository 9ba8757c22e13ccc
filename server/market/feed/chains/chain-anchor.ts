/**
 * The anchor of a family: its nearest expiry with a forward of its own, which stands for the underlying while the cash
 * market stands still. What is kept besides is the basis, the anchor's last distance from a spot that moved.
 */
import type { UnderlyingState } from "#domain/chain/market-states.ts";
import { type ChainRecord, type Family, impliedBasis } from "./chain-records.ts";

/** The cash market is in its closing auction: spot stands still and is about to jump, while derivatives are traded. */
export const isFrozen = (market: UnderlyingState): boolean => market === "spot_auction";

/** Spot as the anchor's forward implies it; null without an anchor. */
export function anchoredSpot({ anchor, basis }: Family): number | null {
  return anchor === null ? null : anchor.forward - basis;
}

/** Keeps the nearest expiry with its own forward as the anchor, and its basis while spot moves. */
export function updateAnchor(chain: ChainRecord, isFrozen: boolean, spot: number): void {
  const { family } = chain;
  const { anchor } = family;
  if (!chain.ownForward || !(chain.years > 0)) {
    if (anchor === chain) family.anchor = null;
    return;
  }
  if (isFrozen) {
    if (anchor === null || (anchor === chain && family.basisGuessed)) implyBasis(chain, spot);
    return;
  }
  if (anchor !== null && anchor !== chain && anchor.position < chain.position && anchor.ownForward) {
    return;
  }
  if (!(spot > 0)) return;
  family.anchor = chain;
  family.basis = chain.forward - spot;
  family.basisGuessed = false;
}

/**
 * A spot that stood still before a client looked says nothing of the basis; the slope of the forwards
 * does.
 */
function implyBasis(chain: ChainRecord, spot: number): void {
  const { family } = chain;
  const implied = impliedBasis(chain);
  if (Number.isNaN(implied) && !(spot > 0)) return;
  family.anchor = chain;
  family.basis = Number.isNaN(implied) ? chain.forward - spot : implied;
  family.basisGuessed = Number.isNaN(implied);
}
