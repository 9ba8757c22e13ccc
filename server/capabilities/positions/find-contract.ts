import type { InstrumentDetails } from "#protocol/http/instruments.ts";
import type { ContractTerms, HeldContract } from "../../brokers/positions/broker-position.ts";
import type { InstrumentDirectory } from "../../market/instruments/directory.ts";

/** Lookups in the list of instruments. */
export type ContractLookups = Pick<InstrumentDirectory, "bySymbol" | "byToken" | "byTerms" | "underlyer">;

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

/** A contract that is known by what it is: a name made of that could be another contract's. */
function byTerms(
  { underlying, type, expiry, strike }: ContractTerms,
  exchange: string,
  lists: ContractLookups,
): InstrumentDetails | null {
  if (underlying === null) return null;
  if (type === "EQ" || expiry === null) return lists.bySymbol(`${exchange}:${underlying}`);
  const u = lists.underlyer(underlying);
  const found = u < 0 ? null : lists.byTerms(u, type, expiry, strike);
  return found?.exchange === exchange ? found : null;
}

/** The contract of our lists that a broker means; null for one that they do not have. */
export function findContract(contract: HeldContract, lists: ContractLookups): InstrumentDetails | null {
  const { exchange, symbol, token, terms } = contract;
  if (terms !== null) return byTerms(terms, exchange, lists);
  const found = token === null ? null : lists.byToken(token);
  if (found !== null && agrees(found, contract)) return found;
  return lists.bySymbol(`${exchange}:${symbol}`);
}
