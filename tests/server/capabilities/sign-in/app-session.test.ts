import { createHmac, generateKeyPairSync, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Store } from "#server/roles/storage/store.ts";
import { type Answer, type ApiHarness, startApi } from "../../../support/http/api-server.ts";
import { type AppClaims, appKey, signAppToken } from "../../../support/http/app-token.ts";
import { newVisitor, signIn } from "../../../support/http/visitor.ts";
import { freshStore } from "../../../support/store/store.ts";

const MORNING = Date.parse("2026-11-21T04:30:00Z");
const MINUTE = 60_000;
const DEVICE = "phone-0001";
const APP = appKey("EdDSA");
const NEXT = appKey("ES256");

let now = MORNING;
let store: Store;
let api: ApiHarness;
beforeAll(async () => {
  store = await freshStore();
  api = await startApi({ store, clock: () => now, appKeys: [APP.publicKey, NEXT.publicKey] });
});
afterAll(() => api.stop());
beforeEach(() => {
  now = MORNING;
});

const claims = (rest: Partial<AppClaims> = {}): AppClaims => ({
  audience: api.origin,
  deviceId: DEVICE,
  at: now,
  ...rest,
});

const exchange = (token: string, headers: Record<string, string> = { "x-device-id": DEVICE }, at = api) =>
  at.call("/v1/app_session", { method: "POST", headers: { "x-app-token": token, ...headers } });

const cookieOf = (answer: Answer): string => answer.headers["set-cookie"]?.[0]?.split(";")[0] ?? "";

/** Whether the matrix opens to these headers what it closes to every visitor. */
async function isApp(headers: Record<string, string>, at = api): Promise<boolean> {
  const [feature, me] = await Promise.all([
    at.call("/v1/access/builder", { headers }),
    at.call("/v1/users/me", { headers }),
  ]);
  const said = me.json<{ data: { is_mobile_app: boolean } }>().data.is_mobile_app;
  // What the client's gates read is what the server's own do.
  expect(said).toBe(feature.status === 200);
  return said;
}

