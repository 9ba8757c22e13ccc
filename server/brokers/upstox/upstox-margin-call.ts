import { Type } from "typebox";
import { exchangeTokenOf } from "#domain/units/segments.ts";
import { nonsense, readAs } from "../broker-http.ts";
import { createMarginHttp } from "../margins/margin-http.ts";
import { type AskMargins, type MarginOrder, netOrders } from "../margins/margin-orders.ts";
import type { AdapterOptions } from "../place.ts";
import { ordersRefused, tokenRefused } from "../refusals.ts";
import { UPSTOX_NAME, upstoxFailure } from "./upstox-calls.ts";

/** "A maximum of 20 instruments is allowed per request", and none twice. */
const MOST_ORDERS = 20;

/** Shares are named by their ISIN, which our lists do not hold. */
const UPSTOX_SEGMENTS: Readonly<Record<string, string>> = {
  NFO: "NSE_FO",
  BFO: "BSE_FO",
  CDS: "NCD_FO",
  BCD: "BCD_FO",
  MCX: "MCX_FO",
};

const Money = Type.Number();
const Margins = Type.Object({
  status: Type.Literal("success"),
  data: Type.Object({
    margins: Type.Array(
      Type.Object({
        span_margin: Money,
        exposure_margin: Money,
        equity_margin: Money,
        net_buy_premium: Money,
        additional_margin: Money,
        tender_margin: Money,
        total_margin: Money,
      }),
    ),
    required_margin: Money,
    final_margin: Money,
  }),
});
const readMargins = readAs(Margins, UPSTOX_NAME, "margins");

/** null for an instrument that Upstox names by something we do not know. */
function orderBody({ instrument, quantity, price, product }: MarginOrder): Record<string, unknown> | null {
  const segment = UPSTOX_SEGMENTS[instrument.exchange];
  if (segment === undefined) return null;
  return {
    instrument_key: `${segment}|${exchangeTokenOf(instrument.instrument_token)}`,
    quantity: Math.abs(quantity),
    transaction_type: quantity > 0 ? "BUY" : "SELL",
    product: product === "MIS" ? "I" : "D",
    ...(price === null ? {} : { price }),
  };
}

/**
 * POST /v2/charges/margin (Upstox API, "Margin Details"). `final_margin` counts the hedges and the premiums paid; its parts are
 * told by instrument only, before the hedges. A single order has no hedge, so there they are the whole.
 */
export function createUpstoxMargins(options: AdapterOptions): AskMargins {
  const { place } = options;
  const http = createMarginHttp(UPSTOX_NAME, options);
  return async ({ access }, orders) => {
    const net = netOrders(orders);
    const instruments = net.map(orderBody);
    if (net.length === 0 || net.length > MOST_ORDERS || instruments.includes(null)) return null;
    return http.guarded(async () => {
      const answer = await http.send({
        method: "POST",
        url: `${place.api()}/v2/charges/margin`,
        headers: { authorization: `Bearer ${access}` },
        json: JSON.stringify({ instruments }),
      });
      if (answer.status >= 400) {
        const said = upstoxFailure(answer.body);
        throw answer.status === 401 ? tokenRefused(UPSTOX_NAME, said) : ordersRefused(UPSTOX_NAME, said);
      }
      const { margins, final_margin: total } = readMargins(answer.body).data;
      // It answers zeros where it has not computed anything; no order of ours costs nothing.
      if (total === 0) throw nonsense(UPSTOX_NAME, "margins of zero");
      const [only] = margins.length === 1 ? margins : [];
      return {
        total,
        premium: margins.reduce((sum, each) => sum + each.net_buy_premium, 0),
        span: only?.span_margin ?? null,
        exposure: only?.exposure_margin ?? null,
        additional: only === undefined ? null : only.additional_margin + only.tender_margin,
      };
    });
  };
}
