// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { ANGEL, BROKERS, GOOGLE, ICICI, UPSTOX, ZERODHA } from "#domain/access/brokers.ts";
import { ApiFailure } from "#src/api/api-failure.ts";
import { statusText } from "#src/api/error-text.ts";
import { finish } from "#src/features/login/finish-once.ts";
import { loginFailure, missingToken, tooManyTicket } from "#src/features/login/login-failure.ts";
import { parseLoginParams } from "#src/features/login/login-params.ts";
import { loginTitle } from "#src/features/login/login-title.ts";
import { readTooMany, tooManyAddress } from "#src/features/login/too-many-address.ts";
import { loginAddress } from "#src/session/login-address.ts";
import { brokerFrom, LOGIN_BROKERS } from "#src/session/login-brokers.ts";
import { preferBroker, preferredBroker } from "#src/session/preferred-broker.ts";
import { sandboxAddress } from "#src/session/sandbox-address.ts";
import { loginResult } from "../../../support/http/sample-answers.ts";

const failure = (status: number | null, code = "", message = "", details = {}): ApiFailure =>
  new ApiFailure({
    status,
    statusText: "",
    body: code === "" ? null : { error: { code, message, details } },
    message: status === null ? "The server was not available" : statusText(status),
  });

test("[LOGIN-2] Zerodha comes first, then Angel One, Upstox, ICICI", () => {
  expect(LOGIN_BROKERS.map(({ displayName }) => displayName)).toEqual([
    "Zerodha",
    "Angel One",
    "Upstox",
    "ICICI Direct",
  ]);
});

test.each([
  ["zerodha", ZERODHA],
  ["kite", ZERODHA],
  ["1", ZERODHA],
  ["Angel One", ANGEL],
  ["angel", ANGEL],
  ["angel_broking", ANGEL],
  ["UPSTOX", UPSTOX],
  ["icici", ICICI],
  ["icici_direct", ICICI],
  ["google", GOOGLE],
] as const)("an address may call a broker '%s'", (text, id) => {
  expect(brokerFrom(text)?.id).toBe(id);
});

test.each([null, "", "0", "anonymous", "6", "nobody", "1e0", "__proto__"])("'%s' is no broker", (text) => {
  expect(brokerFrom(text)).toBeNull();
});

test("[LOGIN-4] the title asks to continue where there is a way back, or where the panel is over a page", () => {
  expect(loginTitle(null, "/login")).toBe("Login with your broker");
  expect(loginTitle("/positions", "/login")).toBe("Login to Continue");
  expect(loginTitle(null, "/option-chain")).toBe("Login to Continue");
});

test("[LOGIN-5] every login parameter of the address is read", () => {
  const query =
    "?redirect=%2Fpositions&broker=kite&request_token=abc&state=s1&identifier=ZX1&kite_first_time_login=true&success=true";
  expect(parseLoginParams(query)).toEqual({
    returnPath: "/positions",
    broker: BROKERS[ZERODHA],
    token: "abc",
    state: "s1",
    identifier: "ZX1",
    isKiteFirstTime: true,
    success: true,
    error: null,
    refusal: null,
  });
  expect(parseLoginParams("?next=orders").returnPath).toBe("/orders");
  expect(parseLoginParams("?redirect_target=%2Fa").returnPath).toBe("/a");
  expect(parseLoginParams("?redirect_to=%2Fb").returnPath).toBe("/b");
  expect(parseLoginParams("?code=c").token).toBe("c");
  expect(parseLoginParams("?apisession=12345678901234567890").token).toBe("12345678901234567890");
  expect(parseLoginParams("")).toMatchObject({ returnPath: null, token: null, success: null, refusal: null });
});

test("Angel One's three tokens travel as one; when they are too long the one that logs in goes alone", () => {
  expect(parseLoginParams("?auth_token=a&feed_token=f&refresh_token=r").token).toBe("a,f,r");
  expect(parseLoginParams("?auth_token=a&refresh_token=r").token).toBe("a,,r");
  expect(parseLoginParams("?auth_token=a").token).toBe("a");
  expect(parseLoginParams(`?auth_token=a&feed_token=${"f".repeat(5_000)}`).token).toBe("a");
});

test.each([
  ["?status=success&request_token=a", null],
  ["?error=access_denied", "denied"],
  ["?status=cancelled", "denied"],
  ["?status=error", "failed"],
  ["?error=server_error&code=x", "failed"],
  ["?success=false", "failed"],
])("what a broker says in '%s' is heard as %s", (query, refusal) => {
  expect(parseLoginParams(query).refusal).toBe(refusal);
});

