import { IST_OFFSET_MS } from "#domain/calendar/ist.ts";
import type { Instrument } from "#domain/instruments/types.ts";
import { longDate } from "../../brokers/long-date.ts";
import { text2 } from "../answers.ts";
import type { Book, Order, Position } from "../book.ts";
import type { OrderStatus } from "../book-table.ts";

/** "24NOV2026". */
function angelExpiry(instrument: Instrument): string {
  return longDate(instrument.expiry!).replaceAll("-", "").toUpperCase();
}

/** "NIFTY24NOV2624200CE": the day stands in every symbol, weekly or not. */
function angelSymbol(instrument: Instrument): string {
  const expiry = angelExpiry(instrument);
  const when = `${expiry.slice(0, 5)}${expiry.slice(7)}`;
  const strike = instrument.type === "FUT" ? "" : String(instrument.strike);
  return `${instrument.underlying}${when}${strike}${instrument.type}`;
}

const INDICES = new Set(["NIFTY", "BANKNIFTY", "FINNIFTY", "MIDCPNIFTY", "NIFTYNXT50", "SENSEX", "BANKEX"]);

function terms(instrument: Instrument): Record<string, string> {
  const isFuture = instrument.type === "FUT";
  const family = INDICES.has(instrument.underlying) ? "IDX" : instrument.exchange === "MCX" ? "COM" : "STK";
  return {
    exchange: instrument.exchange,
    symboltoken: String(Math.floor(instrument.token / 256)),
    tradingsymbol: angelSymbol(instrument),
    instrumenttype: `${isFuture ? "FUT" : "OPT"}${family}`,
    strikeprice: isFuture ? "-1" : text2(instrument.strike),
    optiontype: isFuture ? "" : instrument.type,
    expirydate: angelExpiry(instrument),
    lotsize: String(instrument.lotSize),
  };
}

const PRODUCTS = { NRML: "CARRYFORWARD", MIS: "INTRADAY" } as const;

/** A row of getPosition; SmartAPI writes every number as text. */
function angelPosition(position: Position): Record<string, string> {
  const { instrument, quantity, overnightQuantity, averagePrice, lastPrice, closePrice, pnl } = position;
  const isCarried = overnightQuantity !== 0;
  const bought = Math.max(0, quantity);
  const sold = Math.max(0, -quantity);
  const money = (units: number) => text2(units * averagePrice * instrument.multiplier);
  const price = (units: number) => text2(units === 0 ? 0 : averagePrice);
  return {
    ...terms(instrument),
    producttype: PRODUCTS[position.product],
    symbolname: instrument.underlying,
    priceden: "1.00",
    pricenum: "1.00",
    genden: "1.00",
    gennum: "1.00",
    precision: "2",
    multiplier: "-1",
    boardlotsize: "1",
    symbolgroup: "XX",
    buyqty: String(isCarried ? 0 : bought),
    sellqty: String(isCarried ? 0 : sold),
    buyamount: money(isCarried ? 0 : bought),
    sellamount: money(isCarried ? 0 : sold),
    cfbuyqty: String(isCarried ? bought : 0),
    cfsellqty: String(isCarried ? sold : 0),
    cfbuyamount: money(isCarried ? bought : 0),
    cfsellamount: money(isCarried ? sold : 0),
    buyavgprice: price(isCarried ? 0 : bought),
    sellavgprice: price(isCarried ? 0 : sold),
    cfbuyavgprice: price(isCarried ? bought : 0),
    cfsellavgprice: price(isCarried ? sold : 0),
    totalbuyvalue: money(bought),
    totalsellvalue: money(sold),
    totalbuyavgprice: price(bought),
    totalsellavgprice: price(sold),
    avgnetprice: text2(averagePrice),
    netprice: text2(averagePrice),
    netvalue: money(-quantity),
    netqty: String(quantity),
    pnl: text2(pnl),
    realised: "0.00",
    unrealised: text2(pnl),
    ltp: text2(lastPrice),
    close: text2(closePrice),
  };
}

/** null where there is none, as SmartAPI answers. */
export function angelPositions({ positions }: Book): Record<string, string>[] | null {
  return positions.length === 0 ? null : positions.map(angelPosition);
}

/** "21-Nov-2026 09:15:00", India's time. */
function angelTime(at: number): string {
  const local = new Date(at + IST_OFFSET_MS).toISOString();
  return `${longDate(local.slice(0, 10))} ${local.slice(11, 19)}`;
}

const STATUSES: Readonly<Record<OrderStatus, string>> = {
  COMPLETE: "complete",
  OPEN: "open",
  "TRIGGER PENDING": "trigger pending",
  CANCELLED: "cancelled",
  REJECTED: "rejected",
};

function angelOrder(order: Order): Record<string, unknown> {
  const status = STATUSES[order.status];
  const unfilled = ["OPEN", "TRIGGER PENDING"].includes(order.status) ? order.quantity - order.filled : 0;
  const time = angelTime(order.at);
  return {
    ...terms(order.instrument),
    variety: order.type === "SL" ? "STOPLOSS" : "NORMAL",
    ordertype: order.type === "SL" ? "STOPLOSS_LIMIT" : "LIMIT",
    producttype: PRODUCTS[order.product],
    duration: "DAY",
    price: order.price,
    triggerprice: order.triggerPrice,
    quantity: String(order.quantity),
    disclosedquantity: "0",
    squareoff: 0,
    stoploss: 0,
    trailingstoploss: 0,
    transactiontype: order.side,
    cancelsize: String(order.status === "CANCELLED" ? order.quantity - order.filled : 0),
    averageprice: order.averagePrice,
    filledshares: String(order.filled),
    unfilledshares: String(unfilled),
    orderid: order.id,
    text: order.message ?? "",
    status,
    orderstatus: status,
    updatetime: time,
    exchtime: order.exchangeId === null ? "" : time,
    exchorderupdatetime: order.exchangeId === null ? "" : time,
    fillid: "",
    filltime: "",
    parentorderid: "",
    uniqueorderid: `sandbox-${order.id}`,
  };
}

export function angelOrders({ orders }: Book): Record<string, unknown>[] | null {
  return orders.length === 0 ? null : orders.map(angelOrder);
}

/** getRMS. */
export function angelFunds({ funds }: Book): Record<string, string> {
  return {
    net: text2(funds.available),
    availablecash: text2(funds.cash),
    availableintradaypayin: "0.00",
    availablelimitmargin: "0.00",
    collateral: text2(funds.collateral),
    m2munrealized: text2(funds.unrealised),
    m2mrealized: "0.00",
    utiliseddebits: text2(funds.used),
    utilisedspan: text2(funds.used),
    utilisedoptionpremium: "0.00",
    utilisedholdingsales: "0.00",
    utilisedexposure: "0.00",
    utilisedturnover: "0.00",
    utilisedpayout: text2(funds.available),
  };
}
