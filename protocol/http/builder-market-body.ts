/** The market of a strategy as builder_v3 sends it to a page that asks for it: rupees, epoch ms, volatilities as fractions. */

import { type Static, Type } from "typebox";
import type { LiquidityWarning } from "#domain/chain/flags.ts";
import { SETTLEMENT_ORIGINS } from "#domain/settlement/settlement.ts";

const Figure = Type.Union([Type.Number(), Type.Null()]);

/** An expiry at its place in its stream: the same figures wherever the three are the same. */
export const MarketVersion = Type.Object({
  expiry: Type.String(),
  epoch: Type.Integer(),
  sequence: Type.Integer(),
});
export type MarketVersion = Static<typeof MarketVersion>;

const LIQUIDITY_WARNINGS = [
  "WIDE_SPREAD",
  "NO_ASK",
  "NO_BID",
  "NO_QUOTES",
  "CROSSED",
  "STALE_LTP",
  "NO_VOLUME",
  "NO_OI",
  "ODD_STRIKE",
] as const satisfies readonly LiquidityWarning[];

export const BuilderMarketBody = Type.Object({
  symbol: Type.String(),
  token: Type.Integer(),
  kind: Type.Union([
    Type.Literal("index"),
    Type.Literal("stock"),
    Type.Literal("currency"),
    Type.Literal("commodity"),
  ]),
  now: Type.Number(),
  spot: Figure,
  is_spot_implied: Type.Boolean(),
  strike_step: Type.Number(),
  spot_tick_size: Type.Number(),
  tick_size: Type.Number(),
  derivative_exchange: Type.Union([
    Type.Literal("NFO"),
    Type.Literal("BFO"),
    Type.Literal("CDS"),
    Type.Literal("BCD"),
    Type.Literal("MCX"),
  ]),
  closest_future_expiry: Type.Union([Type.String(), Type.Null()]),
  expiries: Type.Array(
    Type.Object({
      expiry: Type.String(),
      expiry_instant: Type.Number(),
      forward: Figure,
      forward_source: Type.Union([
        Type.Literal(0),
        Type.Literal(1),
        Type.Literal(2),
        Type.Literal(3),
        Type.Literal(4),
      ]),
      synthetic: Figure,
      discount: Type.Number({
        description: "of a rupee on the expiry; 1 up to 45 days and where it cannot be told",
      }),
      discount_error: Figure,
      discount_source: Type.Union([Type.Literal(0), Type.Literal(1), Type.Literal(2), Type.Literal(3)], {
        description: "as in packet 3",
      }),
      discount_lender: Type.Integer({ description: "as in packet 3" }),
      atm_iv: Figure,
      strikes: Type.Array(Type.Number()),
      iv: Type.Array(Figure),
      solved: Type.Array(
        Type.Integer({ description: "by strike: 1 where the IV is from a price of its own, else 0" }),
      ),
    }),
  ),
  /** Of the expiries that it was made of; spot and time are those of the newest. */
  versions: Type.Array(MarketVersion),
  /** Those of the request's legs. */
  contracts: Type.Array(
    Type.Object({
      instrument_token: Type.Integer(),
      tradingsymbol: Type.String(),
      instrument_type: Type.Union([
        Type.Literal("CE"),
        Type.Literal("PE"),
        Type.Literal("FUT"),
        Type.Literal("EQ"),
      ]),
      strike: Type.Number(),
      expiry: Type.Union([Type.String(), Type.Null()]),
      expiry_instant: Figure,
      lot_size: Type.Number(),
      multiplier: Type.Number(),
      tick_size: Figure,
      last_price: Figure,
      usable_price: Figure,
      bid: Figure,
      ask: Figure,
      is_liquid: Type.Boolean(),
      liquidity_warnings: Type.Array(Type.Enum(LIQUIDITY_WARNINGS)),
      settlement: Type.Union([
        Type.Object({
          price: Figure,
          underlying_close: Figure,
          market: Type.Union([
            Type.Object({ price: Type.Number(), origin: Type.Enum(SETTLEMENT_ORIGINS) }),
            Type.Null(),
          ]),
        }),
        Type.Null(),
      ]),
    }),
  ),
});
export type BuilderMarketBody = Static<typeof BuilderMarketBody>;
