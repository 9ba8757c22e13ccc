import { CHAIN_ROOT_SIZE } from "#protocol/generated/layout.ts";
import { writeChainRoot } from "#protocol/generated/records.ts";
import { encodeChainDelta, takeRootWords } from "#protocol/wire/chain-delta.ts";
import type { Bus } from "../../../platform/bus/bus.ts";
import { chainSubject } from "../../bus/market-subjects.ts";
import type { Interest } from "../interest.ts";
import { type ChainRecord, encodeSnapshot } from "./chain-records.ts";
import type { RowChanges } from "./chain-rows.ts";

/** Tells watchers of a chain that it was solved. */
interface ChainTelling {
  /** @param changes rows that changed since the chain was last told */
  tell(chain: ChainRecord, changes: RowChanges, wall: number): void;
}

export function createChainTelling(bus: Bus, interest: Interest, epoch: number): ChainTelling {
  /** A snapshot of them has been published in this epoch: deltas may follow. */
  const announced = new Set<ChainRecord>();
  const fresh = new DataView(new ArrayBuffer(CHAIN_ROOT_SIZE));
  return {
    tell(chain, changes, wall) {
      // Counted also when no client is told: a holder of an older state then sees the gap.
      chain.sequence = (chain.sequence + 1) >>> 0;
      const { root, toldRoot, sequence } = chain;
      writeChainRoot(fresh, 0, root);
      const words = takeRootWords(toldRoot, fresh);
      if (!interest.isHeld(chain.key, wall)) return;
      const isDelta = announced.has(chain) && !changes.isMore;
      announced.add(chain);
      const stamp = { epoch, sequence, serverTime: wall };
      bus.publish(
        chainSubject(root.underlying, root.expiry),
        isDelta
          ? encodeChainDelta(root, toldRoot, words, chain.rows.view, changes, stamp)
          : encodeSnapshot(chain, epoch, wall),
      );
    },
  };
}
