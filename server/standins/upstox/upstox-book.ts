import type { Instrument } from "#domain/instruments/types.ts";
import { toPaise } from "../answers.ts";
import type { Book, Position } from "../book.ts";
import { kiteTime } from "../kite/kite-book.ts";

const SEGMENTS: Readonly<Record<string, string>> = {
  NFO: "NSE_FO",
  BFO: "BSE_FO",
  MCX: "MCX_FO",
  CDS: "NCD_FO",
};

/** "NSE_FO|35003": segment and exchange token, as Upstox names instruments. */
function instrumentKey({ exchange, token }: Instrument): string {
  return `${SEGMENTS[exchange] ?? `${exchange}_EQ`}|${Math.floor(token / 256)}`;
}

const PRODUCTS = { NRML: "D", MIS: "I" } as const;

/** A row of "Get Positions". */
function upstoxPosition(position: Position): Record<string, unknown> {
  const { instrument, quantity, overnightQuantity, averagePrice, lastPrice, closePrice, pnl } = position;
  const isCarried = overnightQuantity !== 0;
  const bought = Math.max(0, quantity);
  const sold = Math.max(0, -quantity);
  const money = (units: number) => toPaise(units * averagePrice * instrument.multiplier);
  return {
    exchange: instrument.exchange,
    multiplier: instrument.multiplier,
    value: money(quantity),
    pnl,
    product: PRODUCTS[position.product],
    instrument_token: instrumentKey(instrument),
    average_price: averagePrice,
    buy_value: isCarried ? 0 : money(bought),
    overnight_quantity: overnightQuantity,
    day_buy_value: isCarried ? 0 : money(bought),
    day_buy_price: isCarried || bought === 0 ? 0 : averagePrice,
    overnight_buy_amount: isCarried ? money(bought) : 0,
    overnight_buy_quantity: isCarried ? bought : 0,
    day_buy_quantity: isCarried ? 0 : bought,
    day_sell_value: isCarried ? 0 : money(sold),
    day_sell_price: isCarried || sold === 0 ? 0 : averagePrice,
    overnight_sell_amount: isCarried ? money(sold) : 0,
    overnight_sell_quantity: isCarried ? sold : 0,
    day_sell_quantity: isCarried ? 0 : sold,
    quantity,
    last_price: lastPrice,
    unrealised: pnl,
    realised: 0,
    sell_value: isCarried ? 0 : money(sold),
    trading_symbol: instrument.tradingsymbol,
    tradingsymbol: instrument.tradingsymbol,
    close_price: closePrice,
    buy_price: bought === 0 ? 0 : averagePrice,
    sell_price: sold === 0 ? 0 : averagePrice,
  };
}

export function upstoxPositions({ positions }: Book): Record<string, unknown>[] {
  return positions.map(upstoxPosition);
}

/** Rows of "Get Order Book". */
export function upstoxOrders({ orders }: Book, clientId: string): Record<string, unknown>[] {
  return orders.map((order) => ({
    exchange: order.instrument.exchange,
    product: PRODUCTS[order.product],
    price: order.price,
    quantity: order.quantity,
    status: order.status.toLowerCase(),
    guid: null,
    tag: null,
    instrument_token: instrumentKey(order.instrument),
    placed_by: clientId,
    trading_symbol: order.instrument.tradingsymbol,
    tradingsymbol: order.instrument.tradingsymbol,
    order_type: order.type,
    validity: "DAY",
    trigger_price: order.triggerPrice,
    disclosed_quantity: 0,
    transaction_type: order.side,
    average_price: order.averagePrice,
    filled_quantity: order.filled,
    pending_quantity: ["OPEN", "TRIGGER PENDING"].includes(order.status) ? order.quantity - order.filled : 0,
    status_message: order.message,
    status_message_raw: order.message,
    exchange_order_id: order.exchangeId,
    parent_order_id: null,
    order_id: order.id,
    variety: "SIMPLE",
    order_timestamp: kiteTime(order.at),
    exchange_timestamp: order.exchangeId === null ? null : kiteTime(order.at + 1_000),
    is_amo: false,
    order_request_id: "1",
    order_ref_id: `sandbox-${order.id}`,
  }));
}

/** "Get Fund And Margin": equity stands for derivatives too. */
export function upstoxFunds({ funds }: Book): Record<string, unknown> {
  const segment = (isEquity: boolean) => ({
    used_margin: isEquity ? funds.used : 0,
    payin_amount: 0,
    span_margin: isEquity ? funds.used : 0,
    adhoc_margin: 0,
    notional_cash: isEquity ? funds.collateral : 0,
    available_margin: isEquity ? funds.available : 0,
    exposure_margin: 0,
  });
  return { equity: segment(true), commodity: segment(false) };
}
