import { IST_OFFSET_MS } from "#domain/calendar/ist.ts";
import { toPaise } from "../answers.ts";
import type { Book, Position } from "../book.ts";

/** "2026-11-21 09:15:00", India's time, as Kite writes instants. */
export function kiteTime(at: number): string {
  return new Date(at + IST_OFFSET_MS).toISOString().slice(0, 19).replace("T", " ");
}

/** A row of /portfolio/positions (Kite Connect 3, "Portfolio"). */
function kitePosition(position: Position): Record<string, unknown> {
  const { instrument, quantity, averagePrice, lastPrice, closePrice, pnl, overnightQuantity } = position;
  const bought = Math.max(0, quantity);
  const sold = Math.max(0, -quantity);
  const dayBought = overnightQuantity === 0 ? bought : 0;
  const daySold = overnightQuantity === 0 ? sold : 0;
  const value = toPaise(-quantity * averagePrice * instrument.multiplier);
  const m2m = toPaise((lastPrice - (overnightQuantity === 0 ? averagePrice : closePrice)) * quantity);
  return {
    tradingsymbol: instrument.tradingsymbol,
    exchange: instrument.exchange,
    instrument_token: instrument.token,
    product: position.product,
    quantity,
    overnight_quantity: overnightQuantity,
    multiplier: instrument.multiplier,
    average_price: averagePrice,
    close_price: closePrice,
    last_price: lastPrice,
    value,
    pnl,
    m2m: toPaise(m2m * instrument.multiplier),
    unrealised: pnl,
    realised: 0,
    buy_quantity: bought,
    buy_price: bought === 0 ? 0 : averagePrice,
    buy_value: toPaise(bought * averagePrice * instrument.multiplier),
    buy_m2m: toPaise(bought * averagePrice * instrument.multiplier),
    sell_quantity: sold,
    sell_price: sold === 0 ? 0 : averagePrice,
    sell_value: toPaise(sold * averagePrice * instrument.multiplier),
    sell_m2m: toPaise(sold * averagePrice * instrument.multiplier),
    day_buy_quantity: dayBought,
    day_buy_price: dayBought === 0 ? 0 : averagePrice,
    day_buy_value: toPaise(dayBought * averagePrice * instrument.multiplier),
    day_sell_quantity: daySold,
    day_sell_price: daySold === 0 ? 0 : averagePrice,
    day_sell_value: toPaise(daySold * averagePrice * instrument.multiplier),
  };
}

export function kitePositions({ positions }: Book): Record<string, unknown> {
  const rows = positions.map(kitePosition);
  return { net: rows, day: rows.filter((row) => row.overnight_quantity === 0) };
}

/** /orders (Kite Connect 3, "Orders"). */
export function kiteOrders({ orders }: Book, clientId: string): Record<string, unknown>[] {
  return orders.map((order) => ({
    placed_by: clientId,
    order_id: order.id,
    exchange_order_id: order.exchangeId,
    parent_order_id: null,
    status: order.status,
    status_message: order.message,
    status_message_raw: order.message === null ? null : `RMS:${order.message}`,
    order_timestamp: kiteTime(order.at),
    exchange_update_timestamp: order.exchangeId === null ? null : kiteTime(order.at + 1_000),
    exchange_timestamp: order.exchangeId === null ? null : kiteTime(order.at + 1_000),
    variety: "regular",
    modified: false,
    exchange: order.instrument.exchange,
    tradingsymbol: order.instrument.tradingsymbol,
    instrument_token: order.instrument.token,
    order_type: order.type,
    transaction_type: order.side,
    validity: "DAY",
    product: order.product,
    quantity: order.quantity,
    disclosed_quantity: 0,
    price: order.price,
    trigger_price: order.triggerPrice,
    average_price: order.averagePrice,
    filled_quantity: order.filled,
    pending_quantity: ["OPEN", "TRIGGER PENDING"].includes(order.status) ? order.quantity - order.filled : 0,
    cancelled_quantity: order.status === "CANCELLED" ? order.quantity - order.filled : 0,
    market_protection: 0,
    meta: {},
    tag: null,
    guid: `sandbox-${order.id}`,
  }));
}

/** /user/margins (Kite Connect 3, "Funds and margins"). */
export function kiteMargins({ funds }: Book): Record<string, unknown> {
  const segment = (isEquity: boolean) => ({
    enabled: true,
    net: isEquity ? funds.available : 0,
    available: {
      adhoc_margin: 0,
      cash: isEquity ? funds.cash : 0,
      opening_balance: isEquity ? funds.opening : 0,
      live_balance: isEquity ? funds.available : 0,
      collateral: isEquity ? funds.collateral : 0,
      intraday_payin: 0,
    },
    utilised: {
      debits: isEquity ? funds.used : 0,
      exposure: 0,
      m2m_realised: 0,
      m2m_unrealised: isEquity ? funds.unrealised : 0,
      option_premium: 0,
      payout: 0,
      span: isEquity ? funds.used : 0,
      holding_sales: 0,
      turnover: 0,
      liquid_collateral: 0,
      stock_collateral: isEquity ? funds.collateral : 0,
      delivery: 0,
    },
  });
  return { equity: segment(true), commodity: segment(false) };
}
