import { chargesAnswer } from "#analysis/charges-answer.ts";
import { istDate } from "#domain/calendar/ist.ts";
import { ChargesRequest, ChargesResponse } from "#protocol/http/charges.ts";
import { ErrorResponse } from "#protocol/http/error-response.ts";
import type { MarketWatch } from "../../market/bus/market-watch.ts";
import type { App } from "../../platform/http/fastify-app.ts";

interface ChargesNeeds {
  readonly watch: Pick<MarketWatch, "marketTime">;
}

/** What trades cost. Needs neither prices nor an account: the caller's broker and the market's day are only defaults. */
export function addChargesRoutes(app: App, { watch }: ChargesNeeds): void {
  app.post(
    "/v1/compute/charges",
    {
      schema: {
        tags: ["compute"],
        summary: "Brokerage, STT or CTT, exchange, SEBI and stamp charges and GST of trades and their exits",
        description:
          "Of every trade and of all, with P&L before and after charges. Rates are those of the day; brokerage follows the " +
          "broker's public price list, so a customer's own agreement may differ.",
        body: ChargesRequest,
        response: { 200: ChargesResponse, 400: ErrorResponse, 413: ErrorResponse, 415: ErrorResponse },
      },
    },
    async (request, reply) => {
      reply.header("cache-control", "no-store");
      const { broker } = request.identity;
      return chargesAnswer(request.body, { broker, date: istDate(watch.marketTime()) });
    },
  );
}
