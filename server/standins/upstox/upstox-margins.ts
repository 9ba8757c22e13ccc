import { type Static, Type } from "typebox";
import { Compile } from "typebox/compile";
import { SEGMENT, tokenOf } from "#domain/units/segments.ts";
import type { BookMarket } from "../book.ts";
import type { Listed } from "../listed.ts";
import { type SandboxMargin, type SandboxOrder, sandboxMargin } from "../margins.ts";

const Request = Type.Object({
  instruments: Type.Array(
    Type.Object({
      instrument_key: Type.String({ pattern: "^[A-Z]{3}_[A-Z]{2,5}\\|\\w{1,12}$" }),
      quantity: Type.Integer({ minimum: 1 }),
      transaction_type: Type.Union([Type.Literal("BUY"), Type.Literal("SELL")]),
      product: Type.Union([Type.Literal("I"), Type.Literal("D"), Type.Literal("CO"), Type.Literal("MTF")]),
      price: Type.Optional(Type.Number({ minimum: 0 })),
    }),
    { minItems: 1 },
  ),
});
const isRequest = Compile(Request);

/** "A maximum of 20 instruments is allowed per request." */
const MOST = 20;
const SEGMENTS: Readonly<Record<string, number>> = {
  NSE_FO: SEGMENT.NFO,
  BSE_FO: SEGMENT.BFO,
  NCD_FO: SEGMENT.CDS,
  BCD_FO: SEGMENT.BCD,
  MCX_FO: SEGMENT.MCX,
};

interface UpstoxRefusal {
  readonly code: string;
  readonly message: string;
}

function marginBody({
  span,
  exposure,
  additional,
  premium,
  cash,
  total,
}: SandboxMargin): Record<string, number> {
  return {
    span_margin: span,
    exposure_margin: exposure,
    equity_margin: cash,
    net_buy_premium: premium,
    additional_margin: additional,
    total_margin: total,
    tender_margin: 0,
  };
}

/** Only premiums paid count: those received are no margin here. */
function paidOnly(margin: SandboxMargin): SandboxMargin {
  const premium = Math.max(0, margin.premium);
  return { ...margin, premium, total: margin.total - margin.premium + premium };
}

/** "Margin Details": by instrument before hedges, and the whole with them. */
export function upstoxMargins(
  body: unknown,
  listed: Listed,
  at: BookMarket,
): Record<string, unknown> | UpstoxRefusal {
  if (!isRequest.Check(body)) return { code: "UDAPI100036", message: "Invalid Input" };
  const { instruments } = body as Static<typeof Request>;
  if (instruments.length > MOST) return { code: "UDAPI1102", message: "The instrument limit is exceeded." };
  const keys = new Set(instruments.map((each) => each.instrument_key));
  if (keys.size < instruments.length) {
    return { code: "UDAPI1101", message: "An instrument is in the request twice." };
  }
  const orders: SandboxOrder[] = [];
  for (const { instrument_key: key, quantity, transaction_type: side, price, product } of instruments) {
    const [segment = "", number] = key.split("|");
    const place = SEGMENTS[segment];
    const instrument = place === undefined ? null : listed.byToken(tokenOf(Number(number), place));
    if (instrument === null) return { code: "UDAPI100011", message: "Invalid Instrument key" };
    if (quantity % instrument.lot_size !== 0) {
      return { code: "UDAPI1104", message: "Quantity should be multiple of lot size" };
    }
    const signed = side === "BUY" ? quantity : -quantity;
    orders.push({
      instrument,
      quantity: signed,
      price: price ?? 0,
      product: product === "I" ? "MIS" : "NRML",
      isPosition: false,
    });
  }
  const singles = orders.map((order) => sandboxMargin([order], at));
  const whole = sandboxMargin(orders, at);
  if (whole === null || singles.includes(null))
    return { code: "UDAPI100011", message: "Invalid Instrument key" };
  const margins = (singles as SandboxMargin[]).map(paidOnly);
  // Each order's premium is paid whether or not another brings one in.
  const paid = margins.reduce((sum, { premium }) => sum + premium, 0);
  return {
    margins: margins.map(marginBody),
    required_margin: margins.reduce((sum, { total }) => sum + total, 0),
    final_margin: whole.total - whole.premium + paid,
  };
}
