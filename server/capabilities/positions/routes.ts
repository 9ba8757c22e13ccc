import type { FastifyRequest } from "fastify";
import { POSITION_ROWS, type PositionSegment, type PositionsResponse } from "#protocol/http/positions.ts";
import { mustBeOwnBroker } from "../../identity/http/broker-path.ts";
import { signedIn } from "../../identity/http/caller.ts";
import type { RowRegistrar } from "../../identity/http/register-row.ts";
import type { PositionsService } from "./service.ts";

interface PositionsNeeds {
  readonly service: PositionsService;
}

/** What an account holds at its broker, under both addresses (rule POS-1). */
export function addPositionRoutes(rows: RowRegistrar, { service }: PositionsNeeds): void {
  async function answer(
    request: Pick<FastifyRequest, "caller">,
    segments: PositionSegment | readonly PositionSegment[] | undefined,
  ): Promise<PositionsResponse> {
    const { account, identity } = signedIn(request);
    const wanted = segments === undefined ? null : [segments].flat();
    return { data: await service.of({ ...identity, accountId: account.id }, wanted) };
  }
  rows.row(POSITION_ROWS.positions, (request) => answer(request, request.query.segments));
  rows.row(POSITION_ROWS.positionsOfBroker, async (request) => {
    mustBeOwnBroker(request, request.params.brokerId);
    return answer(request, request.query.segments);
  });
}
