import { createHmac } from "node:crypto";
import { exportJWK, exportSPKI, generateKeyPair, type JWK, SignJWT, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { BrokerAdapter } from "#server/brokers/adapter.ts";
import { ATTEMPT, type FakeProvider, KEYS, startFakeProvider } from "#tests/support/brokers/fake-provider.ts";
import { MORNING } from "#tests/support/brokers/sandbox-server.ts";

const NOW = MORNING / 1_000;
let provider: FakeProvider;
let google: BrokerAdapter;
let keys: Awaited<ReturnType<typeof generateKeyPair>>;
let others: Awaited<ReturnType<typeof generateKeyPair>>;
let jwk: JWK;

beforeAll(async () => {
  provider = await startFakeProvider();
  keys = await generateKeyPair("RS256", { extractable: true });
  others = await generateKeyPair("RS256");
  jwk = { ...(await exportJWK(keys.publicKey)), kid: "key-1", use: "sig", alg: "RS256" };
});
afterAll(() => provider.stop());
beforeEach(() => {
  provider.json(200, { keys: [jwk] });
  google = provider.brokers().google;
});

function claims(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const all: Record<string, unknown> = {
    iss: "https://accounts.google.com",
    azp: KEYS.google.key,
    aud: KEYS.google.key,
    sub: "110169484474386276334",
    email: "trader@gmail.com",
    email_verified: true,
    nonce: ATTEMPT.nonce,
    name: "A Trader",
    iat: NOW - 5,
    exp: NOW + 3_595,
    ...changes,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

function signed(
  payload: Record<string, unknown>,
  header: Record<string, unknown> = {},
  key = keys.privateKey,
) {
  return new SignJWT(payload).setProtectedHeader({ alg: "RS256", kid: "key-1", ...header }).sign(key);
}

/** HS256 with the issuer's public key as its secret: what a verifier that trusts the header's algorithm accepts. */
async function confused(): Promise<string> {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const input = `${part({ alg: "HS256", typ: "JWT", kid: "key-1" })}.${part(claims())}`;
  const mac = createHmac("sha256", await exportSPKI(keys.publicKey))
    .update(input)
    .digest("base64url");
  return `${input}.${mac}`;
}

/** Rightly signed, but its header demands an extension to be understood; jose would not sign it. */
async function critical(): Promise<string> {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const input = `${part({ alg: "RS256", kid: "key-1", crit: ["b32"], b32: true })}.${part(claims())}`;
  const mac = await crypto.subtle.sign("RSASSA-PKCS1-v1_5", keys.privateKey, Buffer.from(input));
  return `${input}.${Buffer.from(mac).toString("base64url")}`;
}

describe("an id_token", () => {
  it("in order tells who came", async () => {
    const who = await google.finish(await signed(claims()), ATTEMPT);
    expect(who).toMatchObject({
      externalId: "110169484474386276334",
      name: "A Trader",
      email: "trader@gmail.com",
    });
    expect(provider.asked[0]).toMatchObject({ method: "GET", url: "/oauth2/v3/certs" });
  });

  it("may name its issuer without the scheme, and its owner not at all", async () => {
    const token = await signed(claims({ iss: "accounts.google.com", azp: undefined, name: undefined }));
    expect((await google.finish(token, ATTEMPT)).name).toBe("trader@gmail.com");
  });

  it.each<[string, () => Promise<string> | string]>([
    ["with alg none", () => new UnsecuredJWT(claims()).encode()],
    ["with alg none and a made-up signature", () => `${new UnsecuredJWT(claims()).encode()}c2ln`],
    ["with HS256 over the public key", confused],
    [
      "with RS512, though the key would do",
      async () => {
        const token = await signed(claims());
        const header = Buffer.from('{"alg":"RS512","kid":"key-1"}').toString("base64url");
        return [header, ...token.split(".").slice(1)].join(".");
      },
    ],
    ["signed with another key under our issuer's key id", () => signed(claims(), {}, others.privateKey)],
    [
      "that brings its own key along",
      async () =>
        signed(claims(), { kid: "mine", jwk: await exportJWK(others.publicKey) }, others.privateKey),
    ],
    [
      "that says where its key is",
      () => signed(claims(), { kid: "mine", jku: "https://evil.example/keys" }, others.privateKey),
    ],
    ["of another issuer", () => signed(claims({ iss: "https://accounts.google.com.evil.example" }))],
    ["without an issuer", () => signed(claims({ iss: undefined }))],
    ["for another app", () => signed(claims({ aud: "999.apps.googleusercontent.com" }))],
    ["for our app and another one", () => signed(claims({ aud: [KEYS.google.key, "other"] }))],
    ["for our app in a list", () => signed(claims({ aud: [KEYS.google.key] }))],
    ["given to another app", () => signed(claims({ azp: "999.apps.googleusercontent.com" }))],
    ["of another attempt", () => signed(claims({ nonce: "another" }))],
    ["without a nonce", () => signed(claims({ nonce: undefined }))],
    ["that has expired", () => signed(claims({ exp: NOW - 31 }))],
    ["without an end", () => signed(claims({ exp: undefined }))],
    ["whose end is no number", () => signed(claims({ exp: "never" }))],
    ["not valid yet", () => signed(claims({ nbf: NOW + 120 }))],
    ["without its time of issue", () => signed(claims({ iat: undefined }))],
    ["without a subject", () => signed(claims({ sub: undefined }))],
    ["with an empty subject", () => signed(claims({ sub: "" }))],
    ["of an unverified address", () => signed(claims({ email_verified: false }))],
    ["of an address verified only in words", () => signed(claims({ email_verified: "true" }))],
    ["without an address", () => signed(claims({ email: undefined }))],
    [
      "with a changed payload",
      async () => {
        const [header, , signature] = (await signed(claims())).split(".");
        return `${header}.${Buffer.from(JSON.stringify(claims({ sub: "1" }))).toString("base64url")}.${signature}`;
      },
    ],
    ["without its signature", async () => `${(await signed(claims())).split(".").slice(0, 2).join(".")}.`],
    ["cut short", async () => (await signed(claims())).slice(0, -12)],
    ["that is no token", () => "not-a-token"],
    ["that is empty", () => ""],
    ["of absurd length", () => `a.${"b".repeat(20_000)}.c`],
    ["with an unknown critical header", critical],
  ])("%s lets no account in", async (_what, make) => {
    await expect(google.finish(await make(), ATTEMPT)).rejects.toMatchObject({ code: "broker.rejected" });
  });

  it("of another RSA algorithm lets no account in, even where the issuer's key does not name its own", async () => {
    const { alg: _, ...open } = jwk;
    provider.json(200, { keys: [open] });
    const subtle = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-512" };
    const key = await crypto.subtle.importKey("jwk", await exportJWK(keys.privateKey), subtle, false, [
      "sign",
    ]);
    const token = await new SignJWT(claims()).setProtectedHeader({ alg: "RS512", kid: "key-1" }).sign(key);
    await expect(google.finish(token, ATTEMPT)).rejects.toMatchObject({ code: "broker.rejected" });
    await expect(google.finish(await signed(claims()), ATTEMPT)).resolves.toBeDefined();
  });

  it("lets no account in when the attempt has no nonce to compare", async () => {
    const token = await signed(claims({ nonce: "" }));
    await expect(google.finish(token, { ...ATTEMPT, nonce: "" })).rejects.toMatchObject({
      code: "broker.rejected",
    });
  });
});

describe("the issuer's keys", () => {
  it.each([
    ["are down", 500, "{}", "broker.unavailable"],
    ["are HTML", 200, "<html>", "broker.nonsense"],
    ["are not there", 404, "{}", "broker.nonsense"],
    ["are of another shape", 200, '{"keys":"none"}', "broker.nonsense"],
  ])("that %s let no account in", async (_what, status, body, code) => {
    provider.json(status, body);
    await expect(google.finish(await signed(claims()), ATTEMPT)).rejects.toMatchObject({ code });
  });

  it("are asked for once, then kept through an outage of their page", async () => {
    let now = MORNING;
    google = provider.brokers({ clock: () => now }).google;
    await google.finish(await signed(claims()), ATTEMPT);
    await google.finish(await signed(claims()), ATTEMPT);
    expect(provider.asked.length).toBe(1);
    provider.json(500, {});
    now += 11 * 60_000;
    await expect(google.finish(await signed(claims()), ATTEMPT)).resolves.toBeDefined();
    expect(provider.asked.length).toBe(1);
    now += 6 * 3_600_000;
    const later = await signed(claims({ iat: now / 1_000, exp: now / 1_000 + 60 }));
    await expect(google.finish(later, ATTEMPT)).rejects.toMatchObject({ code: "broker.unavailable" });
  });

  it("are not asked for again and again by invented key ids", async () => {
    let now = MORNING;
    google = provider.brokers({ clock: () => now }).google;
    for (let n = 0; n < 20; n++) {
      const token = await signed(claims(), { kid: `invented-${n}` }, others.privateKey);
      await expect(google.finish(token, ATTEMPT)).rejects.toMatchObject({ code: "broker.rejected" });
      now += 1_000;
    }
    expect(provider.asked.length).toBe(1);
    now += 11_000;
    const token = await signed(claims(), { kid: "invented" }, others.privateKey);
    await expect(google.finish(token, ATTEMPT)).rejects.toMatchObject({ code: "broker.rejected" });
    expect(provider.asked.length).toBe(2);
  });
});
