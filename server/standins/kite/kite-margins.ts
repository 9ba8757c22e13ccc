import { type Static, Type } from "typebox";
import { Compile } from "typebox/compile";
import { ZERODHA } from "#domain/access/brokers.ts";
import type { Exchange } from "#domain/calendar/exchange.ts";
import { istDate } from "#domain/calendar/ist.ts";
import { brokeragePlan } from "#domain/charges/brokerage.ts";
import { type Charges, NO_CHARGES, sumCharges, tradeCharges } from "#domain/charges/charges.ts";
import { chargeMarket } from "#domain/charges/market.ts";
import { chargeRates } from "#domain/charges/rates.ts";
import type { Book, BookMarket } from "../book.ts";
import type { Listed } from "../listed.ts";
import { positionOrder, type SandboxMargin, type SandboxOrder, sandboxMargin } from "../margins.ts";

const Orders = Type.Array(
  Type.Object({
    exchange: Type.String(),
    tradingsymbol: Type.String(),
    transaction_type: Type.Union([Type.Literal("BUY"), Type.Literal("SELL")]),
    variety: Type.String(),
    product: Type.Union([Type.Literal("NRML"), Type.Literal("MIS"), Type.Literal("CNC")]),
    order_type: Type.String(),
    quantity: Type.Number({ exclusiveMinimum: 0 }),
    price: Type.Optional(Type.Number({ minimum: 0 })),
    trigger_price: Type.Optional(Type.Number({ minimum: 0 })),
  }),
  { minItems: 1, maxItems: 200 },
);
const isOrders = Compile(Orders);
type KiteOrder = Static<typeof Orders>[number];

interface ReadOrder {
  readonly asked: KiteOrder;
  readonly order: SandboxOrder;
}

/** The orders of a request's body, or what is wrong with them. */
function read(body: unknown, listed: Listed): readonly ReadOrder[] | string {
  if (!isOrders.Check(body)) return "Invalid `orders`: a JSON list of orders is expected.";
  const orders: ReadOrder[] = [];
  for (const asked of body as Static<typeof Orders>) {
    const instrument = listed.bySymbol(`${asked.exchange}:${asked.tradingsymbol}`);
    if (instrument === null || instrument.instrument_type === "INDEX") {
      return `Invalid \`tradingsymbol\`: ${asked.exchange}:${asked.tradingsymbol.slice(0, 64)}.`;
    }
    const quantity = asked.transaction_type === "BUY" ? asked.quantity : -asked.quantity;
    const { price = 0, product } = asked;
    orders.push({ asked, order: { instrument, quantity, price, product, isPosition: false } });
  }
  return orders;
}

function chargesOf({ asked, order }: ReadOrder, now: number): Charges {
  const { instrument, quantity, price } = order;
  const type = instrument.instrument_type as "CE" | "PE" | "FUT" | "EQ";
  const market = chargeMarket(
    asked.exchange as Exchange,
    type,
    instrument.underlying_instrument,
    asked.product,
  );
  const date = istDate(now);
  const rates = chargeRates(date);
  if (market === null || rates === null) return NO_CHARGES;
  const trade = {
    market,
    action: asked.transaction_type,
    quantity: Math.abs(quantity),
    multiplier: instrument.multiplier,
    price,
    strike: instrument.strike,
    orders: 1,
  };
  return tradeCharges(trade, { rates, plan: brokeragePlan(ZERODHA, date) });
}

function chargesBody(charges: Charges, exchange: string): Record<string, unknown> {
  return {
    transaction_tax: charges.transactionTax,
    transaction_tax_type: exchange === "" ? "" : exchange === "MCX" ? "ctt" : "stt",
    exchange_turnover_charge: charges.exchange,
    sebi_turnover_charge: charges.sebi,
    brokerage: charges.brokerage,
    stamp_duty: charges.stampDuty,
    gst: { igst: charges.gst, cgst: 0, sgst: 0, total: charges.gst },
    total: charges.total,
  };
}

