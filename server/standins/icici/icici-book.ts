import type { Instrument } from "#domain/instruments/types.ts";
import { BREEZE_CODES } from "../../brokers/icici/breeze-codes.ts";
import { longDate } from "../../brokers/long-date.ts";
import { text2, toPaise } from "../answers.ts";
import type { Book, Order, Position } from "../book.ts";
import type { OrderStatus } from "../book-table.ts";

const INDICES = new Set(["NIFTY", "BANKNIFTY", "SENSEX"]);
const RIGHTS = { CE: "Call", PE: "Put" } as const;

function terms({ underlying, exchange, expiry, strike, type }: Instrument): Record<string, string | null> {
  const isOption = type === "CE" || type === "PE";
  return {
    exchange_code: exchange,
    stock_code: BREEZE_CODES[underlying] ?? underlying,
    product_type: isOption ? "Options" : "Futures",
    expiry_date: longDate(expiry!),
    right: isOption ? RIGHTS[type] : "Others",
    strike_price: isOption ? String(strike) : "0",
  };
}

/** What ends with the day is a product of its own name. */
function productType({ instrument, product }: Position): string {
  const kind = instrument.type === "FUT" ? "Future" : "Option";
  return product === "MIS" ? `${kind}Plus` : `${kind}s`;
}

/** A row of portfoliopositions: quantities are unsigned, `action` says which way. */
function iciciPosition(position: Position): Record<string, unknown> {
  const { instrument, quantity, averagePrice, lastPrice, pnl } = position;
  return {
    ...terms(instrument),
    product_type: productType(position),
    segment: "fno",
    action: quantity < 0 ? "Sell" : "Buy",
    quantity: String(Math.abs(quantity)),
    average_price: text2(averagePrice),
    settlement_id: null,
    margin_amount: null,
    ltp: text2(lastPrice),
    price: text2(lastPrice),
    stock_index_indicator: INDICES.has(instrument.underlying) ? "Index" : "Stock",
    cover_quantity: null,
    stoploss_trigger: null,
    stoploss: null,
    take_profit: null,
    available_margin: null,
    squareoff_mode: null,
    mtf_sell_quantity: null,
    mtf_net_amount_payable: null,
    mtf_expiry_date: null,
    order_id: null,
    cover_order_flow: null,
    cover_order_executed_quantity: null,
    pledge_status: null,
    pnl: text2(pnl),
    underlying: instrument.underlying,
    order_segment_code: null,
  };
}

export function iciciPositions({ positions }: Book): Record<string, unknown>[] {
  return positions.map(iciciPosition);
}

const STATUSES: Readonly<Record<OrderStatus, string>> = {
  COMPLETE: "Executed",
  OPEN: "Ordered",
  "TRIGGER PENDING": "Ordered",
  CANCELLED: "Cancelled",
  REJECTED: "Rejected",
};

function iciciOrder(order: Order): Record<string, unknown> {
  const isWaiting = order.status === "OPEN" || order.status === "TRIGGER PENDING";
  return {
    ...terms(order.instrument),
    order_id: order.id,
    exchange_order_id: order.exchangeId,
    action: order.side === "BUY" ? "Buy" : "Sell",
    order_type: order.type === "SL" ? "StopLoss" : "Limit",
    stoploss: text2(order.triggerPrice),
    quantity: String(order.quantity),
    price: text2(order.price),
    validity: "Day",
    disclosed_quantity: "0",
    average_price: text2(order.averagePrice),
    cancelled_quantity: String(order.status === "CANCELLED" ? order.quantity - order.filled : 0),
    pending_quantity: String(isWaiting ? order.quantity - order.filled : 0),
    status: STATUSES[order.status],
    user_remark: order.message ?? "",
    order_datetime: new Date(order.at).toISOString(),
    parent_order_id: "",
    modification_number: null,
    exchange_acknowledgement_date: null,
    SLTP_price: null,
    exchange_acknowledge_number: null,
    initial_limit: null,
    intial_sltp: null,
    LTP: null,
    limit_offset: null,
    mbc_flag: null,
    cutoff_price: null,
  };
}

export function iciciOrders({ orders }: Book): Record<string, unknown>[] {
  return orders.map(iciciOrder);
}

/** funds; what is not allocated to a segment stays in the bank account. */
export function iciciFunds({ funds }: Book): Record<string, unknown> {
  return {
    bank_account: "000000000000",
    total_bank_balance: toPaise(funds.cash * 1.5),
    allocated_equity: 0,
    allocated_fno: toPaise(funds.cash + funds.collateral),
    allocated_commodity: 0,
    allocated_currency: 0,
    block_by_trade_equity: 0,
    block_by_trade_fno: funds.used,
    block_by_trade_commodity: 0,
    block_by_trade_currency: 0,
    block_by_trade_balance: funds.used,
    unallocated_balance: text2(funds.cash * 0.5),
  };
}
