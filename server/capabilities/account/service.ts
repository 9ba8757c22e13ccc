import { AppError } from "#domain/errors.ts";
import type { Auth } from "../../identity/auth.ts";
import type { LiveSession } from "../../identity/identities.ts";
import type { AuditEntry, AuditRepository } from "../../identity/repositories/audit.ts";
import type { SessionRecord, SessionRepository } from "../../identity/repositories/sessions.ts";
import type { Sessions, SessionsChange } from "../../identity/session-keeper.ts";
import type { Transaction } from "../../platform/store/transaction.ts";

/** What a change of devices is made of. */
interface Kept {
  readonly sessions: SessionRepository;
  readonly audit: Pick<AuditRepository, "add">;
}

interface DevicePorts {
  readonly kept: Pick<SessionRepository, "list">;
  readonly sessions: Pick<Sessions, "end" | "endAll">;
  /** ends a session whose holder leaves */
  readonly logOut: Auth["logOut"];
  readonly transaction: Transaction<Kept>;
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

export function createDeviceService(ports: DevicePorts): DeviceService {
  const { kept, sessions, logOut, transaction, clock } = ports;
  const list = (accountId: string) => kept.list(accountId, clock());

  /** @param change says what it did, null when there was nothing to do */
  function noted(
    { account: { id }, address }: Holder,
    action: string,
    change: (tx: SessionsChange) => Promise<AuditEntry["details"] | null>,
  ): Promise<void> {
    return transaction(async (tx) => {
      const details = await change(tx);
      if (details === null) return;
      await tx.audit.add({ at: clock(), actor: id, action, subject: id, address, details });
    });
  }

  return {
    list,
    async leave(holder) {
      const { account, session } = holder;
      await noted(holder, "sign_out", async (tx) =>
        (await logOut(tx, account, session.id)) ? { session: session.id } : null,
      );
    },
    async endOthers(holder) {
      const { account, session } = holder;
      await noted(holder, "sessions_revoked", async (tx) => {
        const gone = await sessions.endAll(tx, account.id, "revoked", session.id);
        return { ended: gone.length };
      });
    },
    async end(holder, sessionId) {
      const { account, session } = holder;
      const own = await list(account.id);
      if (!own.some(({ id }) => id === sessionId)) {
        throw new AppError("request.not_found", "That device is not signed in");
      }
      const isThisOne = sessionId === session.id;
      await noted(holder, "session_revoked", async (tx) => {
        const hasEnded = isThisOne
          ? await logOut(tx, account, sessionId)
          : await sessions.end(tx, sessionId, "revoked");
        return hasEnded ? { session: sessionId } : null;
      });
      return isThisOne;
    },
  };
}
