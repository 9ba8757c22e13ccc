import { ACCOUNT_ROWS } from "#protocol/http/account.ts";
import { signedIn } from "../../identity/http/caller.ts";
import { noSessionCookie } from "../../identity/http/cookies.ts";
import type { RowRegistrar } from "../../identity/http/register-row.ts";
import type { DeviceService } from "./service.ts";

interface SessionNeeds {
  readonly devices: Pick<DeviceService, "list" | "end" | "endOthers">;
}

/** Devices that are signed in: seen, and logged out from afar. */
export function addSessionRoutes(rows: RowRegistrar, { devices }: SessionNeeds): void {
  rows.row(ACCOUNT_ROWS.devices, async (request) => {
    const { account, session } = signedIn(request);
    const list = await devices.list(account.id);
    return {
      data: list.map(({ id, userAgent, createdAt, lastSeenAt }) => ({
        id,
        is_current: id === session.id,
        user_agent: userAgent,
        created_at: new Date(createdAt).toISOString(),
        last_seen_at: new Date(lastSeenAt).toISOString(),
      })),
    };
  });

  rows.row(ACCOUNT_ROWS.revokeOtherDevices, async (request) => {
    await devices.endOthers({ ...signedIn(request), address: request.ip });
    return { success: true };
  });

  rows.row(ACCOUNT_ROWS.revokeDevice, async (request, reply) => {
    const isThisOne = await devices.end({ ...signedIn(request), address: request.ip }, request.params.id);
    if (isThisOne) reply.header("set-cookie", noSessionCookie());
    return { success: true };
  });
}
