import type { ExpiryType } from "../calendar/expiries.ts";
import { listedExpiries, listedFutureExpiries } from "../calendar/expiries.ts";
import type { IsoDate } from "../units/iso-date.ts";
import { SEGMENT, segmentOf } from "../units/segments.ts";
import { type ContractSpec, contractSpec } from "./specs.ts";
import { listedStrikes, monthsBetween, type PriceSpan } from "./strikes.ts";
import { futureSymbol, optionSymbol } from "./symbol.ts";
import { defaultTokenFor } from "./token.ts";
import type { Instrument, Underlying } from "./types.ts";

/** The spot of an underlying; for MCX and currency the reference pseudo-instrument of its segment. */
export function spotInstrument(underlying: Underlying): Instrument {
  const isStock = underlying.kind === "stock";
  const isIndex = segmentOf(underlying.token) === SEGMENT.INDICES;
  return {
    token: underlying.token,
    tradingsymbol: isIndex ? underlying.name : underlying.symbol,
    name: underlying.name,
    exchange: underlying.exchange,
    segment: isIndex ? "INDICES" : underlying.exchange,
    type: isStock ? "EQ" : "INDEX",
    underlying: underlying.symbol,
    strike: 0,
    expiry: null,
    expiryType: null,
    lotSize: 1,
    multiplier: 1,
    tickSize: underlying.spotTickSize,
  };
}

/** An option of the simulated market. Strike in rupees. */
export function optionContract(
  spec: ContractSpec,
  expiry: IsoDate,
  expiryType: ExpiryType,
  strike: number,
  type: "CE" | "PE",
): Instrument {
  return {
    token: defaultTokenFor({ underlying: spec.symbol, type, expiry, strike }),
    tradingsymbol: optionSymbol(spec.symbol, expiry, expiryType, strike, type),
    name: spec.symbol,
    exchange: spec.derivativeExchange,
    segment: `${spec.derivativeExchange}-OPT`,
    type,
    underlying: spec.symbol,
    strike,
    expiry,
    expiryType,
    lotSize: spec.lotSize,
    multiplier: spec.multiplier,
    tickSize: spec.tickSize,
  };
}

/** A future of the simulated market. */
export function futureContract(spec: ContractSpec, expiry: IsoDate, expiryType: ExpiryType): Instrument {
  return {
    token: defaultTokenFor({ underlying: spec.symbol, type: "FUT", expiry, strike: 0 }),
    tradingsymbol: futureSymbol(spec.symbol, expiry, expiryType),
    name: spec.symbol,
    exchange: spec.derivativeExchange,
    segment: `${spec.derivativeExchange}-FUT`,
    type: "FUT",
    underlying: spec.symbol,
    strike: 0,
    expiry,
    expiryType,
    lotSize: spec.lotSize,
    multiplier: spec.multiplier,
    tickSize: spec.futureTickSize,
  };
}

/**
 * Every contract of an underlying listed on a day: futures, then by expiry and strike the call and the put.
 * @param spot  reference price or span, rupees (see `listedStrikes`)
 * @throws RangeError when the symbol has no derivatives
 */
export function listedContracts(symbol: string, on: IsoDate, spot: number | PriceSpan): Instrument[] {
  const spec = contractSpec(symbol, on);
  const contracts = listedFutureExpiries(spec.expiryRule, on).map((each) =>
    futureContract(spec, each.date, each.type),
  );
  for (const { date, type } of listedExpiries(spec.expiryRule, on)) {
    for (const strike of listedStrikes(spec, spot, type, monthsBetween(on, date))) {
      contracts.push(optionContract(spec, date, type, strike, "CE"));
      contracts.push(optionContract(spec, date, type, strike, "PE"));
    }
  }
  return contracts;
}
