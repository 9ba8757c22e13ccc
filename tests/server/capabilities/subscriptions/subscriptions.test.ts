import { describe, expect, it } from "vitest";
import type { PlanId } from "#domain/access/plans.ts";
import type { Subscription } from "#server/capabilities/subscriptions/repository.ts";
import type { Answer } from "../../../support/http/api-server.ts";
import { MORNING, sharedApi } from "../../../support/http/shared-api.ts";
import { newVisitor, type Slug, signIn, type Visitor } from "../../../support/http/visitor.ts";

const DAY = 86_400_000;
const world = sharedApi();

async function member(slug: Slug = "kite"): Promise<{ visitor: Visitor; id: string }> {
  const visitor = newVisitor(world.api);
  const { data } = (await signIn(visitor, slug)).json<{ data: { id: string } }>();
  return { visitor, id: data.id };
}
const post = (visitor: Visitor, path: string, body: unknown = {}): Promise<Answer> =>
  visitor.fetch(path, { method: "POST", body });
const codeOf = (answer: Answer) => [answer.status, answer.json<{ error: { code: string } }>().error.code];

function hold(
  id: string,
  planId: PlanId,
  from: number,
  days: number | null,
  paise = 80_000,
): Promise<Subscription> {
  const validTill = days === null ? null : from + days * DAY;
  return world.store.subscriptions.add({
    accountId: id,
    planId,
    activatedAt: from,
    validTill,
    autoRenew: false,
    paymentSource: "upi",
    amountPaise: paise,
    isReminderAcknowledged: false,
  });
}

describe("[PLAN-5] the trial", () => {
  it.each([
    ["angel_broking", 7],
    ["google", 2],
    ["icici", 7],
  ] as const)("of an account of %s lasts %i days and opens what pro opens, at once", async (slug, days) => {
    const { visitor, id } = await member(slug);
    expect((await visitor.fetch("/v1/access/builder")).status).toBe(403);
    const answer = await post(visitor, "/v1/payment/register_for_trial");
    expect(answer.json()).toMatchObject({
      data: {
        trial_days: days,
        message: `Your free trial of ${days} days has started`,
        subscription: { billing_plan_id: "trial", days_left: days, amount: 0, auto_renew: false },
      },
    });
    expect((await visitor.fetch("/v1/access/builder")).status).toBe(200);
    expect((await visitor.fetch("/v1/users/me")).json()).toMatchObject({
      data: { has_taken_trial: true, subscription_plan: { billing_plan_type: "trial", days_left: days } },
    });
    expect(await world.store.audit.list({ subject: id, action: "trial_started", limit: 5 })).toHaveLength(1);
    expect(codeOf(await post(visitor, "/payment/register_for_trial"))).toEqual([409, "auth.trial_taken"]);
  });

  it("is one, however often and however fast it is asked for", async () => {
    const { visitor } = await member("upstox");
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post(visitor, "/payment/register_for_trial")),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
  });

  it("[PLAN-6] is refused to an account whose pages are all open, and is not spent by asking", async () => {
    const { visitor } = await member("kite");
    const asked = await post(visitor, "/payment/register_for_trial");
    expect(codeOf(asked)).toEqual([409, "auth.trial_opens_nothing"]);
    expect((await visitor.fetch("/v1/users/me")).json()).toMatchObject({ data: { has_taken_trial: false } });
  });

  it("is not spent by an account that holds a plan", async () => {
    const { visitor, id } = await member();
    await hold(id, "pro_1month", MORNING, 30);
    expect((await post(visitor, "/payment/register_for_trial")).status).toBe(400);
    expect((await visitor.fetch("/v1/users/me")).json()).toMatchObject({ data: { has_taken_trial: false } });
  });

  it("takes an empty body, none at all, and nothing else", async () => {
    const { visitor } = await member("upstox");
    expect((await post(visitor, "/payment/register_for_trial", { days: 700 })).status).toBe(400);
    expect((await visitor.fetch("/payment/register_for_trial", { method: "POST" })).status).toBe(200);
  });
});

