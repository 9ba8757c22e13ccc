import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ANGEL, GOOGLE, ICICI, UPSTOX, ZERODHA } from "#domain/access/brokers.ts";
import type { Store } from "#server/roles/storage/store.ts";
import { type ApiHarness, startApi } from "../../support/http/api-server.ts";
import { finish, newVisitor, type Slug, signIn, signInFresh, toBroker } from "../../support/http/visitor.ts";
import { freshStore } from "../../support/store/store.ts";

let api: ApiHarness;
let store: Store;
beforeAll(async () => {
  store = await freshStore();
  api = await startApi({ store });
});
afterAll(() => api.stop());
beforeEach(async () => {
  await freshStore();
});

const PROVIDERS: readonly (readonly [Slug, number, number])[] = [
  ["kite", ZERODHA, 0],
  ["upstox", UPSTOX, 0],
  ["angel_broking", ANGEL, 0],
  ["icici", ICICI, 0],
  ["google", GOOGLE, 60_000],
];

describe("a newcomer signs in through the sandbox's", () => {
  it.each(PROVIDERS)("%s", async (slug, broker, delay) => {
    const visitor = newVisitor(api);
    const answer = await signIn(visitor, slug);
    expect([answer.status, answer.body.toString()]).toEqual([200, expect.any(String)]);
    expect(answer.json()).toMatchObject({
      is_first_time_login: true,
      redirect_path: slug === "google" ? "/home" : "/home",
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]{43}$/),
      data: {
        is_anon_user: false,
        is_admin: false,
        broker_details: { broker_id: broker },
        delay_ms: delay,
        external_user_id: expect.stringMatching(/^sandbox:/),
        subscription_plan: { billing_plan_id: "no_plan" },
      },
    });
    const me = (await visitor.fetch("/v1/users/me")).json<{ data: { name: string; id: string } }>();
    expect(me.data.name).not.toBe("");
    const again = await signIn(newVisitor(api), slug);
    expect(again.json()).toMatchObject({ is_first_time_login: false, data: { id: me.data.id } });
  });
});

