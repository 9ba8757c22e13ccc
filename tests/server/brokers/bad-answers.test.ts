import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import type { BrokerSlug } from "#domain/access/brokers.ts";
import { AppError } from "#domain/errors.ts";
import {
  ANGEL_PROFILE,
  ANGEL_REFUSAL,
  ICICI_CUSTOMER,
  ICICI_REFUSAL,
  KITE_REFUSAL,
  KITE_SESSION,
  UPSTOX_REFUSAL,
  UPSTOX_TOKEN,
} from "#tests/fixtures/brokers/documented.ts";
import { ATTEMPT, IMPATIENT, PLAUSIBLE } from "#tests/support/brokers/fake-provider.ts";
import { sharedProvider } from "#tests/support/brokers/shared-provider.ts";

const fake = sharedProvider();

type Answer = (response: ServerResponse) => void;
type Slug = Exclude<BrokerSlug, "google">;

const json =
  (status: number, body: unknown): Answer =>
  (response) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };

const GOOD: Readonly<Record<Slug, object>> = {
  kite: KITE_SESSION,
  upstox: UPSTOX_TOKEN,
  angel_broking: ANGEL_PROFILE,
  icici: ICICI_CUSTOMER,
};
const REFUSALS: Readonly<Record<Slug, object>> = {
  kite: KITE_REFUSAL,
  upstox: UPSTOX_REFUSAL,
  angel_broking: ANGEL_REFUSAL,
  icici: ICICI_REFUSAL,
};

async function failure(slug: Slug, answer: Answer, options = {}): Promise<AppError> {
  fake.provider.answer((_request, response) => answer(response));
  const error = await fake.provider
    .brokers(options)
    [slug].finish(PLAUSIBLE[slug], ATTEMPT)
    .then(
      (who) => new Error(`let in as ${who.externalId}`),
      (reason: unknown) => reason,
    );
  if (error instanceof AppError) return error;
  throw error;
}

/** What every provider may do to us, and what it must become. */
const EVERYWHERE: readonly (readonly [string, string, (slug: Slug) => Answer])[] = [
  ["a status of 500", "broker.unavailable", (slug) => json(500, GOOD[slug])],
  ["a status of 503", "broker.unavailable", () => json(503, { status: "error" })],
  ["too many requests", "broker.unavailable", (slug) => json(429, REFUSALS[slug])],
  ["no answer in time", "broker.unavailable", () => () => undefined],
  [
    "a body that never ends",
    "broker.unavailable",
    () => (response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write("{");
    },
  ],
  ["a cut connection", "broker.unavailable", () => (response) => void response.destroy()],
  [
    "a body cut in the middle",
    "broker.unavailable",
    (slug) => (response) => {
      response.writeHead(200, { "content-length": "100000" });
      response.write(JSON.stringify(GOOD[slug]), () => response.destroy());
    },
  ],
  ["truncated JSON", "broker.nonsense", (slug) => json(200, JSON.stringify(GOOD[slug]).slice(0, -9))],
  ["an empty body", "broker.nonsense", () => json(200, "")],
  ["HTML instead of JSON", "broker.nonsense", () => json(200, "<html><body>Maintenance</body></html>")],
  ["an HTML refusal of a firewall", "broker.nonsense", () => json(403, "<html>Request blocked</html>")],
  [
    "an oversized answer",
    "broker.nonsense",
    (slug) => json(200, { ...GOOD[slug], padding: "x".repeat(300_000) }),
  ],
  ["JSON of another shape", "broker.nonsense", () => json(200, { hello: "world" })],
  ["JSON null", "broker.nonsense", () => json(200, "null")],
  ["a JSON array", "broker.nonsense", (slug) => json(200, [GOOD[slug]])],
  ["a refusal of another shape", "broker.nonsense", () => json(400, { oops: true })],
  [
    "a redirect elsewhere",
    "broker.nonsense",
    () => (response) => {
      response.writeHead(302, { location: `${fake.provider.origin}/elsewhere` });
      response.end();
    },
  ],
  [
    "its documented refusal",
    "broker.rejected",
    (slug) => json(slug === "angel_broking" ? 200 : 403, REFUSALS[slug]),
  ],
];

