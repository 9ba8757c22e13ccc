import type { FastifyReply, FastifyRequest } from "fastify";
import type { Static } from "typebox";
import type { BrokerSlug } from "#domain/access/brokers.ts";
import type { LoginResult, LoginStartQuery, Profile } from "#protocol/http/account.ts";
import type { Auth } from "../../identity/auth.ts";
import {
  formatLogin,
  loginCookie,
  noLoginCookie,
  readLogin,
  sessionCookie,
} from "../../identity/http/cookies.ts";
import { ATTEMPT_MS, type BegunLogin } from "../../identity/login-attempts.ts";
import type { Logins, SignedIn } from "../../identity/logins.ts";
import type { Account } from "../../identity/repositories/accounts.ts";
import type { Origin } from "../../identity/session-keeper.ts";
import type { OriginPolicy } from "../../platform/http/origins.ts";
import { RETURN_PAGES } from "./login-failures.ts";
import { mustBeOwnPage } from "./own-page.ts";

function fromOf(request: FastifyRequest): Origin {
  const { deviceId } = request.caller;
  return { deviceId, userAgent: request.headers["user-agent"] ?? "", address: request.ip };
}

type LoginStart = Static<typeof LoginStartQuery>;

/** The two halves of a sign-in as requests have them, with the cookies that tie one to the other (decision 0009). */
export interface LoginFlow {
  /** @throws AppError broker.*, request.forbidden, storage.* */
  begin(
    request: FastifyRequest,
    reply: FastifyReply,
    slug: BrokerSlug,
    query: LoginStart,
  ): ReturnType<Logins["begin"]>;
  /**
   * @param handle the state that came back, or the nonce of Google's token
   * @throws AppError auth.*, broker.*, request.forbidden, storage.*
   */
  finish(
    request: FastifyRequest,
    reply: FastifyReply,
    slug: BrokerSlug,
    token: string,
    handle: string | null,
  ): Promise<LoginResult>;
  /** Signs in with the ticket of the too-many-devices page. */
  invalidateAndFinish(request: FastifyRequest, reply: FastifyReply, ticket: string): Promise<LoginResult>;
}

/** Where a sign-in meets the account it is for. */
export interface LoginFlowNeeds {
  readonly auth: Pick<Auth, "logins" | "logOut" | "sessions" | "widgetTokens">;
  readonly origins: () => OriginPolicy;
  /** the profile of whoever has just signed in */
  readonly profileOf: (
    account: Account,
    visit: { readonly isMobileApp: boolean; readonly isFirst: boolean },
  ) => Promise<Profile>;
}

export function createLoginFlow({ auth, origins, profileOf }: LoginFlowNeeds): LoginFlow {
  const { logins, widgetTokens } = auth;

  /** The origin by which the browser reached us, where that is one of ours: the provider must send it back there. */
  function redirectUri(request: FastifyRequest, slug: BrokerSlug): string {
    const all = origins().origins;
    const own = all.find((origin) => new URL(origin).host === request.headers.host) ?? all[0];
    return `${own}${RETURN_PAGES[slug]}`;
  }

  function keepAttempt(reply: FastifyReply, { cookie }: BegunLogin): void {
    reply.header("set-cookie", loginCookie(formatLogin(cookie), ATTEMPT_MS / 1_000));
  }

  /** The cookie of before the login is worth nothing after it, whoever's it was. */
  async function endFormer({ caller, log }: FastifyRequest, { account, session }: SignedIn): Promise<void> {
    const { live, via } = caller;
    if (live === null || via !== "cookie" || live.session.id === session.sessionId) return;
    try {
      // The account's own broker session is the one that was just begun.
      if (live.account.id === account.id) await auth.sessions.end(live.session.id, null, true);
      else await auth.logOut(live.account, live.session.id, true);
    } catch (error) {
      log.warn({ err: error }, "the session of before a login was not ended");
    }
  }

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    signedIn: SignedIn,
  ): Promise<LoginResult> {
    const { account, session, isFirst, redirectPath } = signedIn;
    await endFormer(request, signedIn);
    const { isMobileApp } = request.identity;
    const data = await profileOf(account, { isMobileApp, isFirst });
    reply.header("set-cookie", [sessionCookie(session.cookie), noLoginCookie()]);
    return {
      data,
      access_token: widgetTokens.issue(account.id, session.sessionId),
      is_first_time_login: isFirst,
      redirect_path: redirectPath,
    };
  }

  return {
    async begin(request, reply, slug, query) {
      const { redirect_target: redirectPath, app_id: appId, os, sandbox_account: account } = query;
      // A link on another site could otherwise put a visitor into an account that is not theirs.
      if (account !== undefined) mustBeOwnPage(request, "start");
      const hint = {
        ...(appId === undefined ? {} : { appId }),
        ...(os === undefined ? {} : { os }),
        freshAccount: account === "new",
      };
      const target = { redirectUri: redirectUri(request, slug), redirectPath, hint };
      const begun = await logins.begin(slug, target, readLogin(request.headers.cookie));
      keepAttempt(reply, begun);
      return begun;
    },
    async finish(request, reply, slug, token, handle) {
      mustBeOwnPage(request, "finish");
      const cookie = readLogin(request.headers.cookie);
      return answer(request, reply, await logins.finish(slug, { token, handle }, cookie, fromOf(request)));
    },
    async invalidateAndFinish(request, reply, ticket) {
      mustBeOwnPage(request, "finish");
      const cookie = readLogin(request.headers.cookie);
      return answer(request, reply, await logins.invalidateAndLogin(ticket, cookie, fromOf(request)));
    },
  };
}