describe("[PLAN-11] user_subscriptions", () => {
  it("tells current, upcoming and history by the wall clock", async () => {
    const { visitor, id } = await member();
    await hold(id, "lite_1month", MORNING - 40 * DAY, 30, 59_000);
    await hold(id, "pro_1month", MORNING - 10 * DAY, 30);
    await hold(id, "pro_6month", MORNING + 20 * DAY, 180, 384_000);
    const read = async () =>
      (await visitor.fetch("/user_subscriptions")).json<{ data: Record<string, unknown> }>().data;
    expect(await read()).toMatchObject({
      current_subscription: {
        billing_plan_id: "pro_1month",
        billing_plan_name: "Pro, 1 month",
        billing_plan_type: "pro",
        amount: 800,
        days_left: 20,
        payment_source: "upi",
        valid_till: "2026-12-11T04:30:00.000Z",
        meta_data: { reminder_acknowledged: false },
      },
      upcoming_subscription: { billing_plan_id: "pro_6month" },
      subscription_history: [{ billing_plan_id: "lite_1month", days_left: 0 }],
    });
    world.now += 15 * DAY;
    await signIn(visitor, "kite");
    expect(await read()).toMatchObject({ current_subscription: { days_left: 5 } });
    world.now += 6 * DAY;
    await signIn(visitor, "kite");
    expect(await read()).toMatchObject({
      current_subscription: { billing_plan_id: "pro_6month" },
      upcoming_subscription: null,
      subscription_history: [{ billing_plan_id: "pro_1month" }, { billing_plan_id: "lite_1month" }],
    });
  });

  it("of a newcomer is empty, and a visitor has none", async () => {
    const { visitor } = await member();
    expect((await visitor.fetch("/v1/user_subscriptions")).json()).toEqual({
      data: { current_subscription: null, upcoming_subscription: null, subscription_history: [] },
    });
    expect(codeOf(await newVisitor(world.api).fetch("/v1/user_subscriptions"))).toEqual([
      401,
      "auth.required",
    ]);
  });
});

describe("[PLAN-12] choosing a plan", () => {
  it("FREE is given at once, and once", async () => {
    const { visitor } = await member();
    for (const selected_plan of ["FREE", "free"]) {
      const answer = await post(visitor, "/user_subscriptions", { selected_plan, auto_renew_enabled: false });
      expect(answer.json()).toMatchObject({
        data: { subscription: { billing_plan_id: "free", days_left: null }, redirect_path: "/home" },
      });
    }
    const { data } = (await visitor.fetch("/user_subscriptions")).json<{ data: Record<string, unknown[]> }>();
    expect(data.subscription_history).toHaveLength(0);
    expect((await visitor.fetch("/v1/users/me")).json()).toMatchObject({
      data: { subscription_plan: { billing_plan_type: "free" } },
    });
  });

  it("a paid one is not pretended: the answer says that payments come later, and nothing changes", async () => {
    const { visitor } = await member("upstox");
    const body = { selected_plan: "pro_1month", payment_method: "upi", payment_info: { anything: true } };
    const answer = await post(visitor, "/v1/user_subscriptions", body);
    expect(codeOf(answer)).toEqual([409, "payment.not_offered"]);
    expect(answer.body.toString()).toContain("Nothing was charged");
    expect((await visitor.fetch("/v1/access/builder")).status).toBe(403);
  });

  it("no account gives up a higher one by it, or invents one", async () => {
    const { visitor, id } = await member();
    expect((await post(visitor, "/user_subscriptions", { selected_plan: "gold" })).status).toBe(400);
    expect((await post(visitor, "/user_subscriptions", { selected_plan: "free", plan: "pro" })).status).toBe(
      400,
    );
    await hold(id, "pro_1month", MORNING, 30);
    expect((await post(visitor, "/user_subscriptions", { selected_plan: "FREE" })).status).toBe(400);
  });
});

