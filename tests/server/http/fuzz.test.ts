import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLateBus } from "#server/market/bus/late.ts";
import { answerTo, asSent, fuzzedRequest, routesOf } from "../../support/answers/fuzzed-requests.ts";
import { type ApiHarness, startApi } from "../../support/http/api-server.ts";
import { figure, sized } from "../../support/http/form.ts";
import { newVisitor, signIn, type Visitor } from "../../support/http/visitor.ts";
import { type ScriptedFeed, startScriptedFeed } from "../../support/market/scripted-feed.ts";
import { freshStore } from "../../support/store/store.ts";

const REQUESTS = sized(600, 50_000);

let api: ApiHarness;
let lateFeed: ScriptedFeed;
/** One of a broker, one of Google, and one without an account. */
let visitors: readonly [Visitor, Visitor, Visitor];
beforeAll(async () => {
  api = await startApi({ store: await freshStore() });
  // Google's account sees the market a minute late; it is there too.
  lateFeed = startScriptedFeed(createLateBus(api.bus));
  visitors = [newVisitor(api), newVisitor(api), newVisitor(api)];
});
afterAll(async () => {
  lateFeed.stop();
  await api.stop();
});

/** Among what is asked are logouts: now and then all visitors log in again. */
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
    const known = routesOf(api.app);
    expect(known.length).toBeGreaterThan(150);
    for (const path of [
      "/v1/users/me",
      "/v1/sessions/:id",
      "/v1/redirect_token",
      "/sandbox/kite/session/token",
    ]) {
      expect(known.map((route) => route.path)).toContain(path);
    }
    const request = fuzzedRequest(known);
    const counts = new Map<number, number>();
    let asked = 0;
    for (const one of fc.sample(request, { numRuns: REQUESTS, seed: 20261121 })) {
      if (asked++ % RENEW_EVERY === 0) await comeIn();
      const sent = asSent(one, visitors[one.who]!.cookies);
      const { method, path } = sent;
      const answer = await answerTo(api, sent);
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
  sized(60_000, 3_600_000),
);
