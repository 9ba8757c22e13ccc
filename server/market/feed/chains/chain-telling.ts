import type { Bus } from "../../../platform/bus/bus.ts";
import { chainSubject } from "../../bus/market-subjects.ts";
import type { Interest } from "../interest.ts";
import { type ChainRecord, encodeChainMessage } from "./chain-records.ts";

/** Tells watchers of a chain that it was solved. */
interface ChainTelling {
  /** @param changed numbers of the rows that changed, the first `count` */
  tell(chain: ChainRecord, changed: Uint16Array, count: number, wall: number): void;
}

export function createChainTelling(bus: Bus, interest: Interest, epoch: number): ChainTelling {
  /** A snapshot of them has been published in this epoch: deltas may follow. */
  const announced = new Set<ChainRecord>();
  return {
    tell(chain, changed, count, wall) {
      // Counted also when no client is told: a holder of an older state then sees the gap.
      chain.sequence = (chain.sequence + 1) >>> 0;
      if (!interest.isHeld(chain.key, wall)) return;
      const rows = announced.has(chain) ? changed.subarray(0, count) : null;
      announced.add(chain);
      const { underlying, expiry } = chain.root;
      bus.publish(chainSubject(underlying, expiry), encodeChainMessage(chain, rows, epoch, wall));
    },
  };
}
