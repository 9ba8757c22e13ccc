import { type Static, Type } from "typebox";
import { Compile } from "typebox/compile";
import { SEGMENT, tokenOf } from "#domain/units/segments.ts";
import type { BookMarket } from "../book.ts";
import type { Listed } from "../listed.ts";
import { type SandboxOrder, sandboxMargin } from "../margins.ts";

const Request = Type.Object({
  positions: Type.Array(
    Type.Object({
      exchange: Type.String({ maxLength: 8 }),
      qty: Type.Number({ exclusiveMinimum: 0 }),
      price: Type.Number({ minimum: 0 }),
      productType: Type.String({ maxLength: 16 }),
      token: Type.String({ pattern: "^\\d{1,9}$" }),
      tradeType: Type.Union([Type.Literal("BUY"), Type.Literal("SELL")]),
      orderType: Type.Optional(Type.Union([Type.Literal("LIMIT"), Type.Literal("MARKET")])),
    }),
    { minItems: 1, maxItems: 50 },
  ),
});
const isRequest = Compile(Request);

const PRODUCTS: Readonly<Record<string, SandboxOrder["product"]>> = {
  CARRYFORWARD: "NRML",
  INTRADAY: "MIS",
  DELIVERY: "CNC",
};

/** "Margin Calculator": null for what it cannot read or does not list. */
export function angelMargins(body: unknown, listed: Listed, at: BookMarket): Record<string, unknown> | null {
  if (!isRequest.Check(body)) return null;
  const orders: SandboxOrder[] = [];
  for (const { exchange, token, qty, price, tradeType, productType } of (body as Static<typeof Request>)
    .positions) {
    const segment = SEGMENT[exchange as keyof typeof SEGMENT];
    const instrument = segment === undefined ? null : listed.byToken(tokenOf(Number(token), segment));
    if (instrument === null || instrument.instrument_type === "INDEX") return null;
    const product = PRODUCTS[productType];
    if (product === undefined) return null;
    orders.push({
      instrument,
      quantity: tradeType === "BUY" ? qty : -qty,
      price,
      product,
      isPosition: false,
    });
  }
  const whole = sandboxMargin(orders, at);
  const singles = orders.map((order) => sandboxMargin([order], at));
  if (whole === null) return null;
  const apart = singles.reduce((sum, single) => sum + (single === null ? 0 : single.total), 0);
  const bought = singles.reduce((sum, single) => sum + Math.max(0, single?.premium ?? 0), 0);
  return {
    totalMarginRequired: Math.max(0, whole.total),
    marginComponents: {
      netPremium: whole.premium,
      spanMargin: whole.span,
      marginBenefit: Math.max(0, apart - whole.total),
      deliveryMargin: whole.cash,
      nonNFOMargin: 0,
      totOptionsPremium: bought,
    },
    marginBreakup: [],
    optionsBuy: { totOptionsPremium: bought, optionDetails: [] },
  };
}
