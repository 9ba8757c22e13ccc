import { beforeEach, describe, expect, it } from "vitest";
import { ANGEL, GOOGLE, ZERODHA } from "#domain/access/brokers.ts";
import type { PlanId } from "#domain/access/plans.ts";
import type { Subscription, SubscriptionRepository } from "#server/capabilities/subscriptions/repository.ts";
import { createSubscriptionService, type Holder } from "#server/capabilities/subscriptions/service.ts";
import type { Account } from "#server/identity/repositories/accounts.ts";
import { transactionOver } from "#tests/support/store/fake-transaction.ts";

const DAY_MS = 86_400_000;
const NOW = Date.parse("2026-11-21T04:30:00Z");
const HOLDER: Holder = { id: "a1", broker: ANGEL };
const ADDRESS = "203.0.113.7";
const ACCOUNT: Account = {
  id: HOLDER.id,
  number: 1,
  broker: ANGEL,
  externalId: "AX0001",
  name: "Asha Rao",
  email: null,
  isAdmin: false,
  hasTakenTrial: false,
  group: "A",
  cohort: null,
  whatsapp: null,
  createdAt: NOW,
};

let now: number;
/** newest first */
let kept: Subscription[];
let hadTrial: boolean;
let forgotten: string[];
let written: { action: string; plan: unknown; address: string | null }[];
beforeEach(() => {
  now = NOW;
  kept = [];
  hadTrial = false;
  forgotten = [];
  written = [];
});

function keep(subscription: Omit<Subscription, "id">): Subscription {
  const made = { ...subscription, id: `s${kept.length + 1}` };
  kept.unshift(made);
  return made;
}

const repository: SubscriptionRepository = {
  list: async (accountId) => kept.filter((each) => each.accountId === accountId),
  add: async (subscription) => keep(subscription),
  async startTrial(subscription) {
    if (hadTrial) return "taken";
    hadTrial = true;
    return keep(subscription);
  },
  async update(id, change) {
    kept = kept.map((each) => (each.id === id ? { ...each, ...change } : each));
    return kept.find((each) => each.id === id) ?? null;
  },
};

const service = createSubscriptionService({
  subscriptions: repository,
  forgetAccount: (id) => void forgotten.push(id),
  transaction: transactionOver({
    accounts: {
      hold: async () => {},
      byId: async (id) => ({ ...ACCOUNT, id, hasTakenTrial: hadTrial }),
    },
    subscriptions: repository,
    audit: {
      add: async ({ action, details, address }) => void written.push({ action, plan: details.plan, address }),
    },
  }),
  clock: () => now,
});

/** @param days from now, null without an end */
function hold(planId: PlanId, days: number | null, amountPaise = 80_000): Subscription {
  return keep({
    accountId: HOLDER.id,
    planId,
    activatedAt: NOW - DAY_MS,
    validTill: days === null ? null : NOW + days * DAY_MS,
    autoRenew: false,
    paymentSource: "upi",
    amountPaise,
    isReminderAcknowledged: false,
  });
}

describe("the free plan", () => {
  it("is taken without an end, and written down under the caller's address", async () => {
    const { subscription, at } = await service.choose(HOLDER, "FREE", ADDRESS);
    expect(at).toBe(NOW);
    expect(subscription).toMatchObject({
      planId: "free",
      activatedAt: NOW,
      validTill: null,
      amountPaise: 0,
      autoRenew: false,
    });
    expect(written).toEqual([{ action: "plan_chosen", plan: "free", address: ADDRESS }]);
    expect(forgotten).toEqual([HOLDER.id]);
  });

  it("stays the one it is when it is chosen again", async () => {
    const first = await service.choose(HOLDER, "free", ADDRESS);
    now += DAY_MS;
    expect((await service.choose(HOLDER, "Free", ADDRESS)).subscription).toBe(first.subscription);
    expect(kept).toHaveLength(1);
    expect(written).toHaveLength(1);
  });

  it.each(["trial", "lite_1month", "pro_6month"] as const)(
    "does not take the place of %s",
    async (planId) => {
      hold(planId, 10);
      const refused = service.choose(HOLDER, "free", ADDRESS);
      await expect(refused).rejects.toMatchObject({ code: "request.invalid", details: { plan: planId } });
      expect(written).toEqual([]);
    },
  );

  it("may follow a plan that has ended", async () => {
    hold("pro_1month", 0);
    expect((await service.choose(HOLDER, "free", ADDRESS)).subscription.planId).toBe("free");
  });
});

