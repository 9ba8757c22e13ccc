/** A chain of 120 strikes as the feed answers it. */
import * as layout from "#protocol/generated/layout.ts";
import { type ChainSide, writeChainRow } from "#protocol/generated/records.ts";
import { encodeChain } from "#protocol/wire/codec.ts";
import { EPOCH } from "./load.ts";

export const UNDERLYING = 256265;
export const EXPIRY = "2026-11-24";
export const CHAIN_PACKET_ID = layout.ID_OPTION_CHAIN;
const STRIKES = 120;

function side(token: number, price: number): ChainSide {
  return {
    token,
    lastPrice: price,
    close: price - 50,
    bid: price - 5,
    ask: price + 5,
    oi: 65_000,
    previousOi: 50_000,
    volume: 1_000,
    lastTradeTime: 1_795_000_000,
    iv: 0.135,
    flags: 1 << 9,
  };
}

export function chainSnapshot(): Uint8Array {
  const rows = new Uint8Array(STRIKES * layout.CHAIN_ROW_SIZE);
  const view = new DataView(rows.buffer);
  for (let i = 0; i < STRIKES; i++) {
    writeChainRow(view, i * layout.CHAIN_ROW_SIZE, {
      strike: (21_500 + 50 * i) * 100,
      index: i,
      previousIv: 1_400,
      call: side(((60_000 + 2 * i) << 8) | 2, 10_000 + i),
      put: side(((60_001 + 2 * i) << 8) | 2, 10_100 + i),
    });
  }
  const root = {
    underlying: UNDERLYING,
    expiry: Number(EXPIRY.replaceAll("-", "")),
    priceDivisor: 100,
    flags: layout.CHAIN_FLAG_SNAPSHOT,
    state: 0,
    forwardSource: 1,
    rowCount: 0,
    totalRows: STRIKES,
    rowLength: 0,
    discountSource: 0,
    discountLender: 0,
    lotSize: 65,
    futureToken: 0,
    marketTime: Date.UTC(2026, 10, 23, 5),
    expiryInstant: Date.UTC(2026, 10, 24, 10),
    spot: 24_500,
    spotPreviousClose: 24_490,
    spotHigh: 24_505,
    spotLow: 24_495,
    future: 24_560,
    forward: 24_510,
    synthetic: 24_511,
    atmStrike: 24_500,
    atmIv: 0.135,
    atmIvPrevious: 0.13,
    atmIvPercentile: Number.NaN,
    pcr: 1,
    pcrChange: Number.NaN,
    maxPain: 24_500,
    vix: 12.5,
    tickSize: 0.05,
    strikeStep: 50,
    discount: 1,
    discountError: Number.NaN,
    ivCloses: 0,
    ivCloseOrigins: 0,
    lastSpot: Number.NaN,
    iv30: Math.fround(0.131),
    ivRank: Number.NaN,
  };
  return encodeChain(root, rows, { epoch: EPOCH, sequence: 1, serverTime: Date.now() });
}
