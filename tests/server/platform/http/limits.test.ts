import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { addressKey } from "#server/platform/http/addresses.ts";
import { type Answer, type ApiHarness, startApi } from "../../../support/http/api-server.ts";
import { finish, newVisitor, signIn, signInFresh } from "../../../support/http/visitor.ts";
import { freshStore } from "../../../support/store/store.ts";

let api: ApiHarness | null = null;
// The first store of a file is opened, the others are emptied.
beforeAll(() => freshStore().then(() => {}), 60_000);
afterEach(async () => {
  await api?.stop();
  api = null;
});

async function start(
  limits: { loginsPerMinute?: number; writesPerMinute?: number } = {},
): Promise<ApiHarness> {
  api = await startApi({
    store: await freshStore(),
    limits: { loginsPerMinute: 60, writesPerMinute: 60, ...limits },
  });
  return api;
}

function expectLimited(answer: Answer): void {
  expect(answer.status).toBe(429);
  const seconds = Number(answer.headers["retry-after"]);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(answer.json()).toMatchObject({
    error: { code: "request.rate_limited", details: { retry_after: seconds } },
  });
}

const many = async (count: number, call: () => Promise<Answer>): Promise<number[]> => {
  const answers: Answer[] = [];
  for (let n = 0; n < count; n++) answers.push(await call());
  const limited = answers.find(({ status }) => status === 429);
  if (limited !== undefined) expectLimited(limited);
  return answers.map(({ status }) => status);
};

describe("logins", () => {
  it.each([
    "/v1/redirect_token?request_token=x&state=y",
    "/v1/redirect%5ftoken?request_token=x&state=y",
    "/v1/upstox_login_redirect?request_token=x&state=y",
  ])("that fail are ten a minute of an address, however the address is spelt: %s", async (path) => {
    const visitor = newVisitor(await start());
    const statuses = await many(13, () => visitor.fetch(path));
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429, 429]);
  });

  it("are counted over all providers, and over headers that any client can write", async () => {
    const visitor = newVisitor(await start());
    const given = { token: "x", state: "y" };
    const slugs = ["kite", "upstox", "angel_broking"] as const;
    let n = 0;
    const statuses = await many(12, () =>
      finish(visitor, slugs[n % 3]!, given, {
        headers: { "x-forwarded-for": `10.0.0.${n++}`, "x-real-ip": "1.2.3.4", forwarded: "for=9.9.9.9" },
      }),
    );
    expect(statuses.slice(9)).toEqual([401, 429, 429]);
  });

  it("may be begun sixty times a minute, and a page tells a person", async () => {
    const visitor = newVisitor(await start());
    const statuses = await many(61, () => visitor.fetch("/v1/kite_login"));
    expect(statuses).toEqual([...Array(60).fill(302), 429]);
    const { url } = await visitor.open("/v1/kite_login");
    expect(url.search).toBe("?status=error&error=request.rate_limited");
  });

  it("of an office at nine all succeed: forty in a minute, and one that fails now and then", {
    timeout: 60_000,
  }, async () => {
    const office = await start();
    for (let n = 0; n < 40; n++) {
      const { status } = await signInFresh(newVisitor(office));
      expect(status).toBe(200);
      if (n % 20 === 0) {
        const wrong = await newVisitor(office).fetch("/v1/redirect_token?request_token=x&state=y");
        expect(wrong.status).toBe(401);
      }
    }
  });

  it("don't use up anything else", async () => {
    const visitor = newVisitor(await start({ loginsPerMinute: 1 }));
    await signIn(visitor, "kite");
    expect((await visitor.fetch("/v1/users/me")).status).toBe(200);
    expect((await visitor.fetch("/v1/logout", { method: "DELETE" })).status).toBe(200);
  });
});

describe("writes", () => {
  it("are sixty a minute", async () => {
    const visitor = newVisitor(await start());
    await signIn(visitor, "kite");
    const write = () => visitor.fetch("/user/preferences", { method: "POST", body: { theme: "dark" } });
    const statuses = await many(62, write);
    expect(statuses).toEqual([...Array(60).fill(200), 429, 429]);
    expect((await visitor.fetch("/v1/users/me")).status).toBe(200);
  });

  it("of an account are counted wherever it is signed in", async () => {
    const here = await start({ writesPerMinute: 5 });
    const [one, two] = [newVisitor(here), newVisitor(here)];
    for (const visitor of [one, two]) await signIn(visitor, "kite");
    let n = 0;
    const statuses = await many(7, () =>
      (n++ % 2 === 0 ? one : two).fetch("/user/preferences", { method: "POST", body: { a: n } }),
    );
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  });

  it("are not charts, which have a minute of their own", async () => {
    const visitor = newVisitor(await start({ writesPerMinute: 2 }));
    await signIn(visitor, "kite");
    const body = { underlying: "NIFTY", legs: ["NIFTY26N2424500CE"] };
    const chart = () => visitor.fetch("/v1/compute/oi_graphs/multistrike_oi", { method: "POST", body });
    expect(await many(5, chart)).toEqual([200, 200, 200, 200, 200]);
    const write = () => visitor.fetch("/user/preferences", { method: "POST", body: { a: 1 } });
    expect(await many(3, write)).toEqual([200, 200, 429]);
  });

  it("of one account are not another's at the same address", async () => {
    const here = await start({ writesPerMinute: 2 });
    for (const account of [newVisitor(here), newVisitor(here)]) {
      await signInFresh(account);
      const write = () => account.fetch("/user/preferences", { method: "POST", body: { a: 1 } });
      expect(await many(3, write)).toEqual([200, 200, 429]);
    }
  });

  it("are not what only looks like one: a long question is a POST", async () => {
    const visitor = newVisitor(await start({ writesPerMinute: 2 }));
    const body = { trading_symbols: ["RELIANCE"] };
    const statuses = await many(5, () =>
      visitor.fetch("/v1/compute/cache/quotes_v2", { method: "POST", body }),
    );
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
  });
});

describe("an address is counted", () => {
  it.each([
    ["203.0.113.9", "203.0.113.9"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:db8:1:2::1", "2001:db8:1:2"],
    ["2001:0db8:0001:0002:ffff::", "2001:db8:1:2"],
    ["2001:db8::1", "2001:db8:0:0"],
    ["::1", "0:0:0:0"],
    ["fe80::1%eth0", "fe80:0:0:0"],
  ])("%s as %s", (address, key) => {
    expect(addressKey(address)).toBe(key);
  });
});
