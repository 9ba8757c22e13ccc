import { Type } from "typebox";
import { createBrokerHttp, readAs } from "../broker-http.ts";
import {
  type AskMargins,
  MARGIN_DEADLINE_MS,
  type MarginOrder,
  netOrders,
} from "../margins/margin-orders.ts";
import { ordersRefused, tokenRefused } from "../margins/margin-refusals.ts";
import type { AdapterOptions } from "../place.ts";

const NAME = "Zerodha";
/** The interface names no number; what is larger than anybody's basket is left to the estimate. */
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
const Failure = Type.Object({
  status: Type.Literal("error"),
  error_type: Type.String(),
  message: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});
const readBasket = readAs(Basket, NAME, "the margins of a basket");
const readFailure = readAs(Failure, NAME, "an error");

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
export function createKiteMargins({ keys, place, fetch, clock, deadlineMs }: AdapterOptions): AskMargins {
  const http = createBrokerHttp({
    name: NAME,
    fetch,
    clock,
    deadlineMs: deadlineMs ?? MARGIN_DEADLINE_MS,
  });
  return async ({ access }, orders, considersPositions) => {
    const net = netOrders(orders);
    if (net.length === 0 || net.length > MOST_ORDERS) return null;
    return http.guarded(async () => {
      const answer = await http.send({
        method: "POST",
        url: `${place.api()}/margins/basket?consider_positions=${considersPositions}`,
        headers: { "x-kite-version": "3", authorization: `token ${keys.key}:${access}` },
        json: JSON.stringify(net.map(orderBody)),
      });
      if (answer.status >= 400) {
        const { error_type: type, message } = readFailure(answer.body);
        const said = `${type}: ${message ?? ""}`;
        // Other 403s are about what the app may do, and no reason to log anybody out.
        throw type === "TokenException" ? tokenRefused(NAME, said) : ordersRefused(NAME, said);
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
