import { chargesAnswer } from "#analysis/charges-answer.ts";
import { istDate } from "#domain/calendar/ist.ts";
import { STRATEGY_ROWS } from "#protocol/http/strategies.ts";
import type { RowRegistrar } from "../../identity/http/register-row.ts";
import type { MarketWatch } from "../../market/bus/market-watch.ts";

interface ChargesNeeds {
  readonly watch: Pick<MarketWatch, "marketTime">;
}

/** What trades cost. Needs neither prices nor an account: the caller's broker and the market's day are only defaults. */
export function addChargesRoutes(rows: RowRegistrar, { watch }: ChargesNeeds): void {
  rows.row(STRATEGY_ROWS.charges, async ({ body, identity }) =>
    chargesAnswer(body, { broker: identity.broker, date: istDate(watch.marketTime()) }),
  );
}
