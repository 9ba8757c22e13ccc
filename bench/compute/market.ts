/** The market that the server simulates, as a tab's worker holds it: the options of two expiries with their quotes. */

import type { BuilderRequest } from "#protocol/http/builder.ts";
import type { BuilderMarketBody } from "#protocol/http/builder-market-body.ts";
import type { LivePricesResponse } from "#protocol/http/live-prices.ts";
import type { Client } from "./load.ts";
import { laterExpiries } from "./strategy.ts";

const NIFTY = 256265;
const EXPIRIES = 2;
/** A request names 500 contracts at most. */
const STRIKES = 120;

/** The market that our server answers a request in. */
export async function marketOf(client: Client, request: BuilderRequest): Promise<BuilderMarketBody> {
  const body = Buffer.from(JSON.stringify({ ...request, flags: { include_market: true } }));
  const { text } = await client.ask({ method: "POST", path: "/v1/compute/1/builder_v3", body });
  return (JSON.parse(text) as { payload: { market: BuilderMarketBody } }).payload.market;
}

/** @param client of a real-time account */
export async function wholeMarket(client: Client): Promise<BuilderMarketBody> {
  const path = `/v1/compute/cache/live_derivative_prices/${NIFTY}`;
  const { text } = await client.ask({ method: "GET", path });
  const { data } = JSON.parse(text) as LivePricesResponse;
  const away = (strike: string): number => Math.abs(Number(strike) - data.underlying_price!);
  const tokens = laterExpiries(data)
    .slice(0, EXPIRIES)
    .flatMap(([, { options }]) =>
      Object.keys(options)
        .sort((a, b) => away(a) - away(b))
        .slice(0, STRIKES)
        .flatMap((strike) => Object.values(options[strike]!).map((option) => option.token)),
    );
  return marketOf(client, {
    underlying_token: NIFTY,
    trades: tokens.map((token) => ({ instrument_token: token, trade_action: "BUY", quantity: 65, price: 1 })),
  });
}

/** Sold a call four strikes away and a put six, wings eight further out: two lots each, at the market's prices. */
export function condorIn({ contracts, spot, token }: BuilderMarketBody): BuilderRequest {
  const near = contracts.reduce((first, { expiry }) => (expiry! < first ? expiry! : first), "9999");
  const at = (type: "CE" | "PE", away: number) => {
    const side = contracts
      .filter((each) => each.expiry === near && each.instrument_type === type)
      .sort((a, b) => a.strike - b.strike);
    return side[side.findIndex(({ strike }) => strike >= spot!) + away]!;
  };
  const trade = (id: string, action: "BUY" | "SELL", contract: ReturnType<typeof at>) => ({
    leg_id: id,
    instrument_token: contract.instrument_token,
    trade_action: action,
    quantity: 2 * contract.lot_size,
  });
  return {
    underlying_token: token,
    trades: [
      trade("call", "SELL", at("CE", 4)),
      trade("put", "SELL", at("PE", -6)),
      trade("call-wing", "BUY", at("CE", 12)),
      trade("put-wing", "BUY", at("PE", -14)),
    ],
  };
}