describe("what a sign-in leaves", () => {
  it("in the browser is a cookie out of reach of scripts, and a token that is no session", async () => {
    const visitor = newVisitor(api);
    const answer = await signInFresh(visitor, "/option-chain?underlying=NIFTY");
    expect(answer.json()).toMatchObject({ redirect_path: "/option-chain?underlying=NIFTY" });
    const [session = "", login = ""] = answer.headers["set-cookie"] ?? [];
    expect(session).toMatch(
      /^__Host-sid=[\w-]{43}\.[0-9a-f-]{36}(\.b)?; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(login).toMatch(/^__Host-login=; Max-Age=0/);
    expect(answer.headers["cache-control"]).toBe("no-store");
    const { access_token: token } = answer.json<{ access_token: string }>();
    expect(session).not.toContain(token);
    const asCookie = await newVisitor(api).fetch("/v1/users/me", {
      headers: { cookie: `__Host-sid=${token}` },
    });
    expect(asCookie.json()).toMatchObject({ data: { is_anon_user: true } });
  });

  it("on the server is an account, a sealed broker token, and a line in the audit log", async () => {
    const visitor = newVisitor(api);
    const answer = await signIn(visitor, "kite");
    const { id } = answer.json<{ data: { id: string } }>().data;
    const sealed = await store.brokerTokens.get(id, Date.now());
    expect(sealed).not.toBeNull();
    expect(Buffer.from(sealed!).toString("latin1")).not.toContain("access");
    expect(await api.auth.vault.tokens(id)).toMatchObject({ access: expect.stringMatching(/^\w{32}$/) });
    const log = await store.audit.list({ subject: id, limit: 10 });
    expect(log).toMatchObject([{ action: "sign_in", actor: id, details: { provider: "kite", first: true } }]);
    expect(JSON.stringify(log)).not.toContain((await api.auth.vault.tokens(id))!.access);
  });

  it("is undone by a logout, also at the broker when it was the last device", async () => {
    const visitor = newVisitor(api);
    const { id } = (await signIn(visitor, "kite")).json<{ data: { id: string } }>().data;
    const other = newVisitor(api);
    await signIn(other, "kite");
    expect((await visitor.fetch("/v1/logout", { method: "DELETE" })).json()).toEqual({
      data: { success: true },
    });
    expect(visitor.cookies.has("__Host-sid")).toBe(false);
    expect(await api.auth.vault.tokens(id)).not.toBeNull();
    await other.fetch("/v1/logout", { method: "DELETE" });
    await expect.poll(() => api.auth.vault.tokens(id)).toBeNull();
    const again = await other.fetch("/v1/logout", { method: "DELETE" });
    expect(again.json()).toEqual({ data: { success: true } });
  });

  it("replaces who was signed in on this device before", async () => {
    const visitor = newVisitor(api);
    const first = (await signIn(visitor, "kite")).json<{ data: { id: string } }>();
    const before = visitor.cookies.get("__Host-sid")!;
    const second = (await signIn(visitor, "kite")).json<{ data: { id: string } }>();
    expect(second.data.id).toBe(first.data.id);
    expect(visitor.cookies.get("__Host-sid")).not.toBe(before);
    const old = newVisitor(api);
    old.cookies.set("__Host-sid", before);
    expect((await old.fetch("/v1/users/me")).status).toBe(401);
    const devices = await visitor.fetch("/v1/sessions");
    expect(devices.json<{ data: unknown[] }>().data).toHaveLength(1);
  });
});

it("a login to another account ends the session that this browser had", async () => {
  const visitor = newVisitor(api);
  const first = (await signIn(visitor, "kite")).json<{ data: { id: string } }>();
  const before = visitor.cookies.get("__Host-sid")!;
  expect((await signIn(visitor, "google")).json()).toMatchObject({
    data: { broker_details: { broker_id: 5 } },
  });
  const old = newVisitor(api);
  old.cookies.set("__Host-sid", before);
  expect((await old.fetch("/v1/users/me")).status).toBe(401);
  expect(await store.sessions.list(first.data.id, Date.now())).toEqual([]);
});

describe("attempts", () => {
  it("live beside one another in several tabs of a browser", async () => {
    const visitor = newVisitor(api);
    const kite = await toBroker(visitor, "kite");
    const upstox = await toBroker(visitor, "upstox");
    const icici = await toBroker(visitor, "icici");
    const google = await toBroker(visitor, "google");
    for (const [slug, back] of [
      ["icici", icici],
      ["kite", kite],
      ["upstox", upstox],
      ["google", google],
    ] as const) {
      // A login that succeeds forgets the browser's half; the others were begun with it.
      const binding = visitor.cookies.get("__Host-login")!;
      expect((await finish(visitor, slug, back)).status, slug).toBe(200);
      visitor.cookies.set("__Host-login", binding);
    }
  });

  it("say nothing of the state to a reader of the ticket alone, and are kept ten minutes", async () => {
    const visitor = newVisitor(api);
    const answer = await visitor.fetch("/v1/kite_login");
    expect(answer.status).toBe(302);
    expect(answer.headers["set-cookie"]?.[0]).toMatch(/^__Host-login=[\w-]{22}; Max-Age=600; /);
    expect(answer.headers.location).not.toContain(visitor.cookies.get("__Host-login"));
  });

  it("take Angel One's tokens in a body alone: in an address they stay with whatever keeps addresses", async () => {
    const visitor = newVisitor(api);
    const back = await toBroker(visitor, "angel_broking");
    const query = new URLSearchParams({ request_token: back.token, state: back.state ?? "" });
    const refused = await visitor.fetch(`/v1/angel_broking_login_redirect?${query}`);
    expect([refused.status, refused.headers.allow]).toEqual([405, "POST"]);
    expect((await finish(visitor, "angel_broking", back)).status).toBe(200);
  });

  it("bring a browser that could not begin to a page that says so, and a caller the error itself", async () => {
    const away = await startApi({ isSandboxActive: () => false });
    const visitor = newVisitor(away);
    const { url } = await visitor.open("/v1/kite_login");
    expect(url.pathname + url.search).toBe("/kite_login_redirect?status=error&error=request.not_found");
    expect((await visitor.fetch("/v1/kite_login")).status).toBe(404);
    await away.stop();
  });
});
