import { Type } from "typebox";
import { readAs } from "../broker-http.ts";
import type { AdapterOptions } from "../place.ts";
import type { AskPositions, Product } from "../positions/broker-position.ts";
import { createPositionsHttp } from "../positions/positions-http.ts";
import { priceOrNull } from "../positions/read-figures.ts";
import { positionsRefused, tokenRefused } from "../refusals.ts";
import { KITE_VERSION, kiteFailure, ZERODHA_NAME } from "./kite-calls.ts";

const Row = Type.Object({
  tradingsymbol: Type.String({ minLength: 1, maxLength: 64 }),
  exchange: Type.String({ minLength: 1, maxLength: 16 }),
  instrument_token: Type.Integer({ minimum: 0 }),
  product: Type.String(),
  quantity: Type.Integer(),
  average_price: Type.Number(),
  last_price: Type.Number(),
  pnl: Type.Number(),
});
const Positions = Type.Object({
  status: Type.Literal("success"),
  data: Type.Object({ net: Type.Array(Row), day: Type.Array(Type.Unknown()) }),
});
const readPositions = readAs(Positions, ZERODHA_NAME, "the positions");

/** Cover and bracket orders end with the day; a share bought with the broker's money is delivered. */
const PRODUCTS: Readonly<Record<string, Product>> = {
  NRML: "NRML",
  MIS: "MIS",
  CO: "MIS",
  BO: "MIS",
  CNC: "CNC",
  MTF: "CNC",
};

/** GET /portfolio/positions (Kite Connect 3, "Portfolio"): `net` is what is held; `day`, today's dealing alone, is not read. */
export function createKitePositions(options: AdapterOptions): AskPositions {
  const { keys, place } = options;
  const http = createPositionsHttp(ZERODHA_NAME, options);
  return ({ access }) =>
    http.guarded(async () => {
      const answer = await http.send({
        method: "GET",
        url: `${place.api()}/portfolio/positions`,
        headers: { ...KITE_VERSION, authorization: `token ${keys.key}:${access}` },
      });
      if (answer.status >= 400) {
        const { type, said } = kiteFailure(answer.body);
        throw type === "TokenException"
          ? tokenRefused(ZERODHA_NAME, said)
          : positionsRefused(ZERODHA_NAME, said);
      }
      return readPositions(answer.body).data.net.map((row) => ({
        contract: {
          exchange: row.exchange,
          symbol: row.tradingsymbol,
          token: row.instrument_token === 0 ? null : row.instrument_token,
          terms: null,
        },
        product: PRODUCTS[row.product] ?? "NRML",
        quantity: row.quantity,
        averagePrice: row.quantity === 0 ? null : priceOrNull(row.average_price),
        lastPrice: priceOrNull(row.last_price),
        pnl: row.pnl,
      }));
    });
}
