import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLateBus } from "#server/bus/late.ts";
import { type ApiHarness, startApi } from "../../support/api-server.ts";
import { figure, sized } from "../../support/form.ts";
import { type ScriptedFeed, startScriptedFeed } from "../../support/scripted-feed.ts";
import { freshStore } from "../../support/store.ts";
import { newVisitor, signIn, type Visitor } from "../../support/visitor.ts";

const REQUESTS = sized(3_000, 50_000);
/** Longer than any answer takes; what is not there by then hangs. */
const HANG_MS = 10_000;

let api: ApiHarness;
let lateFeed: ScriptedFeed;
/** One of a broker, one of Google, and one whom nobody knows. */
let visitors: readonly [Visitor, Visitor, Visitor];
beforeAll(async () => {
  api = await startApi({ store: await freshStore() });
  // Google's account sees the market a minute late; it is there too.
  lateFeed = startScriptedFeed(createLateBus(api.bus));
  visitors = [newVisitor(api), newVisitor(api), newVisitor(api)];
}, 60_000);
afterAll(async () => {
  lateFeed.stop();
  await api.stop();
});

/** Among what is asked are logouts: now and then everybody comes in again. */
const RENEW_EVERY = 200;
async function comeIn(): Promise<void> {
  for (const visitor of visitors) visitor.cookies.clear();
  for (const [visitor, slug] of [
    [visitors[0], "kite"],
    [visitors[1], "google"],
  ] as const) {
    expect((await signIn(visitor, slug)).status).toBe(200);
  }
}

interface Known {
  readonly method: string;
  readonly path: string;
}

/** Every route there is, hidden ones too, out of the router's own tree. */
function routes(): Known[] {
  const known: Known[] = [];
  const trail: string[] = [];
  for (const line of api.app.printRoutes({ commonPrefix: false }).split("\n")) {
    const match = /^((?:[│ ] {3})*)(?:├── |└── )(.*?)(?: \(([A-Z, ]+)\))?$/.exec(line);
    if (match === null) continue;
    const [, indent = "", part = "", methods] = match;
    const depth = indent.length / 4;
    trail.length = depth;
    trail[depth] = part;
    const path = trail.join("");
    for (const method of methods?.split(", ") ?? []) known.push({ method, path });
  }
  return known;
}

const scalar = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.constantFrom(
    "..",
    "%00",
    "'",
    '"',
    "1",
    "-1",
    "1e308",
    "NaN",
    "null",
    "__proto__",
    "constructor",
    "NIFTY",
  ),
  fc.constantFrom(
    "a".repeat(600),
    "é",
    "\u202e",
    "{{7*7}}",
    "<script>",
    "' or 1=1 --",
    "../../etc/passwd",
    "\r\nx: y",
  ),
  fc.constantFrom("00000000-0000-4000-8000-000000000000", "free", "pro_1month", "sandboxkite", "SBX001"),
);
const NAMES = [
  "request_token",
  "id_token",
  "state",
  "redirect_target",
  "selected_plan",
  "auto_renew_enabled",
  "reminder_acknowledged",
  "source",
  "i",
  "underlying",
  "tradingsymbol",
  "trading_symbols",
  "client_id",
  "nonce",
  "api_key",
  "v",
  "flow",
  "account",
  "outcome",
  "decision",
  "before",
  "action",
];
const name = fc.oneof(fc.constantFrom(...NAMES), fc.string({ maxLength: 12 }));
const body = fc.oneof(
  fc.json({ maxDepth: 3 }),
  fc
    .dictionary(name, fc.oneof(scalar, fc.boolean(), fc.integer(), fc.constant(null), fc.array(scalar)))
    .map((value) => JSON.stringify(value)),
  fc.array(fc.tuple(name, scalar)).map((pairs) => new URLSearchParams(pairs).toString()),
  fc.string({ unit: "binary", maxLength: 100 }),
  fc.constantFrom("", "{", "[]", '{"__proto__":{"x":1}}', `{"a":${"[".repeat(5_000)}`),
);
const TYPES = [
  "application/json",
  "application/x-www-form-urlencoded",
  "text/plain",
  "application/json; charset=x",
  "",
];
/** What HTTP itself can carry in a header. */
const visible = (text: string): string => text.replace(/[^\x20-\x7e]/g, "").trim();
const headers = fc.record(
  {
    "x-device-id": scalar.map(visible),
    "x-session-reference": scalar.map(visible),
    "x-auth-token": scalar.map(visible),
    authorization: scalar.map(visible),
    accept: fc.constantFrom("text/html", "*/*", "application/json"),
    "accept-encoding": fc.constantFrom("br", "gzip", "x;q=2"),
    "if-none-match": scalar.map(visible),
    "sec-fetch-mode": fc.constantFrom("navigate", "cors"),
    "x-kite-version": fc.constant("3"),
  },
  { requiredKeys: [] },
);

