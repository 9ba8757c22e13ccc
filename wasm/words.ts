/** Word numbers inside decoded rows, for readers of `Decoder.words`, `.chain` and `.bars`. */
import * as layout from "#protocol/generated/layout.ts";

export const ROW_WORDS = layout.ROW_BYTES / 4;

/** A quote row: `words[row * ROW_WORDS + QUOTE_WORD.lastPrice]`. Prices are integers in the token's divisor. */
export const QUOTE_WORD = {
  token: layout.QUOTE_FULL_TOKEN >> 2,
  lastPrice: layout.QUOTE_FULL_LAST_PRICE >> 2,
  lastQuantity: layout.QUOTE_FULL_LAST_QUANTITY >> 2,
  averagePrice: layout.QUOTE_FULL_AVERAGE_PRICE >> 2,
  volume: layout.QUOTE_FULL_VOLUME >> 2,
  buyQuantity: layout.QUOTE_FULL_BUY_QUANTITY >> 2,
  sellQuantity: layout.QUOTE_FULL_SELL_QUANTITY >> 2,
  open: layout.QUOTE_FULL_OPEN >> 2,
  high: layout.QUOTE_FULL_HIGH >> 2,
  low: layout.QUOTE_FULL_LOW >> 2,
  close: layout.QUOTE_FULL_CLOSE >> 2,
  lastTradeTime: layout.QUOTE_FULL_LAST_TRADE_TIME >> 2,
  oi: layout.QUOTE_FULL_OI >> 2,
  oiDayHigh: layout.QUOTE_FULL_OI_DAY_HIGH >> 2,
  oiDayLow: layout.QUOTE_FULL_OI_DAY_LOW >> 2,
  exchangeTime: layout.QUOTE_FULL_EXCHANGE_TIME >> 2,
  /** Level n of the bids is at `buy + n * DEPTH_WORDS`: quantity, price, orders. */
  buy: layout.QUOTE_FULL_BUY >> 2,
  sell: layout.QUOTE_FULL_SELL >> 2,
  /** Size of the last packet in bytes, 0 when none has come: 184 is the only one that refreshed the depth. */
  lastSize: layout.ROW_LAST_SIZE,
  sequence: layout.ROW_SEQUENCE,
} as const;

export const DEPTH_WORDS = layout.DEPTH_ENTRY_SIZE / 4;

export const CHAIN_ROW_WORDS = layout.CHAIN_ROW_SIZE / 4;

/** A chain row; add CHAIN_SIDE_WORD to `call` or `put`. */
export const CHAIN_WORD = {
  strike: layout.CHAIN_ROW_STRIKE >> 2,
  /** Row number in the low half; previous IV × 10,000 in the high half, UNKNOWN_IV none. */
  indexAndPreviousIv: layout.CHAIN_ROW_INDEX >> 2,
  call: layout.CHAIN_ROW_CALL >> 2,
  put: layout.CHAIN_ROW_PUT >> 2,
} as const;

export const CHAIN_SIDE_WORD = {
  token: layout.CHAIN_SIDE_TOKEN >> 2,
  lastPrice: layout.CHAIN_SIDE_LAST_PRICE >> 2,
  close: layout.CHAIN_SIDE_CLOSE >> 2,
  bid: layout.CHAIN_SIDE_BID >> 2,
  ask: layout.CHAIN_SIDE_ASK >> 2,
  oi: layout.CHAIN_SIDE_OI >> 2,
  previousOi: layout.CHAIN_SIDE_PREVIOUS_OI >> 2,
  volume: layout.CHAIN_SIDE_VOLUME >> 2,
  lastTradeTime: layout.CHAIN_SIDE_LAST_TRADE_TIME >> 2,
  /** A float: read it from `floats`. */
  iv: layout.CHAIN_SIDE_IV >> 2,
  flags: layout.CHAIN_SIDE_FLAGS >> 2,
} as const;

export const BAR_ROW_WORDS = layout.CHART_ROW_SIZE / 4;
/** Start of the bar: `doubles[row * BAR_ROW_WORDS / 2 + BAR_TIME_DOUBLE]`. */
export const BAR_TIME_DOUBLE = layout.CHART_ROW_BAR_TIME >> 3;

export const BAR_WORD = {
  token: layout.CHART_ROW_TOKEN >> 2,
  intervalSeconds: layout.CHART_ROW_INTERVAL_SECONDS >> 2,
  open: layout.CHART_ROW_OPEN >> 2,
  high: layout.CHART_ROW_HIGH >> 2,
  low: layout.CHART_ROW_LOW >> 2,
  close: layout.CHART_ROW_CLOSE >> 2,
  volume: layout.CHART_ROW_VOLUME >> 2,
  oi: layout.CHART_ROW_OI >> 2,
} as const;
