import type { FastifyReply, FastifyRequest } from "fastify";
import type { BrokerSlug } from "#domain/access/brokers.ts";
import type { LoginResult } from "#protocol/http/sign-in.ts";
import {
  formatLogin,
  loginCookie,
  noLoginCookie,
  readLogin,
  sessionCookie,
} from "../../identity/http/cookies.ts";
import { ATTEMPT_MS } from "../../identity/login-attempts.ts";
import type { Logins } from "../../identity/logins.ts";
import { mustBeOwnPage } from "./own-page.ts";
import type { Browser, Entered, LoginStart, SignInService } from "./service.ts";

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

function browserOf({ headers, caller, identity, ip, log }: FastifyRequest): Browser {
  const { live, via, deviceId } = caller;
  return {
    host: headers.host,
    cookie: readLogin(headers.cookie),
    from: { deviceId, userAgent: headers["user-agent"] ?? "", address: ip },
    former: via === "cookie" ? live : null,
    isMobileApp: identity.isMobileApp,
    log,
  };
}

function answer(reply: FastifyReply, { result, cookie }: Entered): LoginResult {
  reply.header("set-cookie", [sessionCookie(cookie), noLoginCookie()]);
  return result;
}

export function createLoginFlow(service: SignInService): LoginFlow {
  return {
    async begin(request, reply, slug, query) {
      // A link on another site could otherwise put a visitor into an account that is not theirs.
      if (query.sandbox_account !== undefined) mustBeOwnPage(request, "start");
      const begun = await service.begin(slug, query, browserOf(request));
      reply.header("set-cookie", loginCookie(formatLogin(begun.cookie), ATTEMPT_MS / 1_000));
      return begun;
    },
    async finish(request, reply, slug, token, handle) {
      mustBeOwnPage(request, "finish");
      return answer(reply, await service.finish(slug, token, handle, browserOf(request)));
    },
    async invalidateAndFinish(request, reply, ticket) {
      mustBeOwnPage(request, "finish");
      return answer(reply, await service.enterWithTicket(ticket, browserOf(request)));
    },
  };
}