describe("[ACC-14, EMB-2] the mobile app", () => {
  it.each([
    ["EdDSA", APP],
    ["ES256", NEXT],
  ])("that signs with %s is always allowed, on its own device, for fifteen minutes", async (_, key) => {
    expect(await isApp({ "x-device-id": DEVICE })).toBe(false);
    const answer = await exchange(await signAppToken(key, claims()));
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual({ data: { is_mobile_app: true, valid_for_ms: 15 * MINUTE } });
    expect(answer.headers["set-cookie"]?.[0]).toMatch(
      /^__Host-app=[\w.-]+; Max-Age=900; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    const cookie = cookieOf(answer);
    expect(await isApp({ cookie, "x-device-id": DEVICE })).toBe(true);
    expect(await isApp({ cookie, "x-device-id": "phone-0002" })).toBe(false);
    expect(await isApp({ cookie })).toBe(false);
    now += 15 * MINUTE - 1;
    expect(await isApp({ cookie, "x-device-id": DEVICE })).toBe(true);
    now += 1;
    expect(await isApp({ cookie, "x-device-id": DEVICE })).toBe(false);
  });

  it("is still a visitor: what an account is needed for stays shut, and the market is late", async () => {
    const cookie = cookieOf(await exchange(await signAppToken(APP, claims())));
    const headers = { cookie, "x-device-id": DEVICE };
    expect((await api.call("/v1/sessions", { headers })).status).toBe(401);
    expect((await api.call("/v1/users/me", { headers })).json()).toMatchObject({
      data: { is_anon_user: true, is_admin: false, delay_ms: 60_000 },
    });
  });

  it("opens to the account that is signed in there what its plan does not", async () => {
    const visitor = newVisitor(api);
    await signIn(visitor, "upstox");
    expect((await visitor.fetch("/v1/access/builder")).status).toBe(403);
    const token = await signAppToken(APP, claims({ deviceId: visitor.deviceId }));
    const proved = await visitor.fetch("/v1/app_session", {
      method: "POST",
      headers: { "x-app-token": token },
    });
    expect(proved.status).toBe(200);
    expect((await visitor.fetch("/v1/access/builder")).status).toBe(200);
    expect((await visitor.fetch("/v1/users/me")).json()).toMatchObject({
      data: { is_anon_user: false, is_mobile_app: true },
    });
  });

  it("gets each token taken once, whichever browser brings it again", async () => {
    const token = await signAppToken(APP, claims());
    const answers = await Promise.all(Array.from({ length: 20 }, () => exchange(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const again = await exchange(token);
    expect(again.json()).toMatchObject({ error: { code: "access.denied", details: { reason: "used" } } });
  });

  it("may have a clock that is half a minute wrong, and no more than a minute", async () => {
    for (const [skew, status] of [
      [-30_000, 200],
      [30_000, 200],
      [-7 * MINUTE, 403],
      [2 * MINUTE, 403],
    ] as const) {
      expect((await exchange(await signAppToken(APP, claims({ at: now + skew })))).status, `${skew}`).toBe(
        status,
      );
    }
  });
});

function pairOf(cookie: string): [string, string] {
  const cut = cookie.indexOf("=");
  return [cookie.slice(0, cut), cookie.slice(cut + 1)];
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A token with any header and claims, signed as told. */
function made(header: object, rest: object, sign: (text: string) => string): string {
  const at = Math.floor(MORNING / 1_000);
  const body = {
    iss: "strikewise-app",
    aud: api.origin,
    device_id: DEVICE,
    iat: at,
    exp: at + 60,
    jti: randomUUID(),
    ...rest,
  };
  const text = `${part({ typ: "app+jwt", ...header })}.${part(body)}`;
  return `${text}.${sign(text)}`;
}

describe("[ACC-14] what does not prove the app", () => {
  const other = appKey("EdDSA");
  const otherP256 = appKey("ES256");
  const BAD: readonly (readonly [string, () => string | Promise<string>])[] = [
    ["a stranger's signature", () => signAppToken(other, claims())],
    ["a stranger's signature of the other kind", () => signAppToken(otherP256, claims())],
    ["alg none", () => made({ alg: "none" }, {}, () => "")],
    [
      "our public key used as a secret (HS256)",
      () =>
        made({ alg: "HS256" }, {}, (text) => createHmac("sha256", APP.pem).update(text).digest("base64url")),
    ],
    [
      "a key that the token brings along",
      () => made({ alg: "EdDSA", jwk: other.publicKey.export({ format: "jwk" }) }, {}, () => "AAAA"),
    ],
    ["another audience", () => signAppToken(APP, claims({ audience: "https://staging.example" }))],
    ["another issuer", () => signAppToken(APP, claims({ issuer: "someone" }))],
    ["another type", () => signAppToken(APP, claims({ typ: "JWT" }))],
    ["an expired one", () => signAppToken(APP, claims({ at: MORNING - 10 * MINUTE }))],
    ["one that would live for an hour", () => signAppToken(APP, claims({ lifeMs: 60 * MINUTE }))],
    ["one without an id worth the name", () => signAppToken(APP, claims({ jti: "1" }))],
    ["another device's", () => signAppToken(APP, claims({ deviceId: "phone-0002" }))],
    [
      "a changed one",
      async () => (await signAppToken(APP, claims())).replace(/\.(.)/, (_, c) => `.${c === "e" ? "f" : "e"}`),
    ],
    ["nonsense", () => "a.b.c"],
    ["nothing but length", () => "x".repeat(4_000)],
  ];

  it.each(BAD)("%s", async (_, make) => {
    const answer = await exchange(await make());
    expect(answer.status).toBe(403);
    expect(answer.json()).toMatchObject({ error: { code: "access.denied" } });
    expect(answer.headers["set-cookie"]).toBeUndefined();
  });

  it("a token without a device, or in any place but its call", async () => {
    const token = await signAppToken(APP, claims());
    expect((await exchange(token, {})).status).toBe(403);
    expect(await isApp({ "x-device-id": DEVICE, "x-app-token": token })).toBe(false);
    expect(await isApp({ "x-device-id": DEVICE, cookie: `__Host-app=${token}` })).toBe(false);
    const asQuery = await api.call(`/v1/access/builder?app_token=${token}`, {
      headers: { "x-device-id": DEVICE },
    });
    expect(asQuery.status).toBe(401);
  });

  it("a cookie that was changed, or that another kind of token of ours would make", async () => {
    const [name, value] = pairOf(cookieOf(await exchange(await signAppToken(APP, claims()))));
    const [body = "", mac = ""] = value.split(".");
    const later = part([DEVICE, MORNING + 86_400_000]);
    const widget = api.auth.widgetTokens.issue(DEVICE, "session");
    for (const text of [`${later}.${mac}`, `${body}.${"A".repeat(43)}`, body, `${body}.`, widget]) {
      expect(await isApp({ "x-device-id": DEVICE, cookie: `${name}=${text}` }), text).toBe(false);
    }
  });

  it("a call from another site's page", async () => {
    const token = await signAppToken(APP, claims());
    const foreign = { "x-device-id": DEVICE, origin: "https://evil.example" };
    expect((await exchange(token, foreign)).status).toBe(403);
    // It was not even looked at.
    expect((await exchange(token)).status).toBe(200);
  });

  it("anything at all where the operator has no app, cookies of before included", async () => {
    const cookie = cookieOf(await exchange(await signAppToken(APP, claims())));
    const without = await startApi({ store, clock: () => now });
    try {
      const token = await signAppToken(APP, claims({ audience: without.origin }));
      const answer = await exchange(token, { "x-device-id": DEVICE }, without);
      expect(answer.json()).toMatchObject({ error: { details: { reason: "not_configured" } } });
      expect(await isApp({ cookie, "x-device-id": DEVICE }, without)).toBe(false);
    } finally {
      await without.stop();
    }
  });

  it("an RSA key's signature, whatever the token says of itself", async () => {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
    const { sign } = await import("node:crypto");
    const token = made({ alg: "RS256" }, {}, (text) =>
      sign("sha256", Buffer.from(text), privateKey).toString("base64url"),
    );
    expect((await exchange(token)).status).toBe(403);
  });
});
