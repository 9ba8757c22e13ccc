import type { Log } from "../platform/lib/log.ts";
import type { AuditEntry, AuditRepository } from "./repositories/audit.ts";

export type Audit = (entry: Omit<AuditEntry, "at">) => Promise<void>;

/**
 * Writes down what changes nothing: a sign-in that was refused, a look at the log. It has happened already, so a failure is
 * logged loudly and told to no caller. What changes an account, a plan, a role or a session is written by the transaction that
 * changes it (decision 0020).
 */
export function createAudit(repository: AuditRepository, clock: () => number, log: Log): Audit {
  return async (entry) => {
    try {
      await repository.add({ ...entry, at: clock() });
    } catch (error) {
      log.error({ err: error, action: entry.action, subject: entry.subject }, "audit: an entry was lost");
    }
  };
}
