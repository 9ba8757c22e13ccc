import { Type } from "typebox";
import { readAs } from "../broker-http.ts";
import { createMarginHttp } from "../margins/margin-http.ts";
import { type AskMargins, type MarginOrder, netOrders } from "../margins/margin-orders.ts";
import type { AdapterOptions } from "../place.ts";
import { ordersRefused, tokenRefused } from "../refusals.ts";
import { KITE_VERSION, kiteFailure, ZERODHA_NAME } from "./kite-calls.ts";

/** The interface names no number; what is larger than any real basket is left to the estimate. */
const MOST_ORDERS = 50;

const Money = Type.Number();
const Basket = Type.Object({
  status: Type.Literal("success"),
  data: Type.Object({
    final: Type.Object({
      span: Money,
      exposure: Money,
      option_premium: Money,
      additional: Money,
      total: Money,
    }),
  }),
});
const readBasket = readAs(Basket, ZERODHA_NAME, "the margins of a basket");

function orderBody({ instrument, quantity, price, product }: MarginOrder): Record<string, unknown> {
  return {
    exchange: instrument.exchange,
    tradingsymbol: instrument.tradingsymbol,
    transaction_type: quantity > 0 ? "BUY" : "SELL",
    variety: "regular",
    product,
    order_type: price === null ? "MARKET" : "LIMIT",
    quantity: Math.abs(quantity),
    price: price ?? 0,
    trigger_price: 0,
  };
}

/**
 * POST /margins/basket (Kite Connect 3, "Margin calculation"). `final` is the basket with its hedges; its total counts premiums
 * received as well as paid.
 */
export function createKiteMargins(options: AdapterOptions): AskMargins {
  const { keys, place } = options;
  const http = createMarginHttp(ZERODHA_NAME, options);
  return async ({ access }, orders, considersPositions) => {
    const net = netOrders(orders);
    if (net.length === 0 || net.length > MOST_ORDERS) return null;
    return http.guarded(async () => {
      const answer = await http.send({
        method: "POST",
        url: `${place.api()}/margins/basket?consider_positions=${considersPositions}`,
        headers: { ...KITE_VERSION, authorization: `token ${keys.key}:${access}` },
        json: JSON.stringify(net.map(orderBody)),
      });
      if (answer.status >= 400) {
        const { type, said } = kiteFailure(answer.body);
        // Other 403s are about what the app may do, and no reason to log an account out.
        throw type === "TokenException"
          ? tokenRefused(ZERODHA_NAME, said)
          : ordersRefused(ZERODHA_NAME, said);
      }
      const { final } = readBasket(answer.body).data;
      return {
        total: final.total,
        premium: final.option_premium,
        span: final.span,
        exposure: final.exposure,
        additional: final.additional,
      };
    });
  };
}
