/** A simulated market to type trades in. */
import { listedExpiries } from "#domain/calendar/expiries.ts";
import { istDate } from "#domain/calendar/ist.ts";
import { contractSpec } from "#domain/instruments/specs.ts";
import { black76 } from "#domain/pricing/black76.ts";
import { yearsToExpiry } from "#domain/pricing/time.ts";
import type { QuickEntryContext } from "#domain/strategy/quick-entry/model.ts";
import { parseQuickEntry } from "#domain/strategy/quick-entry/parse.ts";
import { SIMULATED_NOW, simulatedWorld } from "../preset-worlds.ts";

export function quickContext(symbol = "NIFTY", changes: Partial<QuickEntryContext> = {}): QuickEntryContext {
  const { contracts, market, spot } = simulatedWorld(symbol);
  const marketOf = (expiry: string) => market.expiries.find((each) => each.expiry === expiry)!;
  const valued = (side: "CE" | "PE", expiry: string, strike: number) => {
    const { forward, expiryInstant, strikes, iv } = marketOf(expiry);
    const sigma = iv[strikes.indexOf(strike)] ?? Number.NaN;
    return black76(side, forward, strike, yearsToExpiry(SIMULATED_NOW, expiryInstant), sigma, 0);
  };
  const on = istDate(SIMULATED_NOW);
  const weeklies = new Set(
    listedExpiries(contractSpec(symbol, on).expiryRule, on).flatMap(({ date, type }) =>
      type === "weekly" ? [date] : [],
    ),
  );
  return {
    contracts,
    symbol,
    expiries: contracts.expiries,
    monthlies: contracts.expiries.filter((each) => !weeklies.has(each)),
    spot,
    forwardOf: (expiry) => marketOf(expiry).forward,
    atmStrikeOf: () => Number.NaN,
    deltaOf: (side, expiry, strike) => valued(side, expiry, strike).delta,
    priceOf: (side, expiry, strike) => valued(side, expiry, strike).price,
    defaults: { expiry: contracts.expiries[0]!, lots: 1 },
    ...changes,
  };
}

/** `SELL 2 24500 CE 2026-08-25 @ 118`, the default expiry and lots left out. */
export function legsOf(text: string, context = quickContext()): string[] {
  return parseQuickEntry(text, context).legs.map(({ action, lots, contract, entryPrice }) =>
    [
      action,
      ...(lots === 1 ? [] : [`x${lots}`]),
      ...(contract.type === "FUT" ? [] : [contract.strike]),
      contract.type,
      ...(contract.expiry === context.defaults.expiry ? [] : [contract.expiry]),
      ...(entryPrice === null ? [] : [`@ ${entryPrice}`]),
    ].join(" "),
  );
}

/** What is amiss, by the words it is about. */
export function problemsOf(text: string, context = quickContext()): [string, string][] {
  return parseQuickEntry(text, context).words.flatMap(({ start, end, problem }) =>
    problem === undefined ? [] : [[text.slice(start, end), problem.code] as [string, string]],
  );
}
