import { describe, expect, it } from "vitest";
import type { Answer } from "../../support/http/api-server.ts";
import { sharedApi } from "../../support/http/shared-api.ts";
import {
  finish,
  googleToken,
  newVisitor,
  type Slug,
  signIn,
  toBroker,
  type Visitor,
} from "../../support/http/visitor.ts";

const world = sharedApi();

const SLUGS: readonly Slug[] = ["kite", "upstox", "angel_broking", "icici", "google"];
const WITH_STATE: readonly Slug[] = ["kite", "upstox", "angel_broking"];

const reasonOf = (answer: Answer): unknown =>
  answer.json<{ error: { details: Record<string, unknown> } }>().error.details.reason;

/** No visitor was let in: no cookie, no account, no session, and an answer that says why. */
async function expectNobody(
  visitor: Visitor,
  answer: Answer,
  status: number,
  reason?: string,
): Promise<void> {
  expect([answer.status, answer.body.toString()]).toEqual([status, expect.any(String)]);
  if (reason !== undefined) expect(reasonOf(answer)).toBe(reason);
  expect(answer.headers["set-cookie"] ?? []).not.toContainEqual(expect.stringMatching(/^__Host-sid=[^;]/));
  expect(visitor.cookies.has("__Host-sid")).toBe(false);
  const me = await visitor.fetch("/v1/users/me");
  expect(me.json()).toMatchObject({ data: { is_anon_user: true } });
}

describe.each(SLUGS)("a return from %s is refused", (slug) => {
  it("without the cookie of its attempt", async () => {
    const visitor = newVisitor(world.api);
    const back = await toBroker(visitor, slug);
    visitor.cookies.clear();
    await expectNobody(visitor, await finish(visitor, slug, back), 401, "no_attempt");
  });

  it("in another browser, though that began an attempt of its own (login CSRF)", async () => {
    const attacker = newVisitor(world.api);
    const stolen = await toBroker(attacker, slug);
    const victim = newVisitor(world.api);
    await toBroker(victim, slug);
    const answer = await finish(victim, slug, stolen);
    // ICICI Direct brings no state back: the browser's own attempt is taken, and then the code is good. See below.
    if (slug !== "icici") await expectNobody(victim, answer, 401, "other_browser");
    else expect(answer.status).toBe(200);
  });

  it("a second time", async () => {
    const visitor = newVisitor(world.api);
    const back = await toBroker(visitor, slug);
    const jar = new Map(visitor.cookies);
    expect((await finish(visitor, slug, back)).status).toBe(200);
    const thief = newVisitor(world.api);
    for (const [name, value] of jar) thief.cookies.set(name, value);
    await expectNobody(thief, await finish(thief, slug, back), 401, "state_unknown");
  });

  it("eleven minutes after it was begun", async () => {
    const visitor = newVisitor(world.api);
    const back = await toBroker(visitor, slug);
    world.now += 11 * 60_000;
    await expectNobody(visitor, await finish(visitor, slug, back), 401, "state_unknown");
  });

  it("from a page of another site, or opened as a link", async () => {
    const visitor = newVisitor(world.api);
    const back = await toBroker(visitor, slug);
    for (const headers of [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "none" },
      { "sec-fetch-mode": "navigate" },
    ]) {
      await expectNobody(visitor, await finish(visitor, slug, back, { headers }), 403);
    }
    expect((await finish(visitor, slug, back)).status).toBe(200);
  });

  it("with a token that the provider never gave", async () => {
    const visitor = newVisitor(world.api);
    const { state } = await toBroker(visitor, slug);
    const nonce = "AAAAAAAAAAAAAAAAAAAAAA";
    const claims = Buffer.from(JSON.stringify({ nonce })).toString("base64url");
    const token =
      slug === "angel_broking" || slug === "google" ? `eyJhbGciOiJub25lIn0.${claims}.` : "x".repeat(32);
    const answer = await finish(visitor, slug, { token, state });
    await expectNobody(visitor, answer, 401, slug === "google" ? "state_unknown" : "rejected");
  });

  it("[LOGIN-17] without any token, in the words of the rule", async () => {
    const visitor = newVisitor(world.api);
    await toBroker(visitor, slug);
    const answer = await finish(visitor, slug, { token: "", state: "x" });
    await expectNobody(visitor, answer, 400);
    expect(answer.json()).toMatchObject({
      error: { code: "request.invalid", message: "No code found in the URL" },
    });
  });
});

