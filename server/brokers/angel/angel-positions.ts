import { type Static, Type } from "typebox";
import { readAs } from "../broker-http.ts";
import type { AdapterOptions } from "../place.ts";
import type { AskPositions, BrokerPosition, Product } from "../positions/broker-position.ts";
import { createPositionsHttp } from "../positions/positions-http.ts";
import { isDerivative, NumberText, numberOf, priceOrNull, tokenOn } from "../positions/read-figures.ts";
import { positionsRefused, tokenRefused } from "../refusals.ts";
import { ANGEL_NAME, angelFailure, angelHeaders, isTokenCode } from "./angel-calls.ts";

/** Every number is a text; prices and P&L of now are in its answers, but not on its page. */
const Row = Type.Object({
  exchange: Type.String({ minLength: 1, maxLength: 16 }),
  symboltoken: Type.String({ maxLength: 16 }),
  tradingsymbol: Type.String({ minLength: 1, maxLength: 64 }),
  producttype: Type.String(),
  netqty: NumberText,
  avgnetprice: Type.Optional(NumberText),
  netprice: NumberText,
  ltp: Type.Optional(NumberText),
  pnl: Type.Optional(NumberText),
});
type Row = Static<typeof Row>;
const Positions = Type.Object({
  status: Type.Literal(true),
  data: Type.Union([Type.Array(Row), Type.Null(), Type.Literal("")]),
});
const readPositions = readAs(Positions, ANGEL_NAME, "the positions");

const PRODUCTS: Readonly<Record<string, Product>> = {
  CARRYFORWARD: "NRML",
  INTRADAY: "MIS",
  BO: "MIS",
  CO: "MIS",
  DELIVERY: "CNC",
  MARGIN: "CNC",
};

/** A name for what is taken home or bought with the broker's money means shares; a derivative is carried. */
function productOf({ producttype, exchange }: Row): Product {
  const product = PRODUCTS[producttype] ?? "NRML";
  return product === "CNC" && isDerivative(exchange) ? "NRML" : product;
}

const figure = (text: string | undefined): number | null => (text === undefined ? null : numberOf(text));

function positionOf(row: Row): BrokerPosition {
  const quantity = numberOf(row.netqty);
  return {
    contract: {
      exchange: row.exchange,
      symbol: row.tradingsymbol,
      token: tokenOn(row.exchange, row.symboltoken),
      terms: null,
    },
    product: productOf(row),
    quantity,
    averagePrice: quantity === 0 ? null : priceOrNull(numberOf(row.avgnetprice ?? row.netprice)),
    lastPrice: priceOrNull(figure(row.ltp)),
    pnl: figure(row.pnl),
  };
}

/** GET order/v1/getPosition (SmartAPI, "Portfolio"); an account without positions is answered `null`. */
export function createAngelPositions(options: AdapterOptions): AskPositions {
  const { keys, place } = options;
  const http = createPositionsHttp(ANGEL_NAME, options);
  return ({ access }) =>
    http.guarded(async () => {
      const answer = await http.send({
        method: "GET",
        url: `${place.api()}/rest/secure/angelbroking/order/v1/getPosition`,
        headers: angelHeaders(keys.key, access),
      });
      const failure = angelFailure(answer);
      if (failure !== null) {
        const { code, said } = failure;
        throw isTokenCode(code) ? tokenRefused(ANGEL_NAME, said) : positionsRefused(ANGEL_NAME, said);
      }
      return (readPositions(answer.body).data || []).map(positionOf);
    });
}
