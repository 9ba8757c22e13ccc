import type { Log } from "../platform/lib/log.ts";
import type { AuditEntry, AuditRepository } from "./repositories/audit.ts";

export type Audit = (entry: Omit<AuditEntry, "at">) => Promise<void>;

/**
 * Writes the audit log. What it records has happened already, so a failure is logged loudly and told to no
 * caller.
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
