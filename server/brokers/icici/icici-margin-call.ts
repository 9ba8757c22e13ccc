import { Type } from "typebox";
import { nonsense, readAs } from "../broker-http.ts";
import { longDate } from "../long-date.ts";
import { createMarginHttp } from "../margins/margin-http.ts";
import { type AskMargins, type MarginOrder, netOrders } from "../margins/margin-orders.ts";
import type { AdapterOptions } from "../place.ts";
import { ordersRefused, tokenRefused } from "../refusals.ts";
import { breezeFailure, ICICI_NAME, isAboutSession } from "./breeze-calls.ts";
import { BREEZE_CODES } from "./breeze-codes.ts";
import { breezeHeaders } from "./breeze-signing.ts";

/** The interface names no number; what does not fit its pages is left to the estimate. */
const MOST_ORDERS = 50;
const RIGHTS: Readonly<Record<string, string>> = { CE: "call", PE: "put", FUT: "others" };

/** Numbers are written as texts. */
const Amount = Type.Union([Type.Number(), Type.String({ pattern: "^-?\\d+(\\.\\d+)?$" })]);
const Margins = Type.Object({
  Status: Type.Integer(),
  Success: Type.Object({ span_margin_required: Amount, non_span_margin_required: Amount }),
});
const readMargins = readAs(Margins, ICICI_NAME, "margins");

/** null for what Breeze names by a code that we do not know, and for shares. */
function positionBody({ instrument, quantity, price }: MarginOrder): Record<string, string> | null {
  const code = BREEZE_CODES[instrument.underlying_instrument];
  const right = RIGHTS[instrument.instrument_type];
  if (code === undefined || right === undefined || instrument.expiry === null) return null;
  return {
    strike_price: String(instrument.strike),
    quantity: String(Math.abs(quantity)),
    right,
    product: right === "others" ? "futures" : "options",
    action: quantity > 0 ? "buy" : "sell",
    price: String(price ?? 0),
    expiry_date: longDate(instrument.expiry),
    stock_code: code,
    cover_order_flow: "N",
    fresh_order_type: "N",
    cover_limit_rate: "0",
    cover_sltp_price: "0",
    fresh_limit_rate: "0",
    open_quantity: "0",
  };
}

/** POST margincalculator (Breeze API, "Margin Calculator"), signed like every call of Breeze. One exchange a request. */
export function createIciciMargins(options: AdapterOptions): AskMargins {
  const { keys, place, clock } = options;
  const http = createMarginHttp(ICICI_NAME, options);
  return async ({ access }, orders) => {
    const net = netOrders(orders);
    const positions = net.map(positionBody);
    const exchanges = new Set(net.map(({ instrument }) => instrument.exchange));
    const [exchange] = exchanges;
    if (net.length > MOST_ORDERS || exchanges.size !== 1 || positions.includes(null)) return null;
    const json = JSON.stringify({ list_of_positions: positions, exchange_code: exchange });
    return http.guarded(async () => {
      const answer = await http.send({
        method: "POST",
        url: `${place.api()}/breezeapi/api/v1/margincalculator`,
        headers: breezeHeaders(keys, access, json, clock()),
        json,
      });
      const failure = breezeFailure(answer);
      if (failure !== null) {
        const said = `${failure.status}: ${failure.error}`;
        throw isAboutSession(failure) ? tokenRefused(ICICI_NAME, said) : ordersRefused(ICICI_NAME, said);
      }
      const { Success: margins } = readMargins(answer.body);
      const span = Number(margins.span_margin_required);
      const rest = Number(margins.non_span_margin_required);
      // On days without trading it answers zeros instead of a margin.
      if (span + rest === 0) throw nonsense(ICICI_NAME, "margins of zero");
      return { total: span + rest, premium: null, span, exposure: rest, additional: 0 };
    });
  };
}
