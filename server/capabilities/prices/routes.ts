import type { FastifyReply, FastifyRequest } from "fastify";
import { PRICE_ROWS } from "#protocol/http/prices.ts";
import { whoAsks } from "../../identity/http/caller.ts";
import { bytesOfBody, keepBytes, type RowRegistrar } from "../../identity/http/register-row.ts";
import { encodeQuotesQuestion } from "../../market/bus/compute-questions.ts";
import type { ComputeDoor } from "../../market/doors/compute-door.ts";
import { type MarketDoors, marketOf, pricesOf } from "../../market/doors/market-doors.ts";
import { sendCached, sendOwn } from "../../platform/http/cached-body.ts";
import { chainPrices, quotesFailed } from "./service.ts";

interface PriceNeeds {
  readonly doors: MarketDoors;
  readonly compute: ComputeDoor;
}

/**
 * Quotes and option chains over HTTP: the safety net under the relay. What is long is read and written by the compute role, and
 * passes here as bytes.
 */
export function addPriceRoutes(rows: RowRegistrar, { doors, compute }: PriceNeeds): Promise<void> {
  rows.row(PRICE_ROWS.livePrices, async (request, reply) => {
    const { underlyingToken: text } = request.params;
    const body = await chainPrices(pricesOf(doors, request, reply), text);
    return sendCached(request, reply, body);
  });

  rows.row(
    PRICE_ROWS.quotes,
    async (request, reply) => {
      const { bus } = pricesOf(doors, request, reply);
      const question = encodeQuotesQuestion({ symbols: [request.query.i].flat() });
      const answer = await compute.ask(bus, "quotes", question, whoAsks(request)).catch(quotesFailed);
      return sendOwn(request, reply, answer);
    },
    { compress: false },
  );

  async function instruments(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { bus } = marketOf(doors, request, reply);
    const answer = await compute.ask(bus, "instruments", bytesOfBody(request), whoAsks(request));
    return sendOwn(request, reply, answer);
  }
  return rows.scope(keepBytes, (scope) =>
    scope.bytes(PRICE_ROWS.instruments, instruments, { compress: false }),
  );
}