describe("plans that are no choice", () => {
  it("are paid ones, which are named as not offered, and nothing is kept", async () => {
    const refused = service.choose(HOLDER, "PRO_1MONTH", ADDRESS);
    await expect(refused).rejects.toMatchObject({
      code: "payment.not_offered",
      details: { plan: "pro_1month" },
    });
    expect(kept).toEqual([]);
  });

  it("are words that name no plan", async () => {
    const refused = service.choose(HOLDER, "platinum", ADDRESS);
    await expect(refused).rejects.toMatchObject({ code: "request.invalid", details: { plan: "platinum" } });
  });
});

describe("the trial", () => {
  it.each([
    ["Angel One", ANGEL, 7],
    ["Google", GOOGLE, 2],
  ] as const)("lasts as long as accounts of %s are given", async (_, broker, days) => {
    const started = await service.startTrial({ id: HOLDER.id, broker }, ADDRESS);
    expect(started.days).toBe(days);
    expect(started.subscription).toMatchObject({ planId: "trial", validTill: NOW + days * DAY_MS });
    expect(written).toEqual([{ action: "trial_started", plan: "trial", address: ADDRESS }]);
    expect(forgotten).toEqual([HOLDER.id]);
  });

  it("ends after its days, and is not started again", async () => {
    await service.startTrial(HOLDER, ADDRESS);
    now += 7 * DAY_MS - 1;
    expect((await service.plans(HOLDER.id)).plan).toBe("trial");
    now += 1;
    expect((await service.plans(HOLDER.id)).plan).toBe("no_plan");
    await expect(service.startTrial(HOLDER, ADDRESS)).rejects.toMatchObject({ code: "auth.trial_taken" });
    expect(written).toHaveLength(1);
  });

  it.each(["lite_1month", "pro_1month", "promo_pro_4month", "mini_trial"] as const)(
    "[PLAN-6] is not for an account that holds %s, and is not spent by asking",
    async (planId) => {
      hold(planId, 20);
      await expect(service.startTrial(HOLDER, ADDRESS)).rejects.toMatchObject({ code: "request.invalid" });
      expect([hadTrial, written]).toEqual([false, []]);
    },
  );

  it("[PLAN-6] is refused where no page that is there needs one, and is kept for when there is", async () => {
    const asked = service.startTrial({ id: HOLDER.id, broker: ZERODHA }, ADDRESS);
    await expect(asked).rejects.toMatchObject({
      code: "auth.trial_opens_nothing",
      message: expect.stringMatching(/open to Zerodha accounts.*not spent/),
    });
    expect([hadTrial, kept, written]).toEqual([false, [], []]);
  });

  it("follows the free plan, and adds nothing to a paid one", async () => {
    await service.choose(HOLDER, "free", ADDRESS);
    await service.startTrial(HOLDER, ADDRESS);
    hadTrial = false;
    hold("lite_1month", 20);
    now += 7 * DAY_MS;
    await expect(service.startTrial(HOLDER, ADDRESS)).rejects.toMatchObject({
      code: "request.invalid",
      details: { plan: "lite" },
    });
    expect(hadTrial).toBe(false);
  });
});

describe("auto-renew", () => {
  it("is turned on and off for a plan that is paid for", async () => {
    hold("pro_1month", 20);
    for (const isOn of [true, false]) {
      await service.setAutoRenew(HOLDER.id, isOn, ADDRESS);
      expect((await service.plans(HOLDER.id)).current?.autoRenew).toBe(isOn);
    }
    expect(written.map(({ action }) => action)).toEqual(["auto_renew_on", "auto_renew_off"]);
    expect(forgotten).toEqual([HOLDER.id, HOLDER.id]);
  });

  it("has nothing to renew of a plan that costs nothing, but may be turned off", async () => {
    hold("pro_free", null, 0);
    const refused = service.setAutoRenew(HOLDER.id, true, ADDRESS);
    await expect(refused).rejects.toMatchObject({ code: "request.invalid", details: { plan: "pro_free" } });
    await service.setAutoRenew(HOLDER.id, false, ADDRESS);
    expect(written.map(({ action }) => action)).toEqual(["auto_renew_off"]);
  });
});

describe("the reminder", () => {
  it("is put away on the plan that runs now alone, and changes nothing of what the account may do", async () => {
    hold("pro_1month", 0);
    hold("pro_6month", 5);
    await service.putReminderAway(HOLDER.id);
    expect(kept.map((each) => [each.planId, each.isReminderAcknowledged])).toEqual([
      ["pro_6month", true],
      ["pro_1month", false],
    ]);
    expect(forgotten).toEqual([]);
  });

  it("is none where no plan is held, as is auto-renew", async () => {
    hold("pro_1month", 0);
    await expect(service.putReminderAway(HOLDER.id)).rejects.toMatchObject({ code: "request.not_found" });
    const refused = service.setAutoRenew(HOLDER.id, true, ADDRESS);
    await expect(refused).rejects.toMatchObject({ code: "request.not_found" });
  });
});
