import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { escapeHtml, html } from "#server/standins/page.ts";
import { createTickets } from "#server/standins/sandbox-tickets.ts";
import { MORNING, type SandboxServer, startSandbox, visit } from "#tests/support/brokers/sandbox-server.ts";

let server: SandboxServer;
let isActive = true;
beforeAll(async () => {
  server = await startSandbox({ isActive: () => isActive });
});
afterAll(() => server.stop());
beforeEach(() => {
  isActive = true;
  server.clock.now = MORNING;
});

const LOGIN = "/sandbox/kite/connect/login?v=3&api_key=sandboxkite&redirect_params=state%3Dabc";
const open = (path: string, form?: Record<string, string>) => visit(`${server.origin}${path}`, form);
const flowOf = (text: string) => /name="flow" value="([^"]+)"/.exec(text)?.[1] ?? "";

describe("the login page", () => {
  it("says that it is not the broker, asks for no password, and has no script", async () => {
    const { text, status } = await open(LOGIN);
    expect(status).toBe(200);
    expect(text).toContain("Sandbox: this is not Zerodha.");
    expect(text).toContain("Do not use a real password here");
    expect(text).not.toMatch(/<script|type="password"|onclick|javascript:/i);
    for (const field of text.match(/<input[^>]*type="text"[^>]*>/g) ?? []) {
      expect(field).toContain("readonly");
    }
  });

  it.each([
    ["wrong_password", /Invalid user id or password/],
    ["too_many", /too many devices/],
    ["no-such-outcome", /Choose what should go wrong/],
  ])("tells what went wrong and lets you try again: %s", async (outcome, message) => {
    const flow = flowOf((await open(LOGIN)).text);
    const again = await open("/sandbox/kite/login/account", { flow, account: "SBX001", outcome });
    expect(again.status).toBe(400);
    expect(again.text).toMatch(message);
    const fine = await open("/sandbox/kite/login/account", { flow, account: "SBX001", outcome: "ok" });
    expect(fine.text).toContain("Allow Strikewise to use this account?");
  });

  it("knows no account but its own", async () => {
    const flow = flowOf((await open(LOGIN)).text);
    for (const account of ["SB1001", "", "__proto__"]) {
      const { status, text } = await open("/sandbox/kite/login/account", { flow, account, outcome: "ok" });
      expect(status).toBe(400);
      expect(text).toContain("There is no such account");
    }
  });

  it("takes a wrong PIN once, then the right one", async () => {
    const flow = flowOf((await open(LOGIN)).text);
    await open("/sandbox/kite/login/account", { flow, account: "SBX001", outcome: "wrong_pin" });
    const wrong = await open("/sandbox/kite/login/consent", { flow, decision: "allow" });
    expect(wrong.text).toMatch(/app code is not right/);
    const right = await open("/sandbox/kite/login/consent", { flow, decision: "allow" });
    expect(right.location).toMatch(/^\/kite_login_redirect\?.*status=success.*state=abc/);
  });

  it.each([
    ["kite", LOGIN, "/kite_login_redirect?action=login&type=login&status=cancelled&state=abc"],
    [
      "angel",
      "/sandbox/angel/publisher-login?api_key=sandboxangel&state=abc",
      "/validate_angel_broking_login?error=access_denied&state=abc",
    ],
  ])("goes back without a token when denied or cancelled: %s", async (name, path, back) => {
    const flow = flowOf((await open(path)).text);
    const account = name === "kite" ? "SBX001" : "S1000001";
    await open(`/sandbox/${name}/login/account`, { flow, account, outcome: "ok" });
    expect((await open(`/sandbox/${name}/login/consent`, { flow, decision: "deny" })).location).toBe(back);
    const second = flowOf((await open(path)).text);
    expect((await open(`/sandbox/${name}/login/account`, { flow: second, cancel: "1" })).location).toBe(back);
  });

  it("can't be sent twice, skipped, or left open for too long", async () => {
    const flow = flowOf((await open(LOGIN)).text);
    const consent = () => open("/sandbox/kite/login/consent", { flow, decision: "allow" });
    expect((await consent()).text).toContain("This sign-in has ended");
    await open("/sandbox/kite/login/account", { flow, account: "SBX001", outcome: "ok" });
    expect((await consent()).status).toBe(303);
    expect((await consent()).status).toBe(400);
    const late = flowOf((await open(LOGIN)).text);
    server.clock.now += 10 * 60_000;
    const answer = await open("/sandbox/kite/login/account", {
      flow: late,
      account: "SBX001",
      outcome: "ok",
    });
    expect(answer.text).toContain("This sign-in has ended");
    expect(answer.text).toContain('href="/login"');
  });

  it("of one provider does not end another's flow", async () => {
    const flow = flowOf((await open(LOGIN)).text);
    const { status } = await open("/sandbox/upstox/login/account", {
      flow,
      account: "SB1001",
      outcome: "ok",
    });
    expect(status).toBe(400);
  });

  it("puts nothing of the address into its markup unescaped", async () => {
    const state = '"><script>alert(1)</script>';
    const query = new URLSearchParams({ v: "3", api_key: "sandboxkite", redirect_params: `state=${state}` });
    const { text } = await open(`/sandbox/kite/connect/login?${query}`);
    expect(text).not.toContain("<script>alert");
    const nonce = `"><img/src=x>`;
    const google = await open(
      `/sandbox/google/gsi/select?${new URLSearchParams({ client_id: "strikewise-sandbox.apps.example", nonce })}`,
    );
    expect(google.text).not.toContain("<img");
    expect(google.text).toContain(escapeHtml(nonce));
  });

  it("can't be made to answer with another address or header by its state", async () => {
    const params = "state=x%0d%0aSet-Cookie: a=b&redirect=https://evil.example";
    const query = new URLSearchParams({
      v: "3",
      api_key: "sandboxkite",
      redirect_params: params,
      sandbox_account: "new",
    });
    const { location, status } = await open(`/sandbox/kite/connect/login?${query}`);
    expect(status).toBe(303);
    expect(location).toMatch(/^\/kite_login_redirect\?/);
    expect(location).not.toMatch(/[\r\n]/);
  });

  it.each([
    "v=2&api_key=sandboxkite",
    "api_key=sandboxkite",
    "v=3",
    "v=3&api_key=x",
    "v=3&api_key=sandboxkite&api_key=x",
  ])("refuses a link that names the app wrongly: %s", async (query) => {
    expect((await open(`/sandbox/kite/connect/login?${query}`)).status).toBe(400);
  });
});

