import { beforeEach, describe, expect, it } from "vitest";
import { type BrokerSlug, ZERODHA } from "#domain/access/brokers.ts";
import { ANONYMOUS_PROFILE } from "#server/capabilities/account/profile.ts";
import { type Browser, createSignInService } from "#server/capabilities/sign-in/service.ts";
import type { SignedIn } from "#server/identity/entrance.ts";
import type { LiveSession } from "#server/identity/identities.ts";
import type { LoginRequest } from "#server/identity/logins.ts";
import type { Account } from "#server/identity/repositories/accounts.ts";
import type { SessionRepository } from "#server/identity/repositories/sessions.ts";
import { visitorOf } from "#server/identity/visitors.ts";
import { transactionOver } from "#tests/support/store/fake-transaction.ts";

const NOW = Date.parse("2026-11-21T04:30:00Z");

const accountOf = (id: string): Account => ({
  id,
  number: 1,
  broker: ZERODHA,
  externalId: id,
  name: id,
  email: null,
  group: "A",
  cohort: null,
  whatsapp: null,
  hasTakenTrial: false,
  isAdmin: false,
  createdAt: NOW,
});
const live = (accountId: string, sessionId: string): LiveSession => ({
  identity: visitorOf(ZERODHA, { accountId, sessionId }),
  account: accountOf(accountId),
  session: {
    id: sessionId,
    accountId,
    deviceId: "d1",
    userAgent: "",
    address: "203.0.113.7",
    createdAt: NOW,
    lastSeenAt: NOW,
    idleUntil: NOW,
    expiresAt: NOW,
  },
});
const signedIn: SignedIn = {
  account: accountOf("a1"),
  session: {
    cookie: { token: "t".repeat(43), sessionId: "new", endsWithBroker: true },
    sessionId: "new",
    expiresAt: NOW,
    replaced: [],
  },
  isFirst: true,
  redirectPath: "/home",
};

let begun: { slug: BrokerSlug; request: LoginRequest }[];
let ended: string[];
let written: unknown[];
let warnings: string[];
let available: ReadonlySet<BrokerSlug>;
let isEndFailing: boolean;
beforeEach(() => {
  begun = [];
  ended = [];
  written = [];
  warnings = [];
  available = new Set<BrokerSlug>(["kite", "google"]);
  isEndFailing = false;
});

const service = createSignInService({
  logins: {
    isAvailable: (slug) => available.has(slug),
    async begin(slug, request) {
      begun.push({ slug, request });
      const attempt = { state: "s", verifier: "v", nonce: "n", redirectUri: request.redirectUri };
      const start = { kind: "redirect", url: "/there" } as const;
      return { attempt, cookie: { binding: "b", state: null }, start };
    },
    finish: async () => signedIn,
    invalidateAndLogin: async () => signedIn,
  },
  isSandbox: (slug) => slug !== "google",
  sessions: {
    async end(_tx, id, reason, isReplaced) {
      if (isEndFailing) throw new Error("storage is away");
      ended.push(`end ${id} ${reason} ${isReplaced}`);
      return true;
    },
  },
  async logOut(_tx, account, id, isReplaced) {
    ended.push(`log ${account.id} out of ${id} ${isReplaced}`);
    return true;
  },
  transaction: transactionOver({
    sessions: {} as SessionRepository,
    audit: { add: async (entry) => void written.push(entry) },
  }),
  clock: () => NOW,
  widgetTokens: { issue: (accountId, sessionId) => `token of ${accountId} ${sessionId}` },
  origins: () => ["https://one.example", "https://two.example:8443"],
  profileOf: async ({ name }, { isFirst }) => ({ ...ANONYMOUS_PROFILE, name, is_first_time_login: isFirst }),
});

const browser = (changes: Partial<Browser> = {}): Browser => ({
  host: "one.example",
  cookie: null,
  from: { deviceId: null, userAgent: "", address: "203.0.113.7" },
  former: null,
  isMobileApp: false,
  log: { warn: (_, text) => void warnings.push(text) },
  ...changes,
});

describe("a sign-in that begins", () => {
  it.each([
    ["two.example:8443", "https://two.example:8443/kite_login_redirect"],
    ["one.example", "https://one.example/kite_login_redirect"],
    ["evil.example", "https://one.example/kite_login_redirect"],
    [undefined, "https://one.example/kite_login_redirect"],
  ])("comes back to the origin of ours that %s names", async (host, redirectUri) => {
    await service.begin("kite", { redirect_target: "/builder" }, browser({ host }));
    expect(begun).toEqual([
      { slug: "kite", request: { redirectUri, redirectPath: "/builder", hint: { freshAccount: false } } },
    ]);
  });
});

describe("the session of before", () => {
  it("ends with a login into another account as if its holder had left", async () => {
    await service.finish("kite", "token", "state", browser({ former: live("a2", "old") }));
    expect(ended).toEqual(["log a2 out of old true"]);
    expect(written).toEqual([
      {
        ...{ at: NOW, actor: "a1", action: "session_replaced", subject: "a2", address: "203.0.113.7" },
        details: { session: "old", by: "new" },
      },
    ]);
  });

  it("ends alone with a login into the same account, whose broker session has just begun", async () => {
    await service.enterWithTicket("ticket", browser({ former: live("a1", "old") }));
    expect(ended).toEqual(["end old null true"]);
  });

  it("stays when it is the one that was opened", async () => {
    await service.finish("kite", "token", "state", browser({ former: live("a1", "new") }));
    expect(ended).toEqual([]);
  });

  it("does not stand in the way when it can't be ended, which is logged", async () => {
    isEndFailing = true;
    const former = live("a1", "old");
    const { result, cookie } = await service.finish("kite", "token", "state", browser({ former }));
    expect(warnings).toEqual(["the session of before a login was not ended"]);
    expect(written).toEqual([]);
    expect(cookie).toBe(signedIn.session.cookie);
    expect(result).toMatchObject({
      data: { name: "a1" },
      access_token: "token of a1 new",
      is_first_time_login: true,
      redirect_path: "/home",
    });
  });
});

describe("the offer of a login panel", () => {
  it("names what is set up here, and which of it is a stand-in", () => {
    const none = { upstox: false, angel_broking: false, icici: false };
    expect(service.offer()).toEqual({
      available: { ...none, kite: true, google: true },
      sandbox: { ...none, kite: true, google: false },
    });
  });
});
