import { CANDLE_ROWS } from "#protocol/http/candles.ts";
import type { RowRegistrar } from "../../identity/http/register-row.ts";
import { type MarketDoors, pricesOf } from "../../market/doors/market-doors.ts";
import type { CandlesService } from "./service.ts";

interface CandlesNeeds {
  readonly doors: MarketDoors;
  readonly service: Pick<CandlesService, "of">;
}

/** Candlestick patterns of an underlying. */
export function addCandleRoutes(rows: RowRegistrar, { doors, service }: CandlesNeeds): void {
  rows.row(CANDLE_ROWS.candles, async (request, reply) =>
    service.of(pricesOf(doors, request, reply), request.params.symbol),
  );
}
