import { and, desc, eq, lt } from "drizzle-orm";
import type { Executor } from "../../platform/store/database.ts";
import { audit } from "../schema/audit.ts";

export interface AuditEntry {
  readonly at: number;
  /** account id, `operator` for the command line, `server` for what it does of itself, null for an unknown actor */
  readonly actor: string | null;
  /** such as sign_in, sign_in_failed, sign_out, sessions_revoked, admin_granted */
  readonly action: string;
  readonly subject: string | null;
  readonly address: string | null;
  /** never secrets, never tokens */
  readonly details: Readonly<Record<string, string | number | boolean | null>>;
}

export interface AuditRepository {
  add(entry: AuditEntry): Promise<void>;
  list(filter: {
    subject?: string;
    action?: string;
    before?: number;
    limit: number;
  }): Promise<readonly AuditEntry[]>;
}

const { at, actor, action, subject, address, details } = audit;
const ENTRY = { at, actor, action, subject, address, details };

export function createAudit(executor: Executor): AuditRepository {
  return {
    add: (entry) =>
      executor.write(async ({ db }) => {
        await db.insert(audit).values(entry);
      }),
    list: (filter) =>
      executor.read(({ db }) =>
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
