import { type Static, Type } from "typebox";
import { readAs } from "../broker-http.ts";
import type { AdapterOptions } from "../place.ts";
import type { AskPositions, BrokerPosition, Product } from "../positions/broker-position.ts";
import { createPositionsHttp } from "../positions/positions-http.ts";
import { isDerivative, priceOrNull, tokenOn } from "../positions/read-figures.ts";
import { positionsRefused, tokenRefused } from "../refusals.ts";
import { UPSTOX_NAME, upstoxFailure } from "./upstox-calls.ts";

const Money = Type.Number();
const Price = Type.Optional(Type.Union([Type.Number(), Type.Null()]));
const Row = Type.Object({
  exchange: Type.String({ minLength: 1, maxLength: 16 }),
  multiplier: Type.Number({ exclusiveMinimum: 0 }),
  product: Type.String(),
  instrument_token: Type.String({ pattern: "^[A-Z_]{1,16}\\|[\\w &.-]{1,32}$" }),
  trading_symbol: Type.String({ minLength: 1, maxLength: 64 }),
  quantity: Type.Integer(),
  average_price: Price,
  buy_price: Price,
  sell_price: Price,
  last_price: Price,
  day_buy_value: Money,
  day_sell_value: Money,
  overnight_buy_amount: Money,
  overnight_sell_amount: Money,
});
type Row = Static<typeof Row>;
const Positions = Type.Object({ status: Type.Literal("success"), data: Type.Array(Row) });
const readPositions = readAs(Positions, UPSTOX_NAME, "the positions");

/** D is delivery of shares, and what is carried overnight of derivatives. */
function productOf({ product, exchange }: Row): Product {
  if (product === "I" || product === "CO" || product === "OCO") return "MIS";
  return isDerivative(exchange) ? "NRML" : "CNC";
}

/** Of a position of today `average_price` is 0 or absent, and the price of its own side is it. */
function averageOf({ quantity, average_price, buy_price, sell_price }: Row): number | null {
  if (quantity === 0) return null;
  return priceOrNull(average_price) ?? priceOrNull(quantity > 0 ? buy_price : sell_price);
}

/** `pnl` of the interface leaves out what was paid for a position that was carried over; the sums of money hold it. */
function pnlOf(row: Row): number | null {
  const flows = row.day_sell_value + row.overnight_sell_amount - row.day_buy_value - row.overnight_buy_amount;
  if (row.quantity === 0) return flows;
  const last = priceOrNull(row.last_price);
  return last === null ? null : flows + row.quantity * last * row.multiplier;
}

function positionOf(row: Row): BrokerPosition {
  // Shares are named by their ISIN, which no list of ours holds: their symbol finds them.
  const [, number = ""] = row.instrument_token.split("|");
  return {
    contract: {
      exchange: row.exchange,
      symbol: row.trading_symbol,
      token: tokenOn(row.exchange, number),
      terms: null,
    },
    product: productOf(row),
    quantity: row.quantity,
    averagePrice: averageOf(row),
    lastPrice: priceOrNull(row.last_price),
    pnl: pnlOf(row),
  };
}

/** GET /v2/portfolio/short-term-positions (Upstox API, "Get Positions"). */
export function createUpstoxPositions(options: AdapterOptions): AskPositions {
  const { place } = options;
  const http = createPositionsHttp(UPSTOX_NAME, options);
  return ({ access }) =>
    http.guarded(async () => {
      const answer = await http.send({
        method: "GET",
        url: `${place.api()}/v2/portfolio/short-term-positions`,
        headers: { authorization: `Bearer ${access}` },
      });
      if (answer.status >= 400) {
        const said = upstoxFailure(answer.body);
        throw answer.status === 401 ? tokenRefused(UPSTOX_NAME, said) : positionsRefused(UPSTOX_NAME, said);
      }
      return readPositions(answer.body).data.map(positionOf);
    });
}
