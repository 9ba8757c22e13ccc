import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BrokerId } from "#domain/access/brokers.ts";
import type { PlanId } from "#domain/access/plans.ts";
import { formatSession } from "#server/identity/http/cookies.ts";
import { SESSION_COOKIE } from "#server/identity/identity.ts";
import type { Store } from "#server/roles/storage/store.ts";
import { CELLS, PLANS } from "../../../support/http/access-matrix.ts";
import { type ApiHarness, startApi } from "../../../support/http/api-server.ts";
import { freshStore } from "../../../support/store/store.ts";

const IDS: Readonly<Record<(typeof PLANS)[number], PlanId | null>> = {
  no_plan: null,
  free: "free",
  trial: "trial",
  mini_trial: "mini_trial",
  lite: "lite_6month",
  pro: "promo_pro_12month",
};
const DAY = 86_400_000;

let now = Date.parse("2026-11-21T04:30:00Z");
let api: ApiHarness;
let store: Store;
/** cookie of the account of a broker with a plan */
const cookies = new Map<string, string>();

async function signInWith(broker: BrokerId, planId: PlanId | null, validFor: number | null): Promise<string> {
  const externalId = `${broker}-${planId}-${validFor}-${cookies.size}`;
  const { account } = await store.accounts.signIn({ broker, externalId, name: externalId, email: null }, now);
  if (planId !== null) {
    await store.subscriptions.add({
      accountId: account.id,
      planId,
      activatedAt: now,
      validTill: validFor === null ? null : now + validFor,
      autoRenew: false,
      paymentSource: null,
      amountPaise: 0,
      isReminderAcknowledged: false,
    });
  }
  const from = { deviceId: null, userAgent: "test", address: "127.0.0.1" };
  const session = await store.transaction((tx) =>
    api.auth.sessions.open(tx, account, from, Number.MAX_SAFE_INTEGER),
  );
  if (session === "too_many") throw new Error("the first session of an account");
  return `${SESSION_COOKIE}=${formatSession(session.cookie)}`;
}

beforeAll(async () => {
  store = await freshStore();
  api = await startApi({ store, clock: () => now });
  for (const broker of [1, 2, 3, 4, 5] as const) {
    for (const plan of PLANS) cookies.set(`${broker} ${plan}`, await signInWith(broker, IDS[plan], 30 * DAY));
  }
});
afterAll(() => api.stop());

async function ask(feature: string, cookie: string | undefined): Promise<{ status: number; body: unknown }> {
  const headers = cookie === undefined ? {} : { cookie };
  const answer = await api.app.inject({ url: `/v1/access/${feature}`, headers });
  return { status: answer.statusCode, body: answer.json() };
}

/* Over HTTP an anonymous visitor holds no plan; what a page of theirs claims is not asked. */
const OVER_HTTP = CELLS.filter(({ broker, plan }) => broker !== 0 || plan === "no_plan");

describe("[ACC-12, ACC-13] the server holds the matrix", () => {
  it("in every cell of it", () => {
    expect(OVER_HTTP).toHaveLength(36 * (5 * 6 + 1));
  });

  it.each(OVER_HTTP)("$feature for broker $broker with $plan: $answer", async (cell) => {
    const { feature, broker, plan, required } = cell;
    const { status, body } = await ask(feature, cookies.get(`${broker} ${plan}`));
    const [expected, code] = cell.answer;
    if (code === null) {
      expect({ status, body }).toEqual({
        status: expected,
        body: { data: { feature, required, plan, allowed: true } },
      });
    } else {
      expect({ status, body }).toMatchObject({
        status: expected,
        body: { error: { code, details: { feature, required, plan } } },
      });
    }
  });
});

/** Calls that compute, by the feature that the matrix knows; one of them belongs to ICICI Direct alone. */
const COMPUTED = [
  ["builder", (broker: number) => `/v1/compute/${broker}/builder_v3`],
  ["builder", (broker: number) => `/v1/compute/${broker}/builder_v2`],
  ["builder", (broker: number) => `/v1/compute/${broker}/broker_data/calculate_margin_v5`],
  ["positions", (broker: number) => `/v1/compute/${broker}/positions/summary_v2`],
] as const;

