import { type Static, Type } from "typebox";
import { AppError } from "#domain/errors.ts";
import { jsonReader } from "../platform/lib/read-json.ts";
import type { InTransaction } from "../platform/store/transaction.ts";
import type { LoginCookie } from "./http/cookies.ts";
import { INVALIDATE_FAILED, TOO_MANY } from "./login-texts.ts";
import type { Account } from "./repositories/accounts.ts";
import type { IdentityRepositories, IdentityStore } from "./repositories/identity-store.ts";
import type { SessionRecord } from "./repositories/sessions.ts";
import { isSame, type Random, randomText, sha256, systemRandom } from "./secret-texts.ts";
import type { OpenedSession, Origin, Sessions } from "./session-keeper.ts";

const KIND = "too_many_devices";
const LIFE_MS = 600_000;

const Kept = Type.Object({
  accountId: Type.String(),
  redirectPath: Type.String(),
  /** epoch ms that the session to come must not outlive */
  endsBy: Type.Number(),
  /** hash of the browser's half, hex; empty where it had none */
  binding: Type.String(),
});
type Kept = Static<typeof Kept>;
const readKept = jsonReader(Kept);

/** A login that was in order but for the number of devices. */
type Refused = Readonly<Omit<Kept, "binding">>;

interface Invalidated {
  readonly account: Account;
  readonly session: OpenedSession;
  readonly redirectPath: string;
}

/** The fourth device: refused with a ticket, let in with it once the others are out. */
export interface TooManyDevices {
  /** The error that the browser takes to its page: `details.request_token`, good once, for ten minutes, in this browser. */
  refuse(tx: IdentityRepositories, refused: Refused, cookie: LoginCookie | null): Promise<AppError>;
  /** @throws AppError auth.bad_login with the text of rule LOGIN-16, storage.* */
  invalidate(requestToken: string, cookie: LoginCookie | null, from: Origin): Promise<Invalidated>;
}

interface TooManyDevicesOptions {
  readonly store: Pick<IdentityStore, "tickets" | "transaction">;
  readonly sessions: Sessions;
  readonly clock: () => number;
  readonly random?: Random;
}

/** Details are flat: `device_1`, what it says it is, and `device_1_seen`, epoch ms; the one seen last comes first. */
function devicesOf(sessions: readonly SessionRecord[]): Record<string, string | number> {
  const named = sessions.map((session, i) => [
    [`device_${i + 1}`, session.userAgent],
    [`device_${i + 1}_seen`, session.lastSeenAt],
  ]);
  return Object.fromEntries(named.flat());
}

const failed = (reason: string) => new AppError("auth.bad_login", INVALIDATE_FAILED, { reason });
const bindingOf = (cookie: LoginCookie): string =>
  Buffer.from(sha256(`${KIND}:${cookie.binding}`)).toString("hex");

export function createTooManyDevices(options: TooManyDevicesOptions): TooManyDevices {
  const { store, sessions, clock, random = systemRandom } = options;

  /** All sessions of the account end and one begins, or none does. */
  async function changePlaces(
    tx: IdentityRepositories & InTransaction,
    { accountId, redirectPath, endsBy }: Refused,
    from: Origin,
  ): Promise<Invalidated> {
    // No other login comes in between the two steps.
    await tx.accounts.hold(accountId);
    const account = await tx.accounts.byId(accountId);
    if (account === null) throw failed("account_gone");
    const ended = await sessions.endAll(tx, accountId, "elsewhere");
    const session = await sessions.open(tx, account, from, endsBy);
    if (session === "too_many") throw failed("too_many_devices");
    await tx.audit.add({
      at: clock(),
      actor: accountId,
      action: "sessions_invalidated",
      subject: accountId,
      address: from.address,
      details: { session: session.sessionId, ended: ended.length },
    });
    return { account, session, redirectPath };
  }

  return {
    async refuse(tx, refused, cookie) {
      const token = randomText(random, 256);
      const kept: Kept = { ...refused, binding: cookie === null ? "" : bindingOf(cookie) };
      const expiresAt = clock() + LIFE_MS;
      await tx.tickets.put({ kind: KIND, hash: sha256(token), payload: JSON.stringify(kept), expiresAt });
      return new AppError("auth.too_many_devices", TOO_MANY, {
        reason: "too_many_devices",
        request_token: token,
        ...devicesOf(await tx.sessions.list(refused.accountId, clock())),
      });
    },
    async invalidate(requestToken, cookie, from) {
      if (cookie === null) throw failed("no_attempt");
      // Taken for good, whatever comes of it.
      const payload = await store.tickets.take(KIND, sha256(requestToken), clock());
      const kept = payload === null ? null : readKept(payload);
      if (kept === null) throw failed("ticket_unknown");
      const { binding, ...refused } = kept;
      if (!isSame(binding, bindingOf(cookie))) throw failed("other_browser");
      return store.transaction((tx) => changePlaces(tx, refused, from));
    },
  };
}
