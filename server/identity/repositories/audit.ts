import { and, desc, eq, lt } from "drizzle-orm";
import type { Database } from "../../platform/store/database.ts";
import type { AuditRepository } from "../../roles/storage/repositories.ts";
import { audit } from "../schema/audit.ts";

const { at, actor, action, subject, address, details } = audit;
const ENTRY = { at, actor, action, subject, address, details };

export function createAudit(database: Database): AuditRepository {
  return {
    add: (entry) =>
      database.write(async ({ db }) => {
        await db.insert(audit).values(entry);
      }),
    list: (filter) =>
      database.read(({ db }) =>
        db
          .select(ENTRY)
          .from(audit)
          .where(
            and(
              filter.subject === undefined ? undefined : eq(subject, filter.subject),
              filter.action === undefined ? undefined : eq(action, filter.action),
              filter.before === undefined ? undefined : lt(at, filter.before),
            ),
          )
          .orderBy(desc(at), desc(audit.number))
          .limit(filter.limit),
      ),
  };
}
