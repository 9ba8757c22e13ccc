import { istDate } from "#domain/calendar/ist.ts";
import { STRATEGY_ROWS } from "#protocol/http/strategies.ts";
import { whoAsks } from "../../identity/http/caller.ts";
import { bytesOfBody, keepBytes, type RowRegistrar } from "../../identity/http/register-row.ts";
import { encodeChargesQuestion } from "../../market/bus/compute-questions.ts";
import { knownMarketTime } from "../../market/bus/market-watch.ts";
import type { ComputeDoor } from "../../market/doors/compute-door.ts";
import type { MarketDoor } from "../../market/doors/market-doors.ts";
import { sendOwn } from "../../platform/http/cached-body.ts";

interface ChargesNeeds {
  readonly market: Pick<MarketDoor, "bus" | "watch">;
  readonly compute: ComputeDoor;
}

/** What trades cost. Needs neither prices nor an account: the caller's broker and the market's day are only defaults. */
export function addChargesRoutes(rows: RowRegistrar, { market, compute }: ChargesNeeds): Promise<void> {
  const { bus, watch } = market;
  return rows.scope(keepBytes, (scope) =>
    scope.bytes(
      STRATEGY_ROWS.charges,
      async (request, reply) => {
        const caller = { broker: request.identity.broker, date: istDate(knownMarketTime(watch)) };
        const question = encodeChargesQuestion(caller, bytesOfBody(request));
        return sendOwn(request, reply, await compute.ask(bus, "charges", question, whoAsks(request)));
      },
      { compress: false },
    ),
  );
}
