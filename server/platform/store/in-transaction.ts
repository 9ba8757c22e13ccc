import { causeOf, isConnectionLost, isWorthRepeating, SqlError } from "./failures.ts";
import { type Query, type Session, sessionOf } from "./sql-session.ts";

/**
 * The statements of a work, watched. After one that failed Postgres undoes the whole transaction, and answers its commit as if
 * nothing were wrong; and a statement that is not awaited may come when the transaction is over.
 */
function watch(query: Query) {
  let failure: unknown = null;
  let isOver = false;
  const watched: Query = async (text, params) => {
    if (isOver) throw new Error("A statement came after the end of its transaction: it was not awaited");
    try {
      return await query(text, params);
    } catch (error) {
      failure ??= error;
      throw error;
    }
  };
  return { session: sessionOf(watched), failure: () => failure, end: () => void (isOver = true) };
}

/** The same work between BEGIN and COMMIT. A ROLLBACK that fails leaves nothing to lease again. */
export function inTransaction<T>(
  work: (session: Session) => Promise<T>,
  { isolation }: { readonly isolation?: "serializable" },
): (session: Session) => Promise<T> {
  return async ({ query }) => {
    await query(isolation === undefined ? "begin" : `begin isolation level ${isolation}`);
    const { session, failure, end } = watch(query);
    try {
      const value = await work(session);
      end();
      if (failure() !== null) throw failure();
      await query("commit");
      return value;
    } catch (thrown) {
      end();
      // What the work made of a deadlock must not keep it from being tried again.
      const error = isWorthRepeating(failure()) ? failure() : thrown;
      if (isConnectionLost(causeOf(error))) throw error;
      await query("rollback").catch((cause: unknown) => {
        throw new SqlError(`the rollback failed: ${String(cause)}`, "08006");
      });
      throw error;
    }
  };
}
