import { ADMIN_ROWS } from "#protocol/http/admin.ts";
import { signedIn } from "../../identity/http/caller.ts";
import type { RowRegistrar } from "../../identity/http/register-row.ts";
import type { AuditReader } from "./service.ts";

interface AdminNeeds {
  readonly service: AuditReader;
}

/** What those who run the product may read. */
export function addAdminRoutes(rows: RowRegistrar, { service }: AdminNeeds): void {
  rows.row(ADMIN_ROWS.auditLog, async (request) => {
    const { account } = signedIn(request);
    const { subject, action, before } = request.query;
    const question = {
      ...(subject === undefined ? {} : { subject }),
      ...(action === undefined ? {} : { action }),
      ...(before === undefined ? {} : { before: Number(before) }),
    };
    const entries = await service.read(question, { accountId: account.id, address: request.ip });
    return { data: entries.map((each) => ({ ...each, at: new Date(each.at).toISOString() })) };
  });
}