describe.each(["kite", "upstox", "angel_broking", "icici"] as const)("%s that answers", (slug) => {
  it.each(EVERYWHERE)("%s lets no account in: %s", async (what, code, answer) => {
    const isEndless = what === "no answer in time" || what === "a body that never ends";
    const error = await failure(slug, answer(slug), isEndless ? IMPATIENT : {});
    expect(error.code).toBe(code);
    // Nothing of ours and nothing of theirs leaks into what the visitor reads.
    expect(error.message).not.toMatch(/secret|<|\{|127\.0\.0\.1|A1b2C3|51606286/);
    expect(fake.provider.asked.length).toBeLessThanOrEqual(1);
  });
});

describe("what a provider says to its refusal", () => {
  it.each([
    ["kite", KITE_REFUSAL, "TokenException: Token is invalid or has expired."],
    ["upstox", UPSTOX_REFUSAL, "UDAPI100057: Invalid Auth code"],
    ["angel_broking", ANGEL_REFUSAL, "AG8001: Invalid Token"],
    ["icici", ICICI_REFUSAL, "Session key is expired."],
  ] as const)("is kept for the operator, not for the visitor: %s", async (slug, refusal, said) => {
    const { message, details } = await failure(slug, json(401, refusal));
    expect(details).toMatchObject({ said });
    expect(message).not.toContain(said);
  });

  it("is one short line without anything that could be a token", async () => {
    const talk = `bad\r\nline ${PLAUSIBLE.kite} <b>${"long ".repeat(100)}`;
    const { details } = await failure("kite", json(403, { ...KITE_REFUSAL, message: talk }));
    expect(String(details.said)).toMatch(/^TokenException: bad line … <b>long /);
    expect(String(details.said).length).toBe(120);
  });
});

describe("an answer that would let another customer in is refused", () => {
  const change = (slug: Slug, data: object) => {
    const copy = structuredClone(GOOD[slug]) as Record<string, object>;
    const inner = slug === "icici" ? "Success" : slug === "upstox" ? null : "data";
    if (inner === null) return { ...copy, ...data };
    return { ...copy, [inner]: { ...copy[inner], ...data } };
  };

  it.each([
    ["a Kite session of another app", "kite", { api_key: "somebodyelse" }],
    ["a Kite session without a user", "kite", { user_id: "" }],
    ["a Kite session without a token", "kite", { access_token: undefined }],
    ["a Kite user that is no text", "kite", { user_id: 7 }],
    ["an Upstox token without a user", "upstox", { user_id: undefined }],
    ["an Upstox user that is an object", "upstox", { user_id: { $ne: "" } }],
    ["an Angel One profile without a client code", "angel_broking", { clientcode: "" }],
    ["an Angel One profile of blanks", "angel_broking", { clientcode: "   " }],
    ["a Breeze session of another customer", "icici", { idirect_userid: "EVIL0001" }],
    ["a Breeze session token that is no base64", "icici", { session_token: "no!" }],
    ["a Breeze customer without an id", "icici", { idirect_userid: "" }],
  ] as const)("%s", async (_what, slug, data) => {
    expect((await failure(slug, json(200, change(slug, data)))).code).toBe("broker.nonsense");
  });

  it("an Upstox account that is not active", async () => {
    expect((await failure("upstox", json(200, change("upstox", { is_active: false })))).code).toBe(
      "broker.rejected",
    );
  });

  it("a Breeze refusal that comes with status 200", async () => {
    expect((await failure("icici", json(200, ICICI_REFUSAL))).code).toBe("broker.rejected");
    const trouble = {
      Success: null,
      Status: 500,
      Error: "Unable to retrieve customer details at the moment.",
    };
    expect((await failure("icici", json(200, trouble))).code).toBe("broker.unavailable");
  });
});

describe("a token that no provider ever made is refused without a call", () => {
  const jwt = (claims: object) =>
    `${Buffer.from('{"alg":"HS512"}').toString("base64url")}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.c2ln`;

  it.each([
    ["kite", ""],
    ["kite", "short"],
    ["kite", "has spaces in it somewhere"],
    ["kite", "../../session/token?api_key=x"],
    ["kite", "a".repeat(129)],
    ["upstox", "a&client_id=other"],
    ["upstox", "line\nbreak"],
    ["angel_broking", "notajwt"],
    ["angel_broking", `${jwt({})},a,b,c`],
    ["angel_broking", `${jwt({})}\r\nX-Evil: 1`],
    ["angel_broking", jwt({ "API-KEY": "another-app" })],
    ["angel_broking", "e30.bm90IGpzb24.c2ln"],
    ["icici", "5160 6286"],
    ["icici", '5160","AppKey":"x'],
  ] as const)("%s: %j", async (slug, token) => {
    fake.provider.json(200, GOOD[slug]);
    await expect(fake.provider.brokers()[slug].finish(token, ATTEMPT)).rejects.toMatchObject({
      code: "broker.rejected",
    });
    expect(fake.provider.asked).toEqual([]);
  });
});

describe("a provider that is down", () => {
  it("is left alone after five failures, then asked once, and trusted again when it answers", async () => {
    let now = 1_000_000;
    fake.provider.json(500, {});
    const { kite } = fake.provider.brokers({ clock: () => now });
    const code = () =>
      kite.finish(PLAUSIBLE.kite, ATTEMPT).then(
        () => "in",
        (error: AppError) => error.code,
      );
    for (let n = 0; n < 7; n++) expect(await code()).toBe("broker.unavailable");
    expect(fake.provider.asked.length).toBe(5);
    now += 15_000;
    expect(await code()).toBe("broker.unavailable");
    expect(fake.provider.asked.length).toBe(6);
    fake.provider.json(200, KITE_SESSION);
    expect(await code()).toBe("broker.unavailable");
    now += 15_000;
    expect(await code()).toBe("in");
    expect(await code()).toBe("in");
  });

  it("is tried by one visitor at a time after its rest, not by all who wait", async () => {
    let now = 1_000_000;
    fake.provider.json(500, {});
    const { kite } = fake.provider.brokers({ clock: () => now });
    for (let n = 0; n < 5; n++) await kite.finish(PLAUSIBLE.kite, ATTEMPT).catch(() => undefined);
    now += 15_000;
    await Promise.allSettled(Array.from({ length: 10 }, () => kite.finish(PLAUSIBLE.kite, ATTEMPT)));
    expect(fake.provider.asked.length).toBe(6);
  });

  it("is not shut off for others by one visitor's bad tokens", async () => {
    fake.provider.json(403, KITE_REFUSAL);
    const { kite } = fake.provider.brokers();
    for (let n = 0; n < 20; n++) await kite.finish(PLAUSIBLE.kite, ATTEMPT).catch(() => undefined);
    fake.provider.json(200, KITE_SESSION);
    await expect(kite.finish(PLAUSIBLE.kite, ATTEMPT)).resolves.toMatchObject({ externalId: "XX0000" });
  });

  it("does not hold another provider", async () => {
    fake.provider.json(500, {});
    const brokers = fake.provider.brokers();
    for (let n = 0; n < 6; n++) await brokers.kite.finish(PLAUSIBLE.kite, ATTEMPT).catch(() => undefined);
    fake.provider.json(200, UPSTOX_TOKEN);
    await expect(brokers.upstox.finish(PLAUSIBLE.upstox, ATTEMPT)).resolves.toMatchObject({
      externalId: "3TEST2",
    });
  });
});
