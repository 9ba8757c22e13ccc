import type { Exchange } from "../calendar/exchange.ts";
import type { ContractClass, ExpiryRule, ExpiryType } from "../calendar/expiries.ts";
import { expiryTypes } from "../calendar/expiry-types.ts";
import type { IsoDate } from "../units/iso-date.ts";
import { contractSpec } from "./specs.ts";
import type { DerivativeType } from "./types.ts";
import { underlyingBySymbol } from "./underlyings.ts";

/**
 * The exchange's rule for an underlying's contracts. One that only a real instrument list knows follows its exchange's: NSE's
 * indices and shares have one rule, BSE's another, all currency pairs one; null for a commodity, of which each has its own.
 */
export function expiryRuleOf(symbol: string, exchange: Exchange, on: IsoDate): ExpiryRule | null {
  const known = underlyingBySymbol(symbol);
  if (known?.isNonFno === false && known.derivativeExchange === exchange) {
    return contractSpec(symbol, on).expiryRule;
  }
  if (exchange === "CDS" || exchange === "BCD") return "USDINR";
  if (exchange === "BFO") return "BSE_INDEX";
  return exchange === "NFO" ? "NSE_STOCK" : null;
}

interface Terms {
  readonly exchange: Exchange;
  readonly underlying: string;
  readonly type: DerivativeType;
  readonly expiry: IsoDate;
}

export interface ListedTypes {
  /** Of one of the contracts listed. */
  typeOf(contract: Terms): ExpiryType;
  /** Months' own contracts that end on another day than the calendar has: "NIFTY 2026-09-28". */
  readonly unforeseen: readonly string[];
}

const classOf = (type: DerivativeType): ContractClass => (type === "FUT" ? "future" : "option");
const keyOf = ({ exchange, underlying, type }: Terms): string => `${exchange} ${underlying} ${classOf(type)}`;

/**
 * Weekly, monthly or quarterly for every contract of a list, each underlying's options and futures apart.
 * @param on  the first day on which all that is listed may trade
 */
export function listedTypes(contracts: Iterable<Terms>, on: IsoDate): ListedTypes {
  const groups = new Map<string, { readonly one: Terms; readonly expiries: Set<IsoDate> }>();
  for (const one of contracts) {
    const key = keyOf(one);
    const group = groups.get(key) ?? { one, expiries: new Set() };
    groups.set(key, group);
    group.expiries.add(one.expiry);
  }
  const unforeseen = new Set<string>();
  const all = new Map(
    [...groups].map(([key, { one, expiries }]) => {
      const { exchange, underlying, type } = one;
      const found = expiryTypes(expiryRuleOf(underlying, exchange, on), classOf(type), expiries, on);
      for (const day of found.unforeseen) unforeseen.add(`${underlying} ${day}`);
      return [key, found.types];
    }),
  );
  return {
    typeOf: (contract) => all.get(keyOf(contract))!.get(contract.expiry)!,
    unforeseen: [...unforeseen],
  };
}