test.each([
  "//evil.example",
  "https://evil.example",
  "/\\evil",
  "/%0d%0aset-cookie:x",
  "javascript:alert(1)",
])("[LOGIN-6] a return path of '%s' stays on this site", (path) => {
  const { returnPath } = parseLoginParams(`?redirect=${encodeURIComponent(path)}`);
  const end = new URL(returnPath ?? "", "https://own.example");
  expect(end.origin).toBe("https://own.example");
});

test("[LOGIN-10] a login leaves by our server, with redirect_params and redirect_target; Angel adds app_id and os", () => {
  const kite = new URL(
    loginAddress("kite", "/positions?a=1&b=2", { identifier: "Z&1" }),
    "https://own.example",
  );
  expect(kite.pathname).toBe("/v1/kite_login");
  expect([...kite.searchParams.keys()]).toEqual(["redirect_params", "redirect_target"]);
  expect(kite.searchParams.get("redirect_target")).toBe("/positions?a=1&b=2");
  expect(new URLSearchParams(kite.searchParams.get("redirect_params") ?? "").get("identifier")).toBe("Z&1");
  const angel = new URL(loginAddress("angel_broking", "/"), "https://own.example");
  expect(angel.pathname).toBe("/v1/angel_broking_login");
  expect(angel.searchParams.get("os")).toBe("web");
  expect(angel.searchParams.get("app_id")).toBe("strikewise");
  const once = new URL(sandboxAddress("/home"), "https://own.example");
  expect(once.searchParams.get("sandbox_account")).toBe("new");
});

test("[LOGIN-17] each broker's missing token has the text of its rule, to the letter", () => {
  expect(missingToken(BROKERS[UPSTOX])).toBe("No code found in the URL");
  expect(missingToken(BROKERS[ANGEL])).toBe("Auth code found in the URL");
  expect(missingToken(BROKERS[ICICI])).toBe("Unable to authenticate user");
  expect(missingToken(null)).toBe("Unable to authenticate user");
});

test.each([
  [ZERODHA, failure(401, "broker.rejected", "No."), "Failed to authenticate with Kite"],
  [ZERODHA, failure(503, "broker.unavailable", "Away."), "Error Authenticate User with redirect token"],
  [UPSTOX, failure(401, "broker.rejected", "Old."), "Unable to authenticate user"],
  [UPSTOX, failure(401, "auth.bad_login", "The server's own."), "The server's own."],
  [ANGEL, failure(502, "broker.nonsense", "Odd."), "Login Failed, Failed to fetch user profile"],
  [ICICI, failure(null), "Login Failed, Failed to fetch user profile"],
  [
    ICICI,
    failure(429, "request.rate_limited", "Slow down."),
    "An unexpected error has occurred. Please try to login again.",
  ],
  [UPSTOX, new Error("bug"), "An unexpected error has occurred. Please try to login again."],
  [GOOGLE, failure(503, "storage.unavailable", "Away."), "Google login failed, Failed to fetch user profile"],
  [
    GOOGLE,
    failure(401, "broker.rejected", "No."),
    "Looks like your Google authentication failed. Please check your username and password and try again.",
  ],
] as const)(
  "[LOGIN-18] broker %i: a failed login is told in the words of its rule",
  (broker, error, headline) => {
    expect(loginFailure(BROKERS[broker], error).headline).toBe(headline);
  },
);

test("what the server says is told beside the headline, unless it is the same", () => {
  const said = "Upstox does not answer. Try again in a minute.";
  expect(loginFailure(BROKERS[UPSTOX], failure(503, "broker.unavailable", said)).detail).toBe(said);
  expect(loginFailure(BROKERS[UPSTOX], failure(401, "auth.bad_login", "Same.")).detail).toBeNull();
  expect(loginFailure(BROKERS[UPSTOX], new TypeError("x is undefined")).detail).toBeNull();
});

test.each(["no_attempt", "state_missing", "state_unknown", "other_browser", "other_provider", "rejected"])(
  "a return refused for '%s' is explained, with what to do",
  (reason) => {
    const error = failure(401, "auth.bad_login", "An unexpected error has occurred.", { reason });
    expect(loginFailure(BROKERS[UPSTOX], error).detail).toMatch(/[Bb]egin (?:it )?anew/);
  },
);

