import type { ContractTerms } from "#analysis/market-packets.ts";
import { expiryInstant } from "#domain/calendar/expiries.ts";
import { compactDate, fromCompactDate } from "#domain/calendar/ist.ts";
import type { ListedContract } from "#domain/strategy/contract-list.ts";
import type { LegType } from "#domain/strategy/model.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import { createInstrumentColumns } from "#protocol/http/instrument-columns.ts";
import type { InstrumentDetails } from "#protocol/http/instruments.ts";
import type { MetacacheBody } from "#protocol/http/metacache.ts";
import type { Outcome } from "../api.ts";
import { refuse } from "../refuse.ts";
import type { Metacache } from "./kept-metacache.ts";

/** In the same piece of code: two that share a third would have it cut out of what every chain waits for. */
export { symbolsOf } from "./quote-symbols.ts";

/** What is listed on one underlying. */
export interface ListedContracts {
  /** Options of one expiry, by strike. */
  options(expiry: IsoDate): ContractTerms[];
  /** Near to far. */
  readonly futures: readonly ContractTerms[];
  /** The underlying itself: a share can be held, an index cannot. */
  readonly spot: ContractTerms;
  /** Of its options, near to far. */
  readonly expiries: readonly IsoDate[];
  /** Position among the underlyers of the list. */
  readonly at: number;
}

/** What contracts are told by, and nothing of what all of an underlying share. */
const termsOf = (details: InstrumentDetails): ContractTerms => ({
  instrument_token: details.instrument_token,
  tradingsymbol: details.tradingsymbol,
  instrument_type: details.instrument_type,
  exchange: details.exchange,
  strike: details.strike,
  expiry: details.expiry,
  lot_size: details.lot_size,
  multiplier: details.multiplier,
  tick_size: details.tick_size,
});

/** Rows that are of one underlying, near to far. */
function rowsOf(owners: readonly number[], expiries: readonly number[], u: number): number[] {
  const rows: number[] = [];
  for (const [at, owner] of owners.entries()) if (owner === u) rows.push(at);
  return rows.sort((a, b) => expiries[a]! - expiries[b]!);
}

/** @returns null for a token that no underlying has */
export function listedContracts(body: MetacacheBody, underlying: number): ListedContracts | null {
  const { underlyers, chains, futures } = body;
  const u = underlyers.token.indexOf(underlying);
  if (u < 0) return null;
  const chainRows = rowsOf(chains.underlyer, chains.expiry, u);
  const futureRows = rowsOf(futures.underlyer, futures.expiry, u);
  const columns = createInstrumentColumns(body, () => futureRows[0]);
  return {
    at: u,
    expiries: chainRows.map((at) => fromCompactDate(chains.expiry[at]!)),
    futures: futureRows.map((at) => termsOf(columns.future(at))),
    spot: termsOf(columns.spot(u)),
    options(expiry) {
      const at = chainRows.find((row) => chains.expiry[row] === compactDate(expiry));
      if (at === undefined) return [];
      const calls = columns.tokens(at, "CE");
      const puts = columns.tokens(at, "PE");
      return chains.strikes[at]!.flatMap((_, row) => {
        const found: ContractTerms[] = [];
        if (calls[row]) found.push(termsOf(columns.option(at, row, "CE", calls[row])));
        if (puts[row]) found.push(termsOf(columns.option(at, row, "PE", puts[row])));
        return found;
      });
    },
  };
}

/** All options and futures of an underlying, as legs hold them; null for a token that no underlying has. */
function legContracts(body: MetacacheBody, underlying: number): ListedContract[] | null {
  const listed = listedContracts(body, underlying);
  if (listed === null) return null;
  const { chains, underlyers } = body;
  const exchange = underlyers.derivativeExchange[listed.at] as Parameters<typeof expiryInstant>[0];
  const instants = new Map<string, number>();
  for (const [at, owner] of chains.underlyer.entries()) {
    if (owner === listed.at) instants.set(fromCompactDate(chains.expiry[at]!), chains.expiryInstant[at]!);
  }
  const instantOf = (expiry: IsoDate): number => instants.get(expiry) ?? expiryInstant(exchange, expiry);
  const all = [...listed.expiries.flatMap(listed.options), ...listed.futures];
  return all.map((terms) => ({
    token: terms.instrument_token,
    tradingsymbol: terms.tradingsymbol,
    type: terms.instrument_type as LegType,
    strike: terms.strike,
    expiry: terms.expiry,
    expiryInstant: instantOf(terms.expiry as IsoDate),
    lotSize: terms.lot_size,
    multiplier: terms.multiplier,
    tickSize: terms.tick_size,
  }));
}

/** The same of the instruments there are; where the underlying is not among them, of those that are on their way. */
export async function contractsOf(
  metacache: Metacache,
  underlying: number,
): Promise<Outcome<readonly ListedContract[]>> {
  const found = await metacache.ready();
  if (found === null) return refuse("metacache.failed", "Instrument metacache failed");
  const known = legContracts(found.body, underlying);
  const later = known === null ? await metacache.settled() : null;
  const contracts = known ?? (later === null ? null : legContracts(later.body, underlying));
  if (contracts !== null) return { ok: true, value: contracts };
  return refuse("underlying.not_found", `Could not find underlying with symbol ${underlying}`);
}
