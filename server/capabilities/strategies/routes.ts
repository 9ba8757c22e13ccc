import type { FastifyReply, FastifyRequest } from "fastify";
import { type TSchema, Type } from "typebox";
import { type BrokerId, ICICI } from "#domain/access/brokers.ts";
import type { Feature } from "#domain/access/features.ts";
import { AppError } from "#domain/errors.ts";
import { BuilderRequest, BuilderRequestV2, BuilderResponse } from "#protocol/http/builder.ts";
import { ErrorResponse } from "#protocol/http/error-response.ts";
import { MarginRequest, MarginResponse, MarginV3Response } from "#protocol/http/margin.ts";
import { PositionsSummaryRequest, PositionsSummaryResponse } from "#protocol/http/positions-summary.ts";
import { mustBeOwnBroker } from "../../identity/http/broker-path.ts";
import { whoAsks } from "../../identity/http/caller.ts";
import type { Guards } from "../../identity/http/guards.ts";
import type { ComputeCall } from "../../market/bus/compute-questions.ts";
import type { ComputeDoor } from "../../market/doors/compute-door.ts";
import { type MarketDoors, pricesOf } from "../../market/doors/market-doors.ts";
import { sendOwn } from "../../platform/http/cached-body.ts";
import type { App } from "../../platform/http/fastify-app.ts";
import type { FinishAnswer, MarginCalls } from "./margin-calls.ts";

interface StrategyNeeds {
  readonly guards: Pick<Guards, "feature">;
  readonly doors: MarketDoors;
  readonly compute: ComputeDoor;
  readonly margins: MarginCalls;
}

/** A call of the compute role as a route. */
interface ComputeRoute {
  readonly url: string;
  readonly call: ComputeCall;
  readonly feature: Feature;
  /** a call of one broker's accounts alone */
  readonly onlyFor?: BrokerId;
  readonly summary: string;
  readonly body: TSchema;
  readonly response: TSchema;
  /** what is left to do here with what compute answers */
  readonly finish?: FinishAnswer;
}

const routes = (margins: MarginCalls): readonly ComputeRoute[] => [
  {
    url: "/v1/compute/:brokerId/builder_v3",
    call: "builder_v3",
    feature: "builder",
    summary: "Analysis of a strategy: payoff, greeks, breakevens, probability of profit",
    body: BuilderRequest,
    response: BuilderResponse,
  },
  {
    url: "/v1/compute/:brokerId/builder_v2",
    call: "builder_v2",
    feature: "builder",
    summary: "The older form, whose caller brings price, futures and at-the-money IVs",
    body: BuilderRequestV2,
    response: Type.Object({ data: BuilderResponse }),
  },
  {
    url: "/v1/compute/:brokerId/positions/summary_v2",
    call: "positions_summary",
    feature: "positions",
    summary: "What positions amount to, underlying by underlying",
    body: PositionsSummaryRequest,
    response: PositionsSummaryResponse,
  },
  {
    url: "/v1/compute/:brokerId/broker_data/calculate_margin_v5",
    call: "margin",
    feature: "builder",
    summary:
      "Margin of trades: the broker's own figure where it is to be had, else an estimate said to be one",
    body: MarginRequest,
    response: MarginResponse,
    finish: margins.v5,
  },
  {
    url: "/v1/calculate_margin_v3",
    call: "margin",
    feature: "builder",
    onlyFor: ICICI,
    summary: "The same for accounts of ICICI Direct, in the older form",
    body: MarginRequest,
    response: MarginV3Response,
    finish: margins.v3,
  },
];

const ERRORS = Object.fromEntries(
  [400, 401, 403, 404, 413, 415, 429, 503].map((status) => [status, ErrorResponse]),
);
const BrokerParams = Type.Object({ brokerId: Type.String({ description: "the caller's broker id, or 0" }) });
const NO_BODY = Buffer.alloc(0);

/**
 * Calls that the compute role answers. Bodies go there and answers come back as the bytes they are: this thread, which the
 * relay runs on too, knows who asks and which market is theirs, and reads no JSON.
 */
export async function addComputeRoutes(
  app: App,
  { guards, doors, compute, margins }: StrategyNeeds,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeContentTypeParser("application/json");
    scope.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) =>
      done(null, body),
    );
    // The schemas say in the documentation what the role checks.
    scope.setValidatorCompiler(() => () => true);
    scope.setSerializerCompiler(() => JSON.stringify);

    for (const route of routes(margins)) {
      const { url, call, feature, onlyFor, summary, body, response, finish } = route;
      const allowed = guards.feature(feature);
      scope.route({
        method: "POST",
        url,
        schema: {
          tags: ["compute"],
          summary,
          ...(url.includes(":brokerId") ? { params: BrokerParams } : {}),
          body,
          response: { 200: response, ...ERRORS },
        },
        // Done by hand, quicker.
        compress: false,
        // Before the body is read: who may not ask need not have sent it.
        async onRequest(request: FastifyRequest, reply: FastifyReply) {
          const { brokerId } = request.params as { readonly brokerId?: string };
          // The caller comes first: a session that is over is told so, not that the address belongs to
          // another broker.
          await allowed(request, reply);
          if (brokerId !== undefined) mustBeOwnBroker(request, brokerId);
          if (onlyFor !== undefined && request.identity.broker !== onlyFor) {
            throw new AppError("access.denied", "This is not available for accounts of your broker");
          }
        },
        async handler(request, reply) {
          const { bus } = pricesOf(doors, request, reply);
          const { identity } = request;
          const asked = (request.body as Buffer | undefined) ?? NO_BODY;
          const computed = await compute.ask(bus, call, asked, whoAsks(request));
          const answer = finish === undefined ? computed : await finish(computed, asked, identity);
          reply.header("cache-control", "no-store");
          return sendOwn(request, reply, answer);
        },
      });
    }
  });
}
