import { and, eq, gt, lte } from "drizzle-orm";
import type { Database } from "../../platform/store/database.ts";
import type { TicketRepository } from "../../roles/storage/repositories.ts";
import { tickets } from "../schema/tickets.ts";

export function createTickets(database: Database): TicketRepository {
  return {
    put: (ticket) =>
      database.write(async ({ db }) => {
        await db.insert(tickets).values(ticket);
      }),
    spend: (ticket) =>
      database.write(async ({ db }) => {
        const made = await db
          .insert(tickets)
          .values({ ...ticket, payload: "" })
          .onConflictDoNothing()
          .returning({ kind: tickets.kind });
        return made.length > 0;
      }),
    take: (kind, hash, at) =>
      database.write(async ({ db }) => {
        const isIt = and(eq(tickets.hash, hash), eq(tickets.kind, kind), gt(tickets.expiresAt, at));
        const [row] = await db.delete(tickets).where(isIt).returning({ payload: tickets.payload });
        return row?.payload ?? null;
      }),
    sweep: (at) =>
      database.write(async ({ db }) => {
        const gone = await db
          .delete(tickets)
          .where(lte(tickets.expiresAt, at))
          .returning({ kind: tickets.kind });
        return gone.length;
      }),
  };
}
