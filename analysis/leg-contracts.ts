/** The contracts that a request names, before anything is computed of them. */

import type { IsoDate } from "#domain/units/iso-date.ts";
import type { BuilderRequest } from "#protocol/http/builder.ts";
import type { BuilderContract, BuilderMarket } from "./builder-market.ts";

type Lookup = Pick<BuilderMarket, "byToken" | "bySymbol">;

/** In the order of `builderLegs`; undefined for a leg whose contract the market does not list. */
export function namedContracts(request: BuilderRequest, market: Lookup): (BuilderContract | undefined)[] {
  const asked = [...request.trades, ...(request.expired_trades ?? []), ...(request.positions ?? [])];
  return asked.map(
    ({ instrument_token: token, tradingsymbol: symbol }) =>
      (token === undefined ? undefined : market.byToken(token)) ??
      (symbol === undefined ? undefined : market.bySymbol(symbol)),
  );
}

/** Expiries of the legs that are listed. */
export function namedExpiries(request: BuilderRequest, market: Lookup): Set<IsoDate> {
  const expiries = new Set<IsoDate>();
  for (const contract of namedContracts(request, market)) {
    if (contract !== undefined && contract.expiry !== null) expiries.add(contract.expiry);
  }
  return expiries;
}
