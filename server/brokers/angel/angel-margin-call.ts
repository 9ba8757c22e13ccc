import { Type } from "typebox";
import { exchangeTokenOf } from "#domain/units/segments.ts";
import { readAs } from "../broker-http.ts";
import { createMarginHttp } from "../margins/margin-http.ts";
import { type AskMargins, type MarginOrder, netOrders } from "../margins/margin-orders.ts";
import type { AdapterOptions } from "../place.ts";
import { ordersRefused, tokenRefused } from "../refusals.ts";
import { ANGEL_NAME, angelFailure, angelHeaders, isTokenCode } from "./angel-calls.ts";

/** Positions a request may have (SmartAPI, "Margin Calculator"). */
const MOST_ORDERS = 50;
const PRODUCTS = { NRML: "CARRYFORWARD", MIS: "INTRADAY", CNC: "DELIVERY" } as const;

const Margins = Type.Object({
  status: Type.Literal(true),
  data: Type.Object({ totalMarginRequired: Type.Number() }),
});
const readMargins = readAs(Margins, ANGEL_NAME, "margins");

function positionBody({ instrument, quantity, price, product }: MarginOrder): Record<string, unknown> {
  return {
    exchange: instrument.exchange,
    qty: Math.abs(quantity),
    price: price ?? 0,
    productType: PRODUCTS[product],
    token: String(exchangeTokenOf(instrument.instrument_token)),
    tradeType: quantity > 0 ? "BUY" : "SELL",
    orderType: price === null ? "MARKET" : "LIMIT",
  };
}

/**
 * POST margin/v1/batch (SmartAPI, "Margin Calculator"). One total is documented to be the margin; of its components the page
 * does not say how they make it up, so none is read.
 */
export function createAngelMargins(options: AdapterOptions): AskMargins {
  const { keys, place } = options;
  const http = createMarginHttp(ANGEL_NAME, options);
  return async ({ access }, orders) => {
    const net = netOrders(orders);
    if (net.length === 0 || net.length > MOST_ORDERS) return null;
    return http.guarded(async () => {
      const answer = await http.send({
        method: "POST",
        url: `${place.api()}/rest/secure/angelbroking/margin/v1/batch`,
        headers: angelHeaders(keys.key, access),
        json: JSON.stringify({ positions: net.map(positionBody) }),
      });
      const failure = angelFailure(answer);
      if (failure !== null) {
        const { code, said } = failure;
        throw isTokenCode(code) ? tokenRefused(ANGEL_NAME, said) : ordersRefused(ANGEL_NAME, said);
      }
      const { totalMarginRequired: total } = readMargins(answer.body).data;
      return { total, premium: null, span: null, exposure: null, additional: null };
    });
  };
}