describe("an inactive sandbox", () => {
  it.each([
    "/sandbox/kite/connect/login?v=3&api_key=sandboxkite",
    "/sandbox/google/gsi/client",
    "/sandbox/google/oauth2/v3/certs",
    "/sandbox/upstox/v2/user/profile",
    "/sandbox/angel/publisher-login?api_key=sandboxangel",
  ])("is not there: %s", async (path) => {
    isActive = false;
    const { status, text } = await open(path);
    expect(status).toBe(404);
    expect(JSON.parse(text).error.code).toBe("request.not_found");
  });

  it("hands nothing out for what it issued before", async () => {
    const { location } = await open(`${LOGIN}&sandbox_account=new`);
    const token = new URL(location!, server.origin).searchParams.get("request_token")!;
    isActive = false;
    await expect(server.brokers.kite.finish(token, server.attempt())).rejects.toMatchObject({
      code: "broker.nonsense",
    });
  });
});

describe("Google's script and pages", () => {
  it("are files of this site, so that no inline script is needed", async () => {
    for (const file of ["client", "chooser.js", "delivery.js"]) {
      const answer = await fetch(`${server.origin}/sandbox/google/gsi/${file}`);
      expect(answer.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
      const text = await answer.text();
      expect(() => new Function(text)).not.toThrow();
    }
    const { text } = await open(
      "/sandbox/google/gsi/select?client_id=strikewise-sandbox.apps.example&nonce=n",
    );
    expect(text.match(/<script[^>]*>/g)).toEqual(['<script src="/sandbox/google/gsi/chooser.js" defer>']);
  });

  it("publish at most two keys, none of them private", async () => {
    for (let n = 0; n < 3; n++) await server.sandbox.rotateGoogleKeys();
    const { keys } = JSON.parse((await open("/sandbox/google/oauth2/v3/certs")).text);
    expect(keys.length).toBe(2);
    for (const key of keys) {
      expect(key).toMatchObject({ kty: "RSA", alg: "RS256", use: "sig" });
      expect(["d", "p", "q", "dp", "dq", "qi"].some((name) => name in key)).toBe(false);
    }
  });

  it("issue in the page what they issue in the window", async () => {
    const post = (body: unknown) =>
      fetch(`${server.origin}/sandbox/google/gsi/issue`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const good = { client_id: "strikewise-sandbox.apps.example", nonce: server.attempt().nonce };
    const answer = await post({ ...good, account: "100000000000000000002" });
    const { credential } = (await answer.json()) as { credential: string };
    await expect(server.brokers.google.finish(credential, server.attempt())).resolves.toMatchObject({
      name: "Vikram Shah",
    });
    for (const bad of [
      { ...good, account: "nobody" },
      { ...good, client_id: "x" },
      { account: "new" },
      [],
      7,
    ]) {
      expect((await post(bad)).status).toBe(400);
    }
  });

  it("say so when the visitor cancels", async () => {
    const form = { client_id: "strikewise-sandbox.apps.example", nonce: "n", cancel: "1" };
    const { text } = await open("/sandbox/google/gsi/select", form);
    expect(text).toContain("You did not sign in.");
    expect(text).toContain('data-credential=""');
  });
});

describe("what the sandbox keeps", () => {
  it("is bounded: the oldest goes first", () => {
    const tickets = createTickets<number>(() => 0, 3);
    for (let n = 0; n < 10; n++) tickets.put(`t${n}`, n, 1_000);
    expect(tickets.size()).toBe(3);
    expect([tickets.get("t6"), tickets.get("t7"), tickets.get("t9")]).toEqual([null, 7, 9]);
  });

  it("is taken once, and not after its end", () => {
    let now = 0;
    const tickets = createTickets<string>(() => now);
    tickets.put("a", "x", 10);
    expect([tickets.take("a"), tickets.take("a")]).toEqual(["x", null]);
    tickets.put("b", "y", 10);
    now = 10;
    expect([tickets.get("b"), tickets.take("b")]).toEqual([null, null]);
  });
});

describe("markup", () => {
  it("escapes whatever is put into it, and never twice what is markup already", () => {
    const inner = html`<b>${"<&>\"'"}</b>`;
    expect(html`<p>${inner}${null}${3}${[inner]}</p>`.text).toBe(
      "<p><b>&#60;&#38;&#62;&#34;&#39;</b>3<b>&#60;&#38;&#62;&#34;&#39;</b></p>",
    );
  });
});