describe.each(WITH_STATE)("a return from %s is refused", (slug) => {
  it.each([
    ["no state", null, "state_missing"],
    ["an empty state", "", "state_missing"],
    ["an invented state", "AAAAAAAAAAAAAAAAAAAAAA", "state_unknown"],
    ["a state with one letter changed", "changed", "state_unknown"],
  ])("with %s", async (_what, state, reason) => {
    const visitor = newVisitor(world.api);
    const back = await toBroker(visitor, slug);
    const given =
      state === "changed" ? `${back.state!.slice(0, -1)}${back.state!.endsWith("A") ? "B" : "A"}` : state;
    await expectNobody(
      visitor,
      await finish(visitor, slug, { token: back.token, state: given }),
      401,
      reason,
    );
  });

  it("with the state of an attempt at another provider (mix-up)", async () => {
    const visitor = newVisitor(world.api);
    const other = slug === "kite" ? "upstox" : "kite";
    const here = await toBroker(visitor, slug);
    const there = await toBroker(visitor, other);
    const mixed = { token: here.token, state: there.state };
    await expectNobody(visitor, await finish(visitor, slug, mixed), 401, "other_provider");
    // Used up by the try: it is no good at the right place either.
    await expectNobody(visitor, await finish(visitor, other, there), 401, "state_unknown");
  });

  it("with the code of another provider and its own state", async () => {
    const visitor = newVisitor(world.api);
    const here = await toBroker(visitor, slug);
    const there = await toBroker(visitor, slug === "kite" ? "upstox" : "kite");
    const mixed = { token: there.token, state: here.state };
    await expectNobody(visitor, await finish(visitor, slug, mixed), 401, "rejected");
  });

  it("when the user refused at the broker: there is nothing to bring back", async () => {
    const visitor = newVisitor(world.api);
    const { token } = await toBroker(visitor, slug, { decision: "deny" });
    await expectNobody(
      visitor,
      await finish(visitor, slug, { token: token.replaceAll(",", ""), state: null }),
      400,
    );
  });
});

/* A browser that was sent to ICICI Direct takes what comes back from there: nothing in its interface tells whose it is. */
describe("ICICI Direct, which brings no state back,", () => {
  it("takes nothing from a browser that did not begin with it", async () => {
    const attacker = newVisitor(world.api);
    const stolen = await toBroker(attacker, "icici");
    const victim = newVisitor(world.api);
    await toBroker(victim, "kite");
    await expectNobody(victim, await finish(victim, "icici", stolen), 401, "state_missing");
  });

  it("takes a session of its own once", async () => {
    const first = newVisitor(world.api);
    const back = await toBroker(first, "icici");
    expect((await finish(first, "icici", back)).status).toBe(200);
  });
});

describe("Google's token is refused", () => {
  it.each(["expired", "unverified", "foreign"])("when it has this wrong: %s", async (fault) => {
    const visitor = newVisitor(world.api);
    const token = await googleToken(visitor, undefined, fault);
    expect(token).not.toBe("");
    const answer = await finish(visitor, "google", { token, state: null });
    await expectNobody(visitor, answer, 401);
  });

  it.each(["none", "HS256", "RS256"])("when it is forged, signed by %s with the right nonce", async (alg) => {
    const visitor = newVisitor(world.api);
    const genuine = await googleToken(visitor);
    const [, claims = ""] = genuine.split(".");
    const head = Buffer.from(JSON.stringify({ alg, typ: "JWT" })).toString("base64url");
    const signature = alg === "none" ? "" : Buffer.from("forged").toString("base64url");
    const answer = await finish(visitor, "google", { token: `${head}.${claims}.${signature}`, state: null });
    await expectNobody(visitor, answer, 401, "rejected");
  });

  it("when it is another one of the same person, for another attempt", async () => {
    const visitor = newVisitor(world.api);
    const old = await googleToken(visitor);
    await finish(visitor, "google", { token: old, state: null });
    const thief = newVisitor(world.api);
    await googleToken(thief);
    await expectNobody(
      thief,
      await finish(thief, "google", { token: old, state: null }),
      401,
      "state_unknown",
    );
  });
});

