import { Type } from "typebox";
import { ErrorResponse } from "#protocol/http/error-response.ts";
import {
  SubscriptionAddBody,
  SubscriptionAddResponse,
  SubscriptionsResponse,
  SubscriptionUpdateBody,
  TrialResponse,
} from "#protocol/http/subscriptions.ts";
import type { Guards } from "../../identity/http/guards.ts";
import type { App } from "../../platform/http/fastify-app.ts";
import { subscriptionDetails } from "./details.ts";
import type { Plans, SubscriptionService } from "./service.ts";

const tags = ["subscriptions"];
const failures = { 400: ErrorResponse, 401: ErrorResponse, 409: ErrorResponse, 503: ErrorResponse };

/** These paths are served with and without `/v1` (rule PLAN-14). */
const both = (path: string): readonly string[] => [path, `/v1${path}`];

interface SubscriptionNeeds {
  readonly guards: Pick<Guards, "account">;
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

function addPlanRoutes(app: App, path: string, { guards, service }: SubscriptionNeeds): void {
  app.get(
    path,
    {
      schema: {
        tags,
        summary: "Plans that this account holds, will hold and held",
        response: { 200: SubscriptionsResponse, ...failures },
      },
    },
    async (request, reply) => {
      const { account } = await guards.account(request, reply);
      return answerOf(await service.plans(account.id));
    },
  );

  app.post(
    path,
    {
      schema: {
        tags,
        summary: "Chooses a plan; FREE is the only one that needs no payment",
        body: SubscriptionAddBody,
        response: { 200: SubscriptionAddResponse, ...failures },
      },
    },
    async (request, reply) => {
      const { account } = await guards.account(request, reply);
      const { subscription, at } = await service.choose(account, request.body.selected_plan, request.ip);
      return {
        data: {
          subscription: subscriptionDetails(subscription, at),
          message: "You are on the Free plan",
          redirect_path: "/home",
        },
      };
    },
  );
}

function addUpdateRoute(app: App, path: string, { guards, service }: SubscriptionNeeds): void {
  app.post(
    path,
    {
      schema: {
        tags,
        summary: "Turns auto-renew on or off, or puts the renewal reminder away",
        body: SubscriptionUpdateBody,
        response: { 200: SubscriptionsResponse, ...failures, 404: ErrorResponse },
      },
    },
    async (request, reply) => {
      const { account } = await guards.account(request, reply);
      const { body } = request;
      if ("auto_renew_enabled" in body) {
        await service.setAutoRenew(account.id, body.auto_renew_enabled, request.ip);
      } else {
        await service.putReminderAway(account.id);
      }
      return answerOf(await service.plans(account.id));
    },
  );
}

function addTrialRoute(app: App, path: string, { guards, service }: SubscriptionNeeds): void {
  app.post(
    path,
    {
      schema: {
        tags,
        summary: "Starts the one free trial of this account",
        // Nothing is read of it; both an empty object and no body at all are sent by pages.
        body: Type.Optional(Type.Union([Type.Object({}, { additionalProperties: false }), Type.Null()])),
        response: { 200: TrialResponse, ...failures },
      },
    },
    async (request, reply) => {
      const { account } = await guards.account(request, reply);
      const { subscription, at, days } = await service.startTrial(account, request.ip);
      return {
        data: {
          subscription: subscriptionDetails(subscription, at),
          trial_days: days,
          message: `Your free trial of ${days} days has started`,
        },
      };
    },
  );
}

/** Plans of an account: what it holds, the free one, the trial, auto-renew (rules PLAN-5 to PLAN-14). Paid ones come with payments. */
export function addSubscriptionRoutes(app: App, needs: SubscriptionNeeds): void {
  for (const path of both("/user_subscriptions")) addPlanRoutes(app, path, needs);
  for (const path of both("/user_subscriptions/update")) addUpdateRoute(app, path, needs);
  for (const path of both("/payment/register_for_trial")) addTrialRoute(app, path, needs);
}
