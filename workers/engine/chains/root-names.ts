import { CHAIN_ROOT_SIZE } from "#protocol/generated/layout.ts";
import { type ChainRoot, readChainRoot } from "#protocol/generated/records.ts";

/** Figures of a chain in the order in which they are stored: the wire's own, whose reader is here anyway. */
export const ROOT_NAMES = Object.keys(
  readChainRoot(new DataView(new ArrayBuffer(CHAIN_ROOT_SIZE)), 0),
) as readonly (keyof ChainRoot)[];