const LEAKS = [
  /node_modules/,
  /\bat .*\.[jt]s:\d/,
  /\bselect\b.*\bfrom\b/i,
  /duplicate key|syntax error|violates|sqlstate/i,
  /SqlError|TypeError|ReferenceError/,
];

it(
  "whatever is asked of whichever route, by whomever: no 5xx, no hang, no leak, and errors of one shape",
  async () => {
    const known = routes();
    expect(known.length).toBeGreaterThan(150);
    for (const path of [
      "/v1/users/me",
      "/v1/sessions/:id",
      "/v1/redirect_token",
      "/sandbox/kite/session/token",
    ]) {
      expect(known.map((route) => route.path)).toContain(path);
    }
    const request = fc.record({
      route: fc.constantFrom(...known.filter(({ path }) => path !== "/metrics")),
      parts: fc.array(scalar, { minLength: 4, maxLength: 4 }),
      query: fc.array(fc.tuple(name, scalar), { maxLength: 4 }),
      body,
      type: fc.constantFrom(...TYPES),
      headers,
      who: fc.integer({ min: 0, max: 2 }),
      other: fc.boolean(),
    });
    const counts = new Map<number, number>();
    let asked = 0;
    for (const one of fc.sample(request, { numRuns: REQUESTS, seed: 20261121 })) {
      if (asked++ % RENEW_EVERY === 0) await comeIn();
      let n = 0;
      const path = one.route.path.replace(/:\w+|\*/g, () =>
        encodeURIComponent(visible(one.parts[n++ % 4]!) || "x"),
      );
      const query = new URLSearchParams(one.query).toString();
      const method = one.other ? "POST" : one.route.method;
      const sent = { method, path: query === "" ? path : `${path}?${query}`, ...one };
      const hasBody = !["GET", "HEAD", "OPTIONS"].includes(method);
      const jar = [...visitors[one.who]!.cookies].map(([cookie, value]) => `${cookie}=${value}`).join("; ");
      const answer = await Promise.race([
        api.call(sent.path, {
          method,
          headers: {
            ...one.headers,
            ...(jar === "" ? {} : { cookie: jar }),
            ...(hasBody && one.type !== "" ? { "content-type": one.type } : {}),
            // Node's client would send the body of a DELETE without saying how long it is: a second, broken request.
            ...(hasBody ? { "content-length": String(Buffer.byteLength(one.body)) } : {}),
          },
          ...(hasBody ? { body: one.body } : {}),
        }),
        new Promise<never>((_, reject) => {
          setTimeout(() => reject(new Error(`no answer to ${JSON.stringify(sent)}`)), HANG_MS).unref();
        }),
      ]);
      const { status } = answer;
      counts.set(status, (counts.get(status) ?? 0) + 1);
      const said = () => `${JSON.stringify(sent)}\n${status} ${answer.body.toString().slice(0, 500)}`;
      if (status >= 500) expect.fail(said());
      if (method === "HEAD" || status < 400) continue;
      const text = answer.body.toString();
      for (const leak of LEAKS)
        if (leak.test(text) && !path.startsWith("/docs")) expect.fail(`${leak}\n${said()}`);
      if (text.includes(process.cwd())) expect.fail(said());
      // Brokers' stand-ins have their own shapes, and a browser that goes astray gets a page.
      const isPage = (answer.headers["content-type"] ?? "").startsWith("text/html");
      if (path.startsWith("/sandbox/") || isPage) continue;
      const { error } = JSON.parse(text);
      if (typeof error?.code !== "string" || typeof error.message !== "string") expect.fail(said());
    }
    const figures = [...counts].sort(([a], [b]) => a - b).map(([status, count]) => `${status} × ${count}`);
    figure(`${REQUESTS} requests to ${known.length} routes: ${figures.join(", ")}`);
    expect(counts.get(200) ?? 0).toBeGreaterThan(REQUESTS / 20);
    expect(counts.get(400) ?? 0).toBeGreaterThan(REQUESTS / 50);
  },
  sized(240_000, 3_600_000),
);
