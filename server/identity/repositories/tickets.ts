import { and, eq, gt, lte } from "drizzle-orm";
import type { Executor } from "../../platform/store/database.ts";
import { tickets } from "../schema/tickets.ts";

/** Something that a browser brings back once: login states, and the tokens of the too-many-devices page. */
export interface TicketRepository {
  put(ticket: { kind: string; hash: Uint8Array; payload: string; expiresAt: number }): Promise<void>;
  /**
   * Notes a ticket that was made elsewhere and that counts once.
   * @returns false when its hash is there already
   */
  spend(ticket: { kind: string; hash: Uint8Array; expiresAt: number }): Promise<boolean>;
  /** Takes it away and answers its payload; null when it is unknown, expired, of another kind, or was taken before. */
  take(kind: string, hash: Uint8Array, at: number): Promise<string | null>;
  sweep(at: number): Promise<number>;
}

export function createTickets(executor: Executor): TicketRepository {
  return {
    put: (ticket) =>
      executor.write(async ({ db }) => {
        await db.insert(tickets).values(ticket);
      }),
    spend: (ticket) =>
      executor.write(async ({ db }) => {
        const made = await db
          .insert(tickets)
          .values({ ...ticket, payload: "" })
          .onConflictDoNothing()
          .returning({ kind: tickets.kind });
        return made.length > 0;
      }),
    take: (kind, hash, at) =>
      executor.write(async ({ db }) => {
        const isIt = and(eq(tickets.hash, hash), eq(tickets.kind, kind), gt(tickets.expiresAt, at));
        const [row] = await db.delete(tickets).where(isIt).returning({ payload: tickets.payload });
        return row?.payload ?? null;
      }),
    sweep: (at) =>
      executor.write(async ({ db }) => {
        const gone = await db
          .delete(tickets)
          .where(lte(tickets.expiresAt, at))
          .returning({ kind: tickets.kind });
        return gone.length;
      }),
  };
}