describe("where a login ends", () => {
  it.each([
    ["//evil.example", "/"],
    ["https://evil.example/x", "/https://evil.example/x"],
    ["/\\evil.example", "/"],
    ["\\\\evil.example", "/"],
    ["/\t/evil.example", "/"],
    ["/%09/evil.example", "/%09/evil.example"],
    ["/login?redirect=/login", "/home"],
    ["/logout", "/home"],
    ["javascript:alert(1)", "/javascript:alert(1)"],
    ["/x\r\nSet-Cookie: a=b", "/"],
    ["/option-chain?underlying=NIFTY", "/option-chain?underlying=NIFTY"],
  ])("%j is %j: on this site", async (target, path) => {
    const visitor = newVisitor(world.api);
    const answer = await signIn(visitor, "kite", { target });
    expect(answer.json()).toMatchObject({ redirect_path: path });
    expect(new URL(path, world.api.origin).origin).toBe(world.api.origin);
  });

  it("no header of an answer can be written from outside", async () => {
    const visitor = newVisitor(world.api);
    for (const name of ["redirect_target", "redirect_params", "app_id", "os"]) {
      const evil = encodeURIComponent("x\r\nset-cookie: __Host-sid=evil\r\n\r\n<script>");
      const answer = await visitor.fetch(`/v1/angel_broking_login?${name}=${evil}`);
      expect([302, 400]).toContain(answer.status);
      expect(answer.headers["set-cookie"] ?? []).not.toContainEqual(expect.stringContaining("evil"));
      expect(answer.headers.location ?? "").not.toMatch(/[\r\n<]/);
    }
  });

  it("a link on another site signs no visitor into a fresh account", async () => {
    const visitor = newVisitor(world.api);
    for (const site of ["cross-site", "same-site"]) {
      const headers = { "sec-fetch-site": site };
      const answer = await visitor.fetch("/v1/kite_login?sandbox_account=new", { headers });
      expect([answer.status, answer.headers["set-cookie"]]).toEqual([403, undefined]);
    }
  });
});

describe("a session's cookie is refused", () => {
  it.each([
    ["a token that was never given out", () => `${"A".repeat(43)}.00000000-0000-4000-8000-000000000000`, 401],
    ["no token at all", () => "", 200],
    ["something else", () => "x", 200],
    [
      "the session's id instead of its token",
      (value: string) => `${"A".repeat(43)}.${value.split(".")[1]}`,
      401,
    ],
    ["the token with its last letter changed", (value: string) => value.replace(/^.{2}/, "zz"), 401],
  ])("when it is %s", async (_what, forge, status) => {
    const visitor = newVisitor(world.api);
    await signIn(visitor, "kite");
    const forger = newVisitor(world.api);
    forger.cookies.set("__Host-sid", forge(visitor.cookies.get("__Host-sid")!));
    const answer = await forger.fetch("/v1/users/me");
    expect(answer.status).toBe(status);
    expect(answer.body.toString()).not.toContain("sandbox:");
    expect((await forger.fetch("/v1/sessions")).status).toBe(401);
  });

  it("before a login and after it, when it was planted (fixation)", async () => {
    const visitor = newVisitor(world.api);
    const planted = `${"B".repeat(43)}.00000000-0000-4000-8000-000000000000`;
    visitor.cookies.set("__Host-sid", planted);
    await signIn(visitor, "kite");
    expect(visitor.cookies.get("__Host-sid")).not.toBe(planted);
    const attacker = newVisitor(world.api);
    attacker.cookies.set("__Host-sid", planted);
    expect((await attacker.fetch("/v1/users/me")).status).toBe(401);
  });
});

it("what was refused stands in the audit log, without what was brought", async () => {
  const visitor = newVisitor(world.api);
  const back = await toBroker(visitor, "kite");
  visitor.cookies.clear();
  await finish(visitor, "kite", back);
  const log = await world.store.audit.list({ action: "sign_in_failed", limit: 10 });
  expect(log).toMatchObject([
    { subject: "kite", actor: null, details: { provider: "kite", reason: "no_attempt" } },
  ]);
  expect(JSON.stringify(log)).not.toContain(back.token);
});