describe("calls that compute", () => {
  it.each(COMPUTED)("are given to whom the matrix gives %s", async (feature, path) => {
    for (const { broker, plan, answer } of OVER_HTTP.filter((cell) => cell.feature === feature)) {
      const cookie = cookies.get(`${broker} ${plan}`);
      // An empty body is refused, but only to a caller that may ask at all.
      const got = await api.app.inject({
        method: "POST",
        url: path(broker),
        headers: { "content-type": "application/json", ...(cookie === undefined ? {} : { cookie }) },
        payload: "{}",
      });
      const [status, code] = answer[1] === null ? [400, "request.invalid"] : answer;
      expect([broker, plan, got.statusCode, got.json().error.code]).toEqual([broker, plan, status, code]);
    }
  });

  it("refuse every other broker's address, whatever the plan", async () => {
    for (const own of [1, 2, 3, 4, 5]) {
      for (const other of [1, 2, 3, 4, 5]) {
        const { statusCode } = await api.app.inject({
          method: "POST",
          url: `/v1/compute/${other}/builder_v3`,
          headers: { "content-type": "application/json", cookie: cookies.get(`${own} pro`)! },
          payload: "{}",
        });
        expect([own, other, statusCode]).toEqual([own, other, own === other ? 400 : 403]);
      }
    }
  });

  it("tell whose session is over that it is, at the account's own address as anywhere", async () => {
    const cookie = await signInWith(1, "trial", null);
    const post = (path: string) =>
      api.app.inject({
        method: "POST",
        url: `/v1/compute/${path}`,
        headers: { "content-type": "application/json", cookie },
        payload: "{}",
      });
    expect((await post("1/builder_v3")).statusCode).toBe(400);
    const out = await api.app.inject({ method: "DELETE", url: "/v1/logout", headers: { cookie } });
    expect(out.statusCode).toBe(200);
    for (const path of [
      "1/builder_v3",
      "1/builder_v2",
      "1/broker_data/calculate_margin_v5",
      "0/builder_v3",
    ]) {
      const { statusCode, body } = await post(path);
      expect([path, statusCode, JSON.parse(body).error.code]).toEqual([path, 401, "auth.expired"]);
    }
  });

  it("give calculate_margin_v3 to accounts of ICICI Direct alone", async () => {
    for (const own of [1, 2, 3, 4, 5]) {
      const { statusCode } = await api.app.inject({
        method: "POST",
        url: "/v1/calculate_margin_v3",
        headers: { "content-type": "application/json", cookie: cookies.get(`${own} pro`)! },
        payload: "{}",
      });
      expect([own, statusCode]).toEqual([own, own === 4 ? 400 : 403]);
    }
  });
});

describe("access", () => {
  it("follows the wall clock: a plan that ends is gone the moment it ends", async () => {
    const cookie = await signInWith(3, "trial", 1_500);
    expect((await ask("builder", cookie)).status).toBe(200);
    now += 1_499;
    expect((await ask("builder", cookie)).status).toBe(200);
    now += 1;
    expect((await ask("builder", cookie)).status).toBe(403);
  });

  it("is not widened by what a request claims of itself", async () => {
    const cookie = cookies.get("3 no_plan")!;
    for (const headers of [
      { cookie, "user-agent": "StrikewiseApp/1.0 (Android; webview)" },
      { cookie, "x-plan": "pro" },
      { cookie: `${cookie}; plan=pro; broker=1` },
    ]) {
      const answer = await api.app.inject({ url: "/v1/access/builder?plan=pro&broker=1", headers });
      expect(answer.statusCode).toBe(403);
    }
  });

  it("to what does not exist is not found", async () => {
    for (const feature of ["nope", "__proto__", "constructor", "OPTION_CHAIN"]) {
      expect((await ask(feature, cookies.get("1 pro"))).status, feature).toBe(404);
    }
  });
});
