import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  ANGEL_PROFILE,
  ICICI_CUSTOMER,
  KITE_SESSION,
  UPSTOX_TOKEN,
} from "#tests/fixtures/brokers/documented.ts";
import { ATTEMPT, PLAUSIBLE } from "#tests/support/brokers/fake-provider.ts";
import { sharedProvider } from "#tests/support/brokers/shared-provider.ts";

const fake = sharedProvider();

describe("Kite Connect 3", () => {
  it("is asked as documented, and its documented answer is understood", async () => {
    fake.provider.json(200, KITE_SESSION);
    const { kite } = fake.provider.brokers();
    const who = await kite.finish(PLAUSIBLE.kite, ATTEMPT);
    expect(who).toMatchObject({ externalId: "XX0000", name: "Kite Connect", email: "trader@example.com" });
    expect(who.tokens).toEqual({ access: "XXXXXXaccess" });
    const [asked] = fake.provider.asked;
    expect(asked).toMatchObject({ method: "POST", url: "/session/token" });
    expect(asked?.headers["x-kite-version"]).toBe("3");
    expect(Object.fromEntries(new URLSearchParams(asked?.body))).toEqual({
      api_key: "kitekey",
      request_token: PLAUSIBLE.kite,
      checksum: createHash("sha256").update(`kitekey${PLAUSIBLE.kite}kitesecret`).digest("hex"),
    });
  });

  it("sends the browser to its login page with our state, and never to a sandbox account", () => {
    const start = fake.provider.brokers().kite.start(ATTEMPT, { freshAccount: true });
    const url = new URL(start.kind === "redirect" ? start.url : "");
    expect(url.pathname).toBe("/connect/login");
    expect(Object.fromEntries(url.searchParams)).toEqual({
      v: "3",
      api_key: "kitekey",
      redirect_params: `state=${ATTEMPT.state}`,
    });
  });

  it("ends a session by DELETE", async () => {
    fake.provider.json(200, { status: "success", data: true });
    await fake.provider.brokers().kite.endSession({ access: "abc" });
    expect(fake.provider.asked[0]).toMatchObject({
      method: "DELETE",
      url: "/session/token?api_key=kitekey&access_token=abc",
    });
  });
});

describe("Upstox API v2", () => {
  it("is asked as documented, and its documented answer is understood", async () => {
    fake.provider.json(200, UPSTOX_TOKEN);
    const who = await fake.provider.brokers().upstox.finish(PLAUSIBLE.upstox, ATTEMPT);
    expect(who).toMatchObject({
      externalId: "3TEST2",
      name: "UPSTOX USER",
      tokens: { access: "token-access" },
    });
    expect(fake.provider.asked[0]).toMatchObject({ method: "POST", url: "/v2/login/authorization/token" });
    expect(Object.fromEntries(new URLSearchParams(fake.provider.asked[0]?.body))).toEqual({
      code: "mk404x",
      client_id: "upstoxkey",
      client_secret: "upstoxsecret",
      redirect_uri: ATTEMPT.redirectUri,
      grant_type: "authorization_code",
    });
  });

  it("keeps the secret out of the address of its dialog", () => {
    const start = fake.provider.brokers().upstox.start(ATTEMPT);
    const url = start.kind === "redirect" ? start.url : "";
    expect(url).not.toContain("secret");
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
      client_id: "upstoxkey",
      redirect_uri: ATTEMPT.redirectUri,
      response_type: "code",
      state: ATTEMPT.state,
    });
  });

  it("ends a session by DELETE with the token in a header", async () => {
    fake.provider.json(200, { status: "success", data: true });
    await fake.provider.brokers().upstox.endSession({ access: "abc" });
    expect(fake.provider.asked[0]).toMatchObject({ method: "DELETE", url: "/v2/logout" });
    expect(fake.provider.asked[0]?.headers.authorization).toBe("Bearer abc");
  });
});

describe("SmartAPI", () => {
  it("is asked who the token's owner is, with every header it wants", async () => {
    fake.provider.json(200, ANGEL_PROFILE);
    const who = await fake.provider.brokers().angel_broking.finish(PLAUSIBLE.angel_broking, ATTEMPT);
    // Its example has an empty address: that is no address.
    expect(who).toMatchObject({ externalId: "R123456", name: "YOUR NAME", email: null });
    const [asked] = fake.provider.asked;
    expect(asked).toMatchObject({ method: "GET", url: "/rest/secure/angelbroking/user/v1/getProfile" });
    expect(asked?.headers).toMatchObject({
      authorization: `Bearer ${PLAUSIBLE.angel_broking}`,
      "x-privatekey": "angelkey",
      "x-usertype": "USER",
      "x-sourceid": "WEB",
    });
    for (const name of ["x-clientlocalip", "x-clientpublicip", "x-macaddress"]) {
      expect(asked?.headers[name]).toMatch(/^[0-9a-f.:]+$/);
    }
  });

  it("ends the session of the client whose token it is", async () => {
    fake.provider.json(200, ANGEL_PROFILE);
    await fake.provider.brokers().angel_broking.endSession({ access: PLAUSIBLE.angel_broking });
    const [, logout] = fake.provider.asked;
    expect(logout).toMatchObject({ method: "POST", url: "/rest/secure/angelbroking/user/v1/logout" });
    expect(JSON.parse(logout?.body ?? "")).toEqual({ clientcode: "R123456" });
  });
});

describe("Breeze", () => {
  it("is asked by GET with a JSON body, and its documented answer is understood", async () => {
    fake.provider.json(200, ICICI_CUSTOMER);
    const who = await fake.provider.brokers().icici.finish(PLAUSIBLE.icici, ATTEMPT);
    expect(who).toMatchObject({
      externalId: "ABCD1234",
      name: "AB CDEF",
      tokens: { access: ICICI_CUSTOMER.Success.session_token },
    });
    expect(fake.provider.asked[0]).toMatchObject({ method: "GET", url: "/breezeapi/api/v1/customerdetails" });
    expect(JSON.parse(fake.provider.asked[0]?.body ?? "")).toEqual({
      SessionToken: "51606286",
      AppKey: "icicikey",
    });
  });

  it("gets a form whose checksum is SHA-256 of time stamp, body and secret, without the secret", () => {
    const start = fake.provider.brokers().icici.start(ATTEMPT);
    const stamp = "2026-11-21T04:30:00.000Z";
    const checksum = createHash("sha256").update(`${stamp}{"AppKey":"icicikey"}icicisecret`).digest("hex");
    expect(start).toEqual({
      kind: "form",
      url: `${fake.provider.origin}/apiuser/login`,
      fields: { AppKey: "icicikey", time_stamp: stamp, checksum },
    });
  });

  it("has no call to end a session, and none is made up", async () => {
    fake.provider.json(200, {});
    await fake.provider.brokers().icici.endSession({ access: "abc" });
    expect(fake.provider.asked).toEqual([]);
  });
});