test("the devices that would end are handed to their page in words, never in its address", async () => {
  const agent = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/156.0 Safari/537.36";
  const details = {
    request_token: "t",
    device_1: agent,
    device_1_seen: Date.UTC(2026, 10, 21, 8),
    device_2: "x",
  };
  const path = tooManyAddress(
    "t",
    BROKERS[ANGEL],
    failure(403, "auth.too_many_devices", "TMDLGE:…", details),
  );
  expect(path).toBe("/toomanydevicesloggedin?request_token=t");
  expect(readTooMany()).toEqual({
    broker: "angel_one",
    devices: ["Chrome on Windows, last seen 21 Nov 2026, 13:30 IST", "Unknown device"],
  });
  sessionStorage.setItem("strikewise.too_many_devices", '{"devices":[5,null],"broker":7}');
  expect(readTooMany()).toEqual({ broker: null, devices: [] });
});

test("[LOGIN-15] too many devices is known by its code or its text, on a 403 alone", () => {
  const text = "TMDLGE:too many devices logged in for the user";
  const details = { request_token: "ticket" };
  expect(tooManyTicket(failure(403, "auth.too_many_devices", "x", details))).toBe("ticket");
  expect(tooManyTicket(failure(403, "request.forbidden", text, details))).toBe("ticket");
  expect(tooManyTicket(failure(403, "request.forbidden", "Forbidden"))).toBeNull();
  expect(tooManyTicket(failure(401, "auth.bad_login", text))).toBeNull();
  expect(tooManyTicket(new Error(text))).toBeNull();
});

const RETURNED = parseLoginParams("?request_token=t1&state=s1");
const edges = (answer: () => Promise<ReturnType<typeof loginResult>>) => {
  const calls: unknown[] = [];
  return {
    calls,
    finish: (...call: unknown[]) => {
      calls.push(call);
      return answer();
    },
    enter: () => "/positions",
    begun: () => null,
  };
};

test("a login that came back well goes on to where it was asked for", async () => {
  const world = edges(async () => loginResult());
  expect(await finish(BROKERS[ZERODHA], RETURNED, world)).toEqual({ kind: "go", path: "/positions" });
  expect(world.calls).toEqual([["kite", { token: "t1", state: "s1" }]]);
});

test("a fourth device goes to its own page with the ticket; without a ticket it shows the error", async () => {
  const stopped = (details: object) =>
    edges(() => Promise.reject(failure(403, "auth.too_many_devices", "TMDLGE:…", details)));
  const end = await finish(BROKERS[ZERODHA], RETURNED, stopped({ request_token: "a&b" }));
  expect(end).toEqual({ kind: "go", path: "/toomanydevicesloggedin?request_token=a%26b" });
  expect(await finish(BROKERS[ZERODHA], RETURNED, stopped({}))).toMatchObject({ kind: "failed" });
});

test.each([
  ["request.rate_limited", /Wait a minute/],
  ["storage.unavailable", /just starting/],
  ["request.not_found", /not set up/],
  ["server_error", /could not log you in/],
  ["<img src=x>", /could not log you in/],
])("a login that could not begin (%s) is told in our words, never in the address's", async (code, text) => {
  const params = parseLoginParams(`?status=error&error=${encodeURIComponent(code)}`);
  const end = await finish(
    BROKERS[UPSTOX],
    params,
    edges(async () => loginResult()),
  );
  expect(end).toMatchObject({ kind: "failed", failure: { headline: "Unable to authenticate user" } });
  expect(JSON.stringify(end)).toMatch(text);
  expect(JSON.stringify(end)).not.toContain("<img");
});

test("a refusal, a missing token and an unknown broker ask the server nothing", async () => {
  const world = edges(async () => loginResult());
  const denied = await finish(BROKERS[UPSTOX], parseLoginParams("?error=access_denied&state=s"), world);
  expect(denied).toMatchObject({ failure: { headline: "Unable to authenticate user" } });
  const bare = await finish(BROKERS[UPSTOX], parseLoginParams(""), world);
  expect(bare).toMatchObject({ failure: { headline: "No code found in the URL" } });
  expect(await finish(null, RETURNED, world)).toMatchObject({
    failure: { headline: "Broker not supported." },
  });
  expect(world.calls).toEqual([]);
});

test("[LOGIN-3] the preferred broker lasts as long as the tab; storage that refuses is said, not suffered", () => {
  const map = new Map<string, string>();
  const storage = () => ({
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  });
  expect(preferredBroker(storage)).toBeNull();
  expect(preferBroker(BROKERS[ANGEL], storage)).toBe(true);
  expect(preferredBroker(storage)?.id).toBe(ANGEL);
  preferBroker(null, storage);
  expect(preferredBroker(storage)).toBeNull();
  const refused = () => {
    throw new DOMException("denied", "SecurityError");
  };
  expect(preferBroker(BROKERS[ANGEL], refused)).toBe(false);
  expect(preferredBroker(refused)).toBeNull();
});
