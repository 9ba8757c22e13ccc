import type { MarketStates } from "#domain/chain/market-states.ts";
import { entryWeight } from "#domain/pricing/discount-entry.ts";
import type { PricingKernel } from "#domain/pricing/kernel-port.ts";
import { CHAIN_FLAG_DELAYED, CHAIN_FLAG_SIMULATED } from "#protocol/generated/layout.ts";
import type { Bus } from "../../../platform/bus/bus.ts";
import { chainKey, type Interest } from "../interest.ts";
import type { MarketSource } from "../market-source.ts";
import type { MarketTable } from "../market-table.ts";
import type { ChainVolatilities } from "../volatility-history.ts";
import { type ChainRecord, createFamilies, encodeSnapshot, type Family } from "./chain-records.ts";
import { ACTIVE_INTERVAL_MS, ANSWER_AGE_MS, ANSWER_BUDGET_MS } from "./chain-schedule.ts";
import { createChainSolving } from "./chain-solving.ts";
import { createChainTelling } from "./chain-telling.ts";
import { createChainTouch } from "./chain-touch.ts";
import { createChainTurns } from "./chain-turns.ts";

interface ChainBookOptions {
  readonly table: MarketTable;
  readonly source: Pick<MarketSource, "previousVolatility" | "simulated" | "settlement">;
  readonly kernel: PricingKernel;
  readonly states: MarketStates;
  readonly interest: Interest;
  readonly bus: Bus;
  readonly epoch: number;
  /** past volatilities, for the percentile */
  readonly volatilities?: ChainVolatilities;
  /** milliseconds of a monotonic clock, for the budget */
  readonly cpuNow: () => number;
  /** chains of a delayed market say so */
  readonly delayed?: boolean;
  /** false while chains that no client looks at may grow old; each is solved once in any case */
  readonly isBackgroundWanted?: () => boolean;
}

/** Every chain of one universe: solved, encoded, compared, published. `now` is market time, `wall` the machine's. */
export interface ChainBook {
  /** Notes which chains the changed rows concern. */
  touch(rows: ArrayLike<number>, count: number): void;
  /** Solves everything once, near to far; the book answers requests from then on. */
  solveAll(now: number, wall: number): void;
  /** One turn: watched chains first, then others within the budget. */
  step(now: number, wall: number): void;
  /** A fresh packet 3 snapshot, null when there is no such chain. */
  snapshot(underlying: number, expiry: number, now: number, wall: number): Uint8Array | null;
  /** Fresh snapshots of all expiries, near to far; null when there is no such underlying. */
  snapshots(underlying: number, now: number, wall: number): Uint8Array[] | null;
  /** Expiries by underlying, near to far, with the figures of their last solve. */
  readonly families: readonly Family[];
  /** Solves a chain that has changed since its last solve, when that is `maxAge` ago or longer (wall ms). */
  freshen(chain: ChainRecord, maxAge: number, now: number, wall: number): void;
  readonly count: number;
  readonly activeCount: number;
}

export function createChainBook(options: ChainBookOptions): ChainBook {
  const { table, source, interest, epoch, cpuNow } = options;
  const flags = (source.simulated ? CHAIN_FLAG_SIMULATED : 0) | (options.delayed ? CHAIN_FLAG_DELAYED : 0);
  const families = createFamilies(table, (u, c) => source.previousVolatility(u, c), flags);
  const chains = families.flatMap((family) => family.chains);
  const byKey = new Map(chains.map((chain) => [chain.key, chain]));
  const familyByToken = new Map(families.map((family) => [family.underlying.underlying.token, family]));
  const longest = chains.reduce((most, chain) => Math.max(most, chain.columns.count), 1);

  const solving = createChainSolving({ ...options, families, onStale: solve }, longest);
  const telling = createChainTelling(options.bus, interest, epoch);
  const isBackgroundWanted = options.isBackgroundWanted ?? (() => true);
  const turns = createChainTurns({
    chains,
    states: options.states,
    interest,
    cpuNow,
    isBackgroundWanted,
    solve,
  });
  /** CPU spent on answers since the last turn */
  let answered = 0;

  /** Far chains are solved to hear their pairs, and told later. */
  let isHearing = false;

  function solve(chain: ChainRecord, now: number, wall: number): void {
    const changes = solving.solve(chain, now, wall);
    if (!isHearing || !(entryWeight(chain.years) > 0)) telling.tell(chain, changes, wall);
  }

  return {
    families,
    freshen(chain, maxAge, now, wall) {
      if (chain.dirty && wall - chain.solvedAt >= maxAge) solve(chain, now, wall);
    },
    count: chains.length,
    get activeCount() {
      return turns.activeCount;
    },
    touch: createChainTouch(table.universe.instruments.length, families, chains),
    solveAll(now, wall) {
      isHearing = true;
      turns.solveAll(now, wall);
      isHearing = false;
      // The first of them did not hear yet what later expiries and the deepest index say of interest.
      for (const chain of chains) {
        if (!(entryWeight(chain.years) > 0)) continue;
        chain.discountAt = -Infinity;
        // IVs near what was told stay as told; these were not.
        chain.rows.words.fill(0);
        solve(chain, now, wall);
      }
    },
    step(now, wall) {
      answered = 0;
      turns.step(now, wall);
    },
    snapshot(underlying, expiry, now, wall) {
      const chain = byKey.get(chainKey(underlying, expiry));
      if (chain === undefined) return null;
      if (answered < ANSWER_BUDGET_MS || chain.solvedAt === -Infinity) {
        const startedAt = cpuNow();
        turns.freshen(chain, ACTIVE_INTERVAL_MS, now, wall);
        answered += cpuNow() - startedAt;
      }
      return encodeSnapshot(chain, epoch, wall);
    },
    snapshots(underlying, now, wall) {
      const family = familyByToken.get(underlying);
      if (family === undefined) return null;
      return family.chains.map((chain) => {
        turns.freshen(chain, ANSWER_AGE_MS, now, wall);
        return encodeSnapshot(chain, epoch, wall);
      });
    },
  };
}
