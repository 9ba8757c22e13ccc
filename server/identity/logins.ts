import type { BrokerSlug } from "#domain/access/brokers.ts";
import { AppError } from "#domain/errors.ts";
import type { BrokerIdentity, LoginAttempt, LoginHint, LoginStart } from "../brokers/adapter.ts";
import type { Brokers } from "../brokers/registry.ts";
import type { Audit } from "./audit-log.ts";
import { createEntrance, type EntranceOptions, refusalOf, type SignedIn } from "./entrance.ts";
import type { LoginCookie } from "./http/cookies.ts";
import type { BegunLogin, LoginAttempts } from "./login-attempts.ts";
import { rejectedLogin } from "./login-texts.ts";
import type { IdentityStore } from "./repositories/identity-store.ts";
import { sandboxId } from "./sandbox-accounts.ts";
import type { Origin } from "./session-keeper.ts";
import { createTooManyDevices } from "./too-many-devices.ts";

const OPENING_MS = 8_000;

export interface LoginRequest {
  readonly redirectUri: string;
  readonly redirectPath: string | undefined;
  readonly hint: LoginHint;
}

/** Signing in, one shape for all providers (decision 0009). */
export interface Logins {
  isAvailable(slug: BrokerSlug): boolean;
  /** @throws AppError request.not_found where the provider is not set up */
  begin(
    slug: BrokerSlug,
    request: LoginRequest,
    cookie: LoginCookie | null,
  ): Promise<BegunLogin & { start: LoginStart }>;
  /**
   * @param handle the state that came back, or the nonce of Google's token; null for none
   * @throws AppError auth.bad_login, auth.too_many_devices (details.request_token), broker.*, storage.*
   */
  finish(
    slug: BrokerSlug,
    returned: { readonly token: string; readonly handle: string | null },
    cookie: LoginCookie | null,
    from: Origin,
  ): Promise<SignedIn>;
  /** Ends the account's other sessions and lets the one in that was refused for them. */
  invalidateAndLogin(requestToken: string, cookie: LoginCookie | null, from: Origin): Promise<SignedIn>;
}

interface LoginsOptions extends EntranceOptions {
  readonly brokers: Brokers;
  readonly isSandboxActive: () => boolean;
  readonly attempts: LoginAttempts;
  readonly store: Pick<IdentityStore, "tickets" | "transaction" | "opened">;
  readonly audit: Audit;
}

export function createLogins(options: LoginsOptions): Logins {
  const { brokers, isSandboxActive, attempts, store, audit } = options;
  const tooMany = createTooManyDevices(options);
  const enter = createEntrance(options, tooMany);

  function isAvailable(slug: BrokerSlug): boolean {
    return !brokers[slug].isSandbox || isSandboxActive();
  }

  function mustBeAvailable(slug: BrokerSlug): void {
    if (isAvailable(slug)) return;
    throw new AppError("request.not_found", "This way to sign in is not set up on this server", {
      provider: slug,
    });
  }

  /** In the first seconds of a server storage is being opened: who clicks then waits for it rather than be refused. */
  async function untilOpened(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, OPENING_MS);
    });
    await Promise.race([store.opened(), late]);
    clearTimeout(timer);
  }

  async function identify(slug: BrokerSlug, token: string, attempt: LoginAttempt): Promise<BrokerIdentity> {
    const adapter = brokers[slug];
    try {
      const identity = await adapter.finish(token, attempt);
      if (!adapter.isSandbox) return identity;
      return { ...identity, externalId: sandboxId(identity.externalId) };
    } catch (error) {
      const isRefusal = error instanceof AppError && error.code === "broker.rejected";
      throw isRefusal ? rejectedLogin(slug, error) : error;
    }
  }

  async function comeBack(
    slug: BrokerSlug,
    { token, handle }: { readonly token: string; readonly handle: string | null },
    cookie: LoginCookie | null,
    from: Origin,
  ): Promise<SignedIn | AppError> {
    try {
      const { attempt, redirectPath } = await attempts.take(slug, handle, cookie);
      const identity = await identify(slug, token, attempt);
      return await enter({ slug, broker: brokers[slug].broker, identity, redirectPath, from, cookie });
    } catch (error) {
      if (error instanceof AppError) await audit(refusalOf(slug, error, from.address));
      throw error;
    }
  }

  return {
    isAvailable,
    async begin(slug, { redirectUri, redirectPath, hint }, cookie) {
      mustBeAvailable(slug);
      await untilOpened();
      const begun = await attempts.begin(slug, { redirectUri, redirectPath }, cookie);
      return { ...begun, start: brokers[slug].start(begun.attempt, hint) };
    },
    async finish(slug, returned, cookie, from) {
      mustBeAvailable(slug);
      const signedIn = await comeBack(slug, returned, cookie, from);
      if (signedIn instanceof AppError) throw signedIn;
      return signedIn;
    },
    invalidateAndLogin: async (requestToken, cookie, from) => ({
      ...(await tooMany.invalidate(requestToken, cookie, from)),
      isFirst: false,
    }),
  };
}
