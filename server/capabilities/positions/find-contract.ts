import type { ExpiryType } from "#domain/calendar/expiries.ts";
import { futureSymbol, optionSymbol } from "#domain/instruments/symbol.ts";
import type { InstrumentDetails } from "#protocol/http/instruments.ts";
import type { ContractTerms, HeldContract } from "../../brokers/positions/broker-position.ts";

/** Lookups in the list of instruments. */
export interface ContractLookups {
  bySymbol(symbol: string): InstrumentDetails | null;
  byToken(token: number): InstrumentDetails | null;
  underlyer(symbol: string): number;
  expiries(underlyer: number): string[];
  expiryTypes(underlyer: number): string[];
}

const squeezed = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9.]/g, "");

/**
 * Whether a contract may be what the broker's name says. A simulated market has numbers of its own, and a real account's position
 * would stand at a strike that nothing is held of.
 */
function agrees(found: InstrumentDetails, { exchange, symbol }: HeldContract): boolean {
  const { instrument_type: type, strike, underlying_instrument: underlying } = found;
  if (found.exchange !== exchange) return false;
  const name = squeezed(symbol);
  if (!name.startsWith(squeezed(underlying))) return false;
  if (type === "CE" || type === "PE") return name.includes(String(strike)) && name.includes(type);
  return type !== "FUT" || name.includes("FUT");
}

/** Tradingsymbol of a contract that is known by what it is; null where the lists cannot have it. */
function symbolOf(
  { underlying, type, expiry, strike }: ContractTerms,
  lists: ContractLookups,
): string | null {
  if (underlying === null || type === "EQ" || expiry === null) return underlying;
  if (type === "FUT") return futureSymbol(underlying, expiry);
  const u = lists.underlyer(underlying);
  if (u < 0) return null;
  const at = lists.expiries(u).indexOf(expiry);
  if (at < 0) return null;
  return optionSymbol(underlying, expiry, lists.expiryTypes(u)[at] as ExpiryType, strike, type);
}

/** The contract of our lists that a broker means; null for one that they do not have. */
export function findContract(contract: HeldContract, lists: ContractLookups): InstrumentDetails | null {
  const { exchange, symbol, token, terms } = contract;
  if (terms !== null) {
    const named = symbolOf(terms, lists);
    return named === null ? null : lists.bySymbol(`${exchange}:${named}`);
  }
  const found = token === null ? null : lists.byToken(token);
  if (found !== null && agrees(found, contract)) return found;
  return lists.bySymbol(`${exchange}:${symbol}`);
}