/** The shape of every margin in Kite's answers; the sums of a basket have no symbol. */
function marginBody(
  margin: SandboxMargin,
  charges: Charges,
  asked: KiteOrder | null,
): Record<string, unknown> {
  const { span, exposure, additional, premium, cash, total } = margin;
  const exchange = asked?.exchange ?? "";
  return {
    type: asked === null ? "" : exchange === "MCX" ? "commodity" : "equity",
    tradingsymbol: asked?.tradingsymbol ?? "",
    exchange,
    span,
    exposure,
    option_premium: premium,
    additional,
    bo: 0,
    cash: 0,
    var: cash,
    pnl: { realised: 0, unrealised: 0 },
    leverage: asked === null ? 0 : 1,
    charges: chargesBody(charges, exchange),
    total,
  };
}

/** mode=compact: the totals alone. */
function compacted(body: Record<string, unknown>): Record<string, unknown> {
  const { type, tradingsymbol, exchange, total } = body;
  return { type, tradingsymbol, exchange, total };
}

/** Alone an option sold pays its margin, and its premium comes later; one bought costs its premium. */
function alone(each: ReadOrder, at: BookMarket): SandboxMargin | null {
  const margin = sandboxMargin([each.order], at);
  if (margin === null) return null;
  const premium = Math.max(0, margin.premium);
  return { ...margin, premium, total: margin.total - margin.premium + premium };
}

function sum(margins: readonly SandboxMargin[]): SandboxMargin {
  const total = { span: 0, exposure: 0, additional: 0, premium: 0, cash: 0, total: 0 };
  for (const margin of margins) {
    for (const key of Object.keys(total) as (keyof SandboxMargin)[]) total[key] += margin[key];
  }
  return total;
}

const UNPRICED = "The margins of an order could not be computed.";

/** /margins/orders; a text is what is wrong with the request. */
export function kiteOrderMargins(
  body: unknown,
  isCompact: boolean,
  listed: Listed,
  at: BookMarket,
): Record<string, unknown>[] | string {
  const orders = read(body, listed);
  if (typeof orders === "string") return orders;
  const bodies: Record<string, unknown>[] = [];
  for (const each of orders) {
    const margin = alone(each, at);
    if (margin === null) return UNPRICED;
    const full = marginBody(margin, chargesOf(each, at.now), each.asked);
    bodies.push(isCompact ? compacted(full) : full);
  }
  return bodies;
}

/** /margins/basket: `initial` order by order, `final` together and, where asked, beside the account's positions. */
export function kiteBasketMargins(
  body: unknown,
  { considersPositions, isCompact }: { readonly considersPositions: boolean; readonly isCompact: boolean },
  book: Book,
  listed: Listed,
  at: BookMarket,
): Record<string, unknown> | string {
  const orders = read(body, listed);
  if (typeof orders === "string") return orders;
  const singles = orders.map((each) => alone(each, at));
  const positions = considersPositions ? book.positions.map(positionOrder) : [];
  const before = sandboxMargin(positions, at);
  const after = sandboxMargin([...positions, ...orders.map(({ order }) => order)], at);
  if (singles.includes(null) || before === null || after === null) return UNPRICED;
  const final = Object.fromEntries(
    (Object.keys(after) as (keyof SandboxMargin)[]).map((key) => [key, after[key] - before[key]]),
  ) as unknown as SandboxMargin;
  const charges = orders.map((each) => chargesOf(each, at.now));
  const shaped = (full: Record<string, unknown>) => (isCompact ? compacted(full) : full);
  return {
    initial: shaped(marginBody(sum(singles as SandboxMargin[]), NO_CHARGES, null)),
    final: shaped(marginBody(final, NO_CHARGES, null)),
    orders: orders.map(({ asked }, i) => shaped(marginBody(singles[i]!, charges[i]!, asked))),
    charges: chargesBody(sumCharges(charges), ""),
  };
}
