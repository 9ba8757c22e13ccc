import type { MarketStates } from "#domain/chain/market-states.ts";
import type { Interest } from "../interest.ts";
import type { ChainRecord } from "./chain-records.ts";
import {
  ACTIVE_BUDGET_MS,
  ACTIVE_IDLE_MS,
  ACTIVE_INTERVAL_MS,
  BACKGROUND_BUDGET_MS,
  BACKGROUND_CLOSED_IDLE_MS,
  BACKGROUND_IDLE_MS,
  BACKGROUND_INTERVAL_MS,
  CLOSED_IDLE_MS,
} from "./chain-schedule.ts";

/** Whose turn it is to be solved: watched chains first, then others within their budget. */
interface ChainTurns {
  step(now: number, wall: number): void;
  solveAll(now: number, wall: number): void;
  /** Solves a chain that has changed and is `maxAge` old, or that has not and is old all the same (wall ms). */
  freshen(chain: ChainRecord, maxAge: number, now: number, wall: number): void;
  readonly activeCount: number;
}

interface TurnEdges {
  readonly chains: readonly ChainRecord[];
  readonly states: Pick<MarketStates, "of">;
  readonly interest: Interest;
  /** milliseconds of a monotonic clock, for the budget */
  readonly cpuNow: () => number;
  /** false while chains that no client looks at may grow old; each is solved once in any case */
  readonly isBackgroundWanted: () => boolean;
  solve(chain: ChainRecord, now: number, wall: number): void;
}

export function createChainTurns({
  chains,
  states,
  interest,
  cpuNow,
  isBackgroundWanted,
  solve,
}: TurnEdges): ChainTurns {
  let active: ChainRecord[] = [];
  let activeVersion = -1;
  let activeCursor = 0;
  let cursor = 0;
  /** every chain has been solved once */
  let isSolved = false;

  function freshen(
    chain: ChainRecord,
    maxAge: number,
    now: number,
    wall: number,
    idleMs = ACTIVE_IDLE_MS,
  ): void {
    const age = wall - chain.solvedAt;
    if (chain.dirty ? age >= maxAge : age >= idleMs) solve(chain, now, wall);
  }

  /** A market that opens is told of as soon as in session. */
  function idleOf(chain: ChainRecord, now: number): number {
    const market = states.of(chain.family.underlying.underlying, now);
    return market === "closed" && chain.market === "closed" ? CLOSED_IDLE_MS : ACTIVE_IDLE_MS;
  }

  function stepActive(now: number, wall: number): void {
    const end = cpuNow() + ACTIVE_BUDGET_MS;
    for (let looked = 0; looked < active.length; looked++) {
      activeCursor %= active.length;
      const chain = active[activeCursor]!;
      freshen(chain, ACTIVE_INTERVAL_MS, now, wall, idleOf(chain, now));
      activeCursor++;
      if (cpuNow() >= end) return;
    }
  }

  function stepBackground(now: number, wall: number): void {
    if (isSolved && !isBackgroundWanted()) return;
    const end = cpuNow() + BACKGROUND_BUDGET_MS;
    for (let looked = 0; looked < chains.length; looked++) {
      const chain = chains[cursor]!;
      const age = wall - chain.solvedAt;
      const idle = chain.market === "closed" ? BACKGROUND_CLOSED_IDLE_MS : BACKGROUND_IDLE_MS;
      const due = age >= (chain.dirty ? BACKGROUND_INTERVAL_MS : idle);
      if (due && !interest.isHeld(chain.key, wall)) {
        if (cpuNow() >= end) return;
        solve(chain, now, wall);
      }
      cursor = (cursor + 1) % chains.length;
    }
    // All have been looked at within the budget.
    isSolved = true;
  }

  return {
    step(now, wall) {
      const held = interest.held(wall);
      if (interest.version !== activeVersion) {
        activeVersion = interest.version;
        active = chains.filter((chain) => held.includes(chain.key));
      }
      stepActive(now, wall);
      if (chains.length > 0) stepBackground(now, wall);
    },
    solveAll(now, wall) {
      for (const chain of chains) solve(chain, now, wall);
      isSolved = true;
    },
    freshen,
    get activeCount() {
      return active.length;
    },
  };
}
