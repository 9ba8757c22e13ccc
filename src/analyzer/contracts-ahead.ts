/** Contracts that are asked for before an analyzer wants them: the hand that comes near a trade has not pressed yet. */

import { type ContractList, createContractList, type LegContract } from "#domain/strategy/contract-list.ts";
import type { Outcome } from "#workers/engine/api.ts";

interface Edges {
  contracts(underlying: number): Promise<Outcome<readonly LegContract[]>>;
  /** Of the instruments that the engine holds; null before any. */
  etag(): string | null;
}

export interface ContractsAhead {
  /** Asks for them and makes their list, unless that was done. */
  prepare(underlying: number): void;
  /** Those that were prepared, if they are still the ones that are listed; else asks. */
  contracts: Edges["contracts"];
}

const lists = new WeakMap<readonly LegContract[], ContractList>();

/** The list of these very contracts, made once. */
export function listOf(contracts: readonly LegContract[]): ContractList {
  const made = lists.get(contracts) ?? createContractList(contracts);
  lists.set(contracts, made);
  return made;
}

export function createContractsAhead({ contracts, etag }: Edges): ContractsAhead {
  let ahead: { underlying: number; etag: string | null; asked: ReturnType<Edges["contracts"]> } | null = null;
  const isAhead = (underlying: number): boolean =>
    ahead !== null && ahead.underlying === underlying && ahead.etag === etag();
  return {
    prepare(underlying) {
      if (isAhead(underlying)) return;
      const mine = { underlying, etag: etag(), asked: contracts(underlying) };
      ahead = mine;
      // What could not be had is not kept: who needs it asks, and says why it cannot be had.
      const drop = (): void => {
        if (ahead === mine) ahead = null;
      };
      mine.asked.then((answer) => {
        if (answer.ok) listOf(answer.value);
        else drop();
      }, drop);
    },
    async contracts(underlying) {
      if (!isAhead(underlying)) return contracts(underlying);
      return ahead!.asked;
    },
  };
}
