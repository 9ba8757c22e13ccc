import { SUBSCRIPTION_ROWS, type SubscriptionsResponse } from "#protocol/http/subscriptions.ts";
import { signedIn } from "../../identity/http/caller.ts";
import type { RowRegistrar } from "../../identity/http/register-row.ts";
import { subscriptionDetails } from "./details.ts";
import type { Plans, SubscriptionService } from "./service.ts";

interface SubscriptionNeeds {
  readonly service: SubscriptionService;
}

function answerOf({ at, current, upcoming, history }: Plans): SubscriptionsResponse {
  return {
    data: {
      current_subscription: current === null ? null : subscriptionDetails(current, at),
      upcoming_subscription: upcoming === null ? null : subscriptionDetails(upcoming, at),
      subscription_history: history.map((each) => subscriptionDetails(each, at)),
    },
  };
}

/** Plans of an account: what it holds, the free one, the trial, auto-renew (rules PLAN-5 to PLAN-14). Paid ones come with payments. */
export function addSubscriptionRoutes(rows: RowRegistrar, { service }: SubscriptionNeeds): void {
  rows.row(SUBSCRIPTION_ROWS.held, async (request) => {
    const { account } = signedIn(request);
    return answerOf(await service.plans(account.id));
  });

  rows.row(SUBSCRIPTION_ROWS.choose, async (request) => {
    const { account } = signedIn(request);
    const { subscription, at } = await service.choose(account, request.body.selected_plan, request.ip);
    return {
      data: {
        subscription: subscriptionDetails(subscription, at),
        message: "You are on the Free plan",
        redirect_path: "/home",
      },
    };
  });

  rows.row(SUBSCRIPTION_ROWS.update, async (request) => {
    const { account } = signedIn(request);
    const { body } = request;
    if ("auto_renew_enabled" in body) {
      await service.setAutoRenew(account.id, body.auto_renew_enabled, request.ip);
    } else {
      await service.putReminderAway(account.id);
    }
    return answerOf(await service.plans(account.id));
  });

  rows.row(SUBSCRIPTION_ROWS.startTrial, async (request) => {
    const { account } = signedIn(request);
    const { subscription, at, days } = await service.startTrial(account, request.ip);
    return {
      data: {
        subscription: subscriptionDetails(subscription, at),
        trial_days: days,
        message: `Your free trial of ${days} days has started`,
      },
    };
  });
}
