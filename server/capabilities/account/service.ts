import { AppError } from "#domain/errors.ts";
import type { Audit } from "../../identity/audit-log.ts";
import type { Auth } from "../../identity/auth.ts";
import type { LiveSession } from "../../identity/identities.ts";
import type { SessionRecord, SessionRepository } from "../../identity/repositories/sessions.ts";
import type { Sessions } from "../../identity/session-keeper.ts";

interface DevicePorts {
  readonly kept: Pick<SessionRepository, "list">;
  readonly sessions: Pick<Sessions, "end" | "endAll">;
  /** ends a session whose holder leaves */
  readonly logOut: Auth["logOut"];
  readonly audit: Audit;
  readonly clock: () => number;
}

/** Who asks, and from which address, for the audit log. */
export interface Holder extends Pick<LiveSession, "account" | "session"> {
  readonly address: string;
}

/** Devices on which an account is signed in. */
export interface DeviceService {
  list(accountId: string): Promise<readonly SessionRecord[]>;
  /** Ends the session of the device that asks. */
  leave(holder: Holder): Promise<void>;
  /** Logs all other devices out. */
  endOthers(holder: Holder): Promise<void>;
  /**
   * Logs one device of the account out.
   * @returns whether it is the one that asks
   * @throws AppError request.not_found for a session that is not the account's, as for one that never was
   */
  end(holder: Holder, sessionId: string): Promise<boolean>;
}

export function createDeviceService({ kept, sessions, logOut, audit, clock }: DevicePorts): DeviceService {
  const list = (accountId: string) => kept.list(accountId, clock());

  function noted(
    { account: { id }, address }: Holder,
    action: string,
    details: Parameters<Audit>[0]["details"],
  ): Promise<void> {
    return audit({ actor: id, action, subject: id, address, details });
  }

  return {
    list,
    async leave(holder) {
      const { account, session } = holder;
      await logOut(account, session.id);
      await noted(holder, "sign_out", { session: session.id });
    },
    async endOthers(holder) {
      const { account, session } = holder;
      const gone = await sessions.endAll(account.id, "revoked", session.id);
      await noted(holder, "sessions_revoked", { ended: gone.length });
    },
    async end(holder, sessionId) {
      const { account, session } = holder;
      const own = await list(account.id);
      if (!own.some(({ id }) => id === sessionId)) {
        throw new AppError("request.not_found", "That device is not signed in");
      }
      const isThisOne = sessionId === session.id;
      if (isThisOne) await logOut(account, sessionId);
      else await sessions.end(sessionId, "revoked");
      await noted(holder, "session_revoked", { session: sessionId });
      return isThisOne;
    },
  };
}
