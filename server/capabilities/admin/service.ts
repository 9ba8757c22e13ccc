import type { Audit } from "../../identity/audit-log.ts";
import type { AuditEntry, AuditRepository } from "../../identity/repositories/audit.ts";

const PAGE = 100;

/** Which entries of the audit log are looked for. */
interface AuditQuestion {
  readonly subject?: string;
  readonly action?: string;
  /** epoch ms */
  readonly before?: number;
}

export interface AuditReader {
  /** The newest entries, a page of them; every look is itself an entry, under the account and address of whoever looks. */
  read(
    question: AuditQuestion,
    by: { readonly accountId: string; readonly address: string },
  ): Promise<readonly AuditEntry[]>;
}

export function createAuditReader(kept: Pick<AuditRepository, "list">, audit: Audit): AuditReader {
  return {
    async read(question, { accountId, address }) {
      const entries = await kept.list({ ...question, limit: PAGE });
      const details = { subject: question.subject ?? null, action: question.action ?? null };
      await audit({ actor: accountId, action: "audit_read", subject: null, address, details });
      return entries;
    },
  };
}
