/** The contract that an address names, found among the engine's instruments. */

import type { LegContract } from "#domain/strategy/contract-list.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { ContractMatch, EngineApi, UnderlyingSummary } from "#workers/engine/api.ts";
import { firstRunning } from "../../../shared/first-running.ts";

export interface NamedContract {
  readonly underlying: UnderlyingSummary;
  readonly expiry: IsoDate;
  /** Options of that expiry. */
  readonly options: readonly LegContract[];
  /** null where the name leaves the strike open: it is the call at the money. */
  readonly option: LegContract | null;
}

export type Found =
  | { readonly ok: true; readonly value: NamedContract }
  /** `message` null: nothing is listed under that name. */
  | { readonly ok: false; readonly message: string | null };

export type AskEngine = <T>(call: (api: EngineApi) => Promise<T>) => Promise<T>;

const NOT_LISTED: Found = { ok: false, message: null };

const isOption = ({ type }: LegContract): boolean => type === "CE" || type === "PE";

async function ofUnderlying(
  ask: AskEngine,
  underlying: UnderlyingSummary,
  choose: (contracts: readonly LegContract[]) => Pick<NamedContract, "expiry" | "option"> | null,
): Promise<Found> {
  const listed = await ask((api) => api.contracts(underlying.token));
  if (!listed.ok) return { ok: false, message: listed.message };
  const chosen = choose(listed.value);
  if (chosen === null) return NOT_LISTED;
  const { expiry } = chosen;
  const options = listed.value.filter((each) => isOption(each) && each.expiry === expiry);
  return options.length === 0 ? NOT_LISTED : { ok: true, value: { underlying, options, ...chosen } };
}

/**
 * @param symbol of an option, of a future (its expiry's option at the money), or of an underlying (its first running expiry's)
 * @param nowOf market time as an underlying's summary tells it, epoch ms
 */
export async function findContract(
  ask: AskEngine,
  symbol: string,
  nowOf: (underlying: UnderlyingSummary) => number,
): Promise<Found> {
  const underlying = await ask((api) => api.underlying(symbol));
  if (underlying.ok) {
    const { expiries } = underlying.value;
    const listed = expiries.map((each) => each.expiry);
    const expiry = firstRunning(listed, underlying.value, nowOf(underlying.value));
    return ofUnderlying(ask, underlying.value, () =>
      expiry === undefined ? null : { expiry, option: null },
    );
  }
  const matches = await ask((api) => api.findContracts(symbol));
  if (!matches.ok) return { ok: false, message: matches.message };
  const name = matches.value.found[0]?.underlying;
  if (name === undefined) return NOT_LISTED;
  const owner = await ask((api) => api.underlying(name));
  if (!owner.ok) return { ok: false, message: owner.message };
  return ofUnderlying(ask, owner.value, (contracts) => {
    const found = contracts.find(({ tradingsymbol }) => tradingsymbol === symbol);
    if (found === undefined || found.expiry === null) return null;
    if (isOption(found)) return { expiry: found.expiry, option: found };
    // A future's own expiry, or the last of the options that end in its month.
    const month = found.expiry.slice(0, 7);
    const days = contracts.flatMap((each) => (isOption(each) && each.expiry ? [each.expiry] : []));
    const near = days.filter((day) => day.startsWith(month) && day <= found.expiry!).sort();
    const expiry = days.includes(found.expiry) ? found.expiry : near.at(-1);
    return expiry === undefined ? null : { expiry, option: null };
  });
}

/** Tradingsymbol of a contract that a search found; null when it is listed no longer. */
export async function symbolOf(ask: AskEngine, match: ContractMatch): Promise<string | null> {
  const underlying = await ask((api) => api.underlying(match.underlying));
  if (!underlying.ok) return null;
  const contracts = await ask((api) => api.contracts(underlying.value.token));
  if (!contracts.ok) return null;
  const { expiry, strike, kind } = match;
  const found = contracts.value.find(
    (each) => each.expiry === expiry && each.type === kind && (kind === "FUT" || each.strike === strike),
  );
  return found?.tradingsymbol ?? null;
}
