import { type Static, Type } from "typebox";
import { Compile } from "typebox/compile";
import { BREEZE_CODES } from "../../brokers/icici/breeze-codes.ts";
import { longDate } from "../../brokers/long-date.ts";
import { text2 } from "../answers.ts";
import type { BookMarket } from "../book.ts";
import type { Listed } from "../listed.ts";
import { type SandboxOrder, sandboxMargin } from "../margins.ts";

const Amount = Type.String({ pattern: "^\\d{1,12}(\\.\\d{1,4})?$" });
const Request = Type.Object({
  list_of_positions: Type.Array(
    Type.Object({
      strike_price: Amount,
      quantity: Amount,
      right: Type.String({ maxLength: 8 }),
      product: Type.String({ maxLength: 16 }),
      action: Type.String({ maxLength: 8 }),
      price: Amount,
      expiry_date: Type.String({ maxLength: 16 }),
      stock_code: Type.String({ maxLength: 16 }),
    }),
    { minItems: 1, maxItems: 50 },
  ),
  exchange_code: Type.String({ maxLength: 8 }),
});
const isRequest = Compile(Request);
type AskedPosition = Static<typeof Request>["list_of_positions"][number];

const TYPES: Readonly<Record<string, string>> = { call: "CE", put: "PE", others: "FUT" };

function find(asked: AskedPosition, exchange: string, listed: Listed): SandboxOrder["instrument"] | null {
  const symbol = Object.keys(BREEZE_CODES).find((each) => BREEZE_CODES[each] === asked.stock_code);
  const underlyer = symbol === undefined ? -1 : listed.underlyer(symbol);
  if (underlyer < 0) return null;
  const type = TYPES[asked.right.toLowerCase()];
  const all = type === "FUT" ? listed.futures(underlyer) : listed.options(underlyer);
  const found = all.find(
    (each) =>
      each.exchange === exchange &&
      each.instrument_type === type &&
      longDate(each.expiry!) === asked.expiry_date &&
      (type === "FUT" || each.strike === Number(asked.strike_price)),
  );
  return found ?? null;
}

/** "Margin Calculator"; a text is what is wrong with the request. */
export function iciciMargins(
  body: unknown,
  listed: Listed,
  at: BookMarket,
): Record<string, unknown> | string {
  if (!isRequest.Check(body)) return "Invalid list_of_positions";
  const { list_of_positions: positions, exchange_code: exchange } = body as Static<typeof Request>;
  const orders: SandboxOrder[] = [];
  for (const asked of positions) {
    const instrument = find(asked, exchange, listed);
    if (instrument === null) return "Contract does not exist";
    const quantity = Number(asked.quantity) * (asked.action.toLowerCase() === "buy" ? 1 : -1);
    orders.push({ instrument, quantity, price: Number(asked.price), product: "NRML", isPosition: false });
  }
  const whole = sandboxMargin(orders, at);
  if (whole === null) return "Margin could not be calculated";
  const value = orders.reduce(
    (sum, { instrument, quantity, price }) => sum + Math.abs(quantity) * instrument.multiplier * price,
    0,
  );
  return {
    margin_calulation: positions.map(
      ({ strike_price, quantity, right, product, action, price, expiry_date, stock_code }) => ({
        strike_price,
        quantity,
        right,
        product,
        action,
        price,
        expiry_date,
        stock_code,
      }),
    ),
    non_span_margin_required: text2(whole.exposure + whole.additional),
    order_value: text2(value),
    order_margin: "0",
    trade_margin: null,
    block_trade_margin: "0",
    span_margin_required: text2(whole.span + Math.max(0, whole.premium)),
  };
}