describe("[PLAN-13] updating", () => {
  it("turns auto-renew of a paid plan on and off, and puts the reminder away", async () => {
    const { visitor, id } = await member();
    await hold(id, "pro_1month", MORNING - 25 * DAY, 30);
    const update = (body: unknown) => post(visitor, "/user_subscriptions/update", body);
    const on = await update({ auto_renew_enabled: true, source: "profile" });
    expect(on.json()).toMatchObject({ data: { current_subscription: { auto_renew: true } } });
    const off = await update({ auto_renew_enabled: false, source: "profile" });
    expect(off.json()).toMatchObject({ data: { current_subscription: { auto_renew: false } } });
    expect(await world.store.audit.list({ subject: id, action: "auto_renew_on", limit: 5 })).toHaveLength(1);
    await update({ reminder_acknowledged: true });
    expect((await visitor.fetch("/v1/users/me")).json()).toMatchObject({
      data: { subscription_plan: { reminder_acknowledged: true, days_left: 5 } },
    });
  });

  it("says what it can't do", async () => {
    const { visitor, id } = await member();
    const body = { auto_renew_enabled: true, source: "profile" };
    expect((await post(visitor, "/user_subscriptions/update", body)).status).toBe(404);
    await hold(id, "trial", MORNING, 7, 0);
    expect((await post(visitor, "/user_subscriptions/update", body)).status).toBe(400);
    for (const wrong of [
      {},
      { reminder_acknowledged: false },
      { auto_renew_enabled: "yes", source: "x" },
      [],
    ]) {
      expect((await post(visitor, "/user_subscriptions/update", wrong)).status).toBe(400);
    }
  });
});

describe("[SES-13] preferences", () => {
  it("are kept by key with the account, and come with the profile on every device", async () => {
    const { visitor } = await member();
    const value = { columns: ["oi", "iv"], wide: true, rows: 20 };
    expect((await post(visitor, "/user/preferences", { chain: value })).json()).toEqual({ success: true });
    expect((await post(visitor, "/v1/user/preferences", { theme: "dark" })).json()).toEqual({
      success: true,
    });
    await post(visitor, "/v1/user/preferences", { theme: null });
    const other = newVisitor(world.api);
    await signIn(other, "kite");
    expect((await other.fetch("/v1/users/me")).json()).toMatchObject({
      data: { preferences: { chain: value, theme: null } },
    });
  });

  it("are one key at a time, of its shape, up to 16 KiB and a hundred", async () => {
    const { visitor } = await member();
    for (const wrong of [{}, { a: 1, b: 2 }, { "a b": 1 }, { "": 1 }, [], "x", { ["x".repeat(65)]: 1 }]) {
      expect((await post(visitor, "/user/preferences", wrong)).status, JSON.stringify(wrong)).toBe(400);
    }
    expect((await post(visitor, "/user/preferences", '{"__proto__": {"x": 1}}')).status).toBe(400);
    expect((await post(visitor, "/user/preferences", { big: "x".repeat(17_000) })).status).toBe(413);
    for (let n = 0; n < 100; n++)
      await world.store.preferences.set((await idOf(visitor)) as string, `key${n}`, n);
    expect((await post(visitor, "/user/preferences", { onemore: 1 })).status).toBe(400);
    expect((await post(visitor, "/user/preferences", { key5: "again" })).status).toBe(200);
  });

  it("are refused without an account", async () => {
    expect(codeOf(await post(newVisitor(world.api), "/user/preferences", { theme: "dark" }))).toEqual([
      401,
      "auth.required",
    ]);
  });

  async function idOf(visitor: Visitor): Promise<string> {
    return (await visitor.fetch("/v1/users/me")).json<{ data: { id: string } }>().data.id;
  }
});
