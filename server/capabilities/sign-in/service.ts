import type { Static } from "typebox";
import type { BrokerSlug } from "#domain/access/brokers.ts";
import type { Profile } from "#protocol/http/account.ts";
import type { LoginResult, LoginStartQuery } from "#protocol/http/sign-in.ts";
import type { Auth } from "../../identity/auth.ts";
import type { SignedIn } from "../../identity/entrance.ts";
import type { LoginCookie, SessionCookie } from "../../identity/http/cookies.ts";
import type { LiveSession } from "../../identity/identities.ts";
import type { Logins } from "../../identity/logins.ts";
import type { Account } from "../../identity/repositories/accounts.ts";
import type { AuditRepository } from "../../identity/repositories/audit.ts";
import type { SessionRepository } from "../../identity/repositories/sessions.ts";
import type { Origin, Sessions } from "../../identity/session-keeper.ts";
import type { WidgetTokens } from "../../identity/widget-token.ts";
import type { Transaction } from "../../platform/store/transaction.ts";
import { RETURN_PAGES } from "./return-pages.ts";

export type LoginStart = Static<typeof LoginStartQuery>;

/** The browser that signs in, as its request tells it. */
export interface Browser {
  /** by which it reached us */
  readonly host: string | undefined;
  /** of the attempt it has begun */
  readonly cookie: LoginCookie | null;
  readonly from: Origin;
  /** the session that its cookie still opens */
  readonly former: LiveSession | null;
  readonly isMobileApp: boolean;
  readonly log: { warn(details: object, text: string): void };
}

/** What may be signed in with here, by provider. */
interface LoginOffer {
  readonly available: Readonly<Record<string, boolean>>;
  /** those that are stand-ins */
  readonly sandbox: Readonly<Record<string, boolean>>;
}

/** What a sign-in ends with: the answer, and the cookie that opens the session. */
export interface Entered {
  readonly result: LoginResult;
  readonly cookie: SessionCookie;
}

/** The two halves of a sign-in (decision 0009). */
export interface SignInService {
  offer(): LoginOffer;
  /** @throws AppError request.not_found where the provider is not set up, broker.*, storage.* */
  begin(slug: BrokerSlug, query: LoginStart, browser: Browser): ReturnType<Logins["begin"]>;
  /**
   * @param handle the state that came back, or the nonce of Google's token
   * @throws AppError auth.*, broker.*, storage.*
   */
  finish(slug: BrokerSlug, token: string, handle: string | null, browser: Browser): Promise<Entered>;
  /** Signs in with the ticket of the too-many-devices page. @throws AppError auth.*, storage.* */
  enterWithTicket(ticket: string, browser: Browser): Promise<Entered>;
}

/** What the end of a session is made of. */
interface Kept {
  readonly sessions: SessionRepository;
  readonly audit: Pick<AuditRepository, "add">;
}

/** Where a sign-in meets the account it is for. */
interface SignInPorts {
  readonly logins: Logins;
  /** whether a stand-in takes the provider's place */
  readonly isSandbox: (slug: BrokerSlug) => boolean;
  readonly sessions: Pick<Sessions, "end">;
  /** ends a session whose holder leaves */
  readonly logOut: Auth["logOut"];
  readonly transaction: Transaction<Kept>;
  readonly clock: () => number;
  readonly widgetTokens: Pick<WidgetTokens, "issue">;
  /** our own, the first of them for browsers that reached us by none */
  readonly origins: () => readonly string[];
  /** the profile of whoever has just signed in */
  readonly profileOf: (
    account: Account,
    visit: { readonly isMobileApp: boolean; readonly isFirst: boolean },
  ) => Promise<Profile>;
}

export function createSignInService(ports: SignInPorts): SignInService {
  const { logins, isSandbox, sessions, logOut, transaction, clock, widgetTokens, origins, profileOf } = ports;

  /** The origin by which the browser reached us, where that is one of ours: the provider must send it back there. */
  function redirectUri(host: string | undefined, slug: BrokerSlug): string {
    const all = origins();
    const own = all.find((origin) => new URL(origin).host === host) ?? all[0];
    return `${own}${RETURN_PAGES[slug]}`;
  }

  /** The cookie of before the login is worth nothing after it, whichever account it was of. */
  async function endFormer({ former, from, log }: Browser, { account, session }: SignedIn): Promise<void> {
    if (former === null || former.session.id === session.sessionId) return;
    const { id } = former.session;
    try {
      await transaction(async (tx) => {
        // The account's own broker session is the one that was just begun.
        const hasEnded =
          former.account.id === account.id
            ? await sessions.end(tx, id, null, true)
            : await logOut(tx, former.account, id, true);
        if (!hasEnded) return;
        const [actor, subject] = [account.id, former.account.id];
        const entry = { actor, action: "session_replaced", subject, address: from.address };
        await tx.audit.add({ ...entry, at: clock(), details: { session: id, by: session.sessionId } });
      });
    } catch (error) {
      log.warn({ err: error }, "the session of before a login was not ended");
    }
  }

  async function enter(browser: Browser, signedIn: SignedIn): Promise<Entered> {
    const { account, session, isFirst, redirectPath } = signedIn;
    await endFormer(browser, signedIn);
    const data = await profileOf(account, { isMobileApp: browser.isMobileApp, isFirst });
    const result = {
      data,
      access_token: widgetTokens.issue(account.id, session.sessionId),
      is_first_time_login: isFirst,
      redirect_path: redirectPath,
    };
    return { result, cookie: session.cookie };
  }

  return {
    offer() {
      const slugs = Object.keys(RETURN_PAGES) as BrokerSlug[];
      const by = (is: (slug: BrokerSlug) => boolean) =>
        Object.fromEntries(slugs.map((slug) => [slug, logins.isAvailable(slug) && is(slug)]));
      return { available: by(() => true), sandbox: by(isSandbox) };
    },
    begin(slug, query, { host, cookie }) {
      const { redirect_target: redirectPath, app_id: appId, os, sandbox_account: account } = query;
      const hint = {
        ...(appId === undefined ? {} : { appId }),
        ...(os === undefined ? {} : { os }),
        freshAccount: account === "new",
      };
      return logins.begin(slug, { redirectUri: redirectUri(host, slug), redirectPath, hint }, cookie);
    },
    async finish(slug, token, handle, browser) {
      const { cookie, from } = browser;
      return enter(browser, await logins.finish(slug, { token, handle }, cookie, from));
    },
    async enterWithTicket(ticket, browser) {
      return enter(browser, await logins.invalidateAndLogin(ticket, browser.cookie, browser.from));
    },
  };
}
