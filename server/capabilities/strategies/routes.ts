import type { FastifyReply, FastifyRequest } from "fastify";
import { type BrokerId, ICICI } from "#domain/access/brokers.ts";
import { AppError } from "#domain/errors.ts";
import type { Endpoint } from "#protocol/http/contract.ts";
import { STRATEGY_ROWS } from "#protocol/http/strategies.ts";
import { mustBeOwnBroker } from "../../identity/http/broker-path.ts";
import { whoAsks } from "../../identity/http/caller.ts";
import { bytesOfBody, keepBytes, type RowRegistrar } from "../../identity/http/register-row.ts";
import type { ComputeCall } from "../../market/bus/compute-questions.ts";
import type { ComputeDoor } from "../../market/doors/compute-door.ts";
import { type MarketDoors, pricesOf } from "../../market/doors/market-doors.ts";
import { sendOwn } from "../../platform/http/cached-body.ts";
import type { FinishAnswer, MarginCalls } from "./margin-calls.ts";

interface StrategyNeeds {
  readonly doors: MarketDoors;
  readonly compute: ComputeDoor;
  readonly margins: MarginCalls;
}

/** A row that the compute role answers. */
interface ComputeRow {
  readonly row: Endpoint;
  readonly call: ComputeCall;
  /** a call of one broker's accounts alone */
  readonly onlyFor?: BrokerId;
  /** what is left to do here with what compute answers */
  readonly finish?: FinishAnswer;
}

const computed = (margins: MarginCalls): readonly ComputeRow[] => [
  { row: STRATEGY_ROWS.builder, call: "builder_v3" },
  { row: STRATEGY_ROWS.builderV2, call: "builder_v2" },
  { row: STRATEGY_ROWS.positionsSummary, call: "positions_summary" },
  { row: STRATEGY_ROWS.margin, call: "margin", finish: margins.v5 },
  { row: STRATEGY_ROWS.marginV3, call: "margin", onlyFor: ICICI, finish: margins.v3 },
];

/** The row's guard comes first: a session that is over is told so, not that the address belongs to another broker. */
const checkBroker =
  (onlyFor: BrokerId | undefined) =>
  async (request: FastifyRequest): Promise<void> => {
    const { brokerId } = request.params as { readonly brokerId?: string };
    if (brokerId !== undefined) mustBeOwnBroker(request, brokerId);
    if (onlyFor !== undefined && request.identity.broker !== onlyFor) {
      throw new AppError("access.denied", "This is not available for accounts of your broker");
    }
  };

/**
 * Calls that the compute role answers. Bodies go there and answers come back as the bytes they are: this thread, which the
 * relay runs on too, knows who asks and which market is theirs, and reads no JSON.
 */
export function addComputeRoutes(
  rows: RowRegistrar,
  { doors, compute, margins }: StrategyNeeds,
): Promise<void> {
  const answerBy =
    ({ call, finish }: ComputeRow) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const { bus } = pricesOf(doors, request, reply);
      const asked = bytesOfBody(request);
      const computed = await compute.ask(bus, call, asked, whoAsks(request));
      const answer = finish === undefined ? computed : await finish(computed, asked, request.identity);
      reply.header("cache-control", "no-store");
      return sendOwn(request, reply, answer);
    };

  return rows.scope(keepBytes, (scope) => {
    for (const each of computed(margins)) {
      // Compressed by hand, quicker.
      scope.bytes(each.row, answerBy(each), { compress: false, onRequest: checkBroker(each.onlyFor) });
    }
  });
}
