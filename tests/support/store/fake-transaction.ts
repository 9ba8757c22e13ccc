import type { Transaction } from "#server/platform/store/transaction.ts";

/** A unit of work over made-up repositories. What a work asks for after its commit is done when it has resolved. */
export function transactionOver<R extends object>(repositories: R): Transaction<R> {
  return async (work) => {
    const effects: (() => void | Promise<void>)[] = [];
    const value = await work({
      ...repositories,
      afterCommit: (effect) => void effects.push(effect),
      transaction: () => Promise.reject(new Error("a transaction inside a transaction")),
    });
    for (const effect of effects) await effect();
    return value;
  };
}
