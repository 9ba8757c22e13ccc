/** What the words of one trade mean together: legs on listed contracts, or a ready-made strategy. */

import type { OptionType } from "../../pricing/black76.ts";
import type { IsoDate } from "../../units/iso-date.ts";
import type { LegContract } from "../contract-list.ts";
import { MOST_LOTS } from "../legs/lots.ts";
import type { TradeAction } from "../model.ts";
import type { QuickEntryContext, QuickLeg, QuickPreset, QuickProblem, WordKind } from "./model.ts";
import { type PlaceSpec, strikeAt } from "./places.ts";
import type { Clause, OpenWord, ReadPlace } from "./read-clause.ts";
import { nearestStrategy, STRATEGIES } from "./vocabulary.ts";

/** What the next trade takes over when it says nothing of its own. */
export interface Carried {
  readonly action: TradeAction | null;
  readonly expiry: IsoDate | null;
}

interface Meaning {
  readonly legs: readonly QuickLeg[];
  readonly preset: QuickPreset | null;
}
const NOTHING: Meaning = { legs: [], preset: null };

/** A number beside a strike is lots up to here, and beyond a strike too many. */
const MOST_BARE_LOTS = 1_000;

const opposite = (action: TradeAction): TradeAction => (action === "BUY" ? "SELL" : "BUY");

/** Of strikes between slashes: a spread, a butterfly, a condor, by the first one's action. */
const RATIOS: Readonly<Record<number, readonly number[]>> = { 2: [1, -1], 3: [1, -2, 1], 4: [1, -1, -1, 1] };

interface Wanted {
  readonly side: OptionType;
  readonly place: ReadPlace;
  readonly spec: PlaceSpec;
  readonly action: TradeAction;
  readonly ratio: number;
}

/** `atm ce pe` is a straddle. */
const BOTH: ReadonlySet<string> = new Set(["call put", "put call"]);

const notTaken: QuickProblem = { code: "not-taken" };

/** A strategy that stands at two strikes: `strangle 23500 24500`. */
const isOfTwo = ({ nouns }: Clause): boolean => ["strangle", "spread"].includes(nouns.at(-1)?.text ?? "");

/**
 * `24500 ce 2`: of numbers that stand alone the first that is a listed strike is the strike, and a small whole one beside it lots.
 * @returns the places that remain
 */
function sortNumbers(clause: Clause, expiry: IsoDate, { contracts }: QuickEntryContext): ReadPlace[] {
  const loose = clause.places.filter(({ isBare, isJoined }) => isBare && !isJoined);
  const others = clause.places.filter((place) => !loose.includes(place));
  const strikeOf = ({ spec }: ReadPlace) => (spec.kind === "strike" ? spec.strike : Number.NaN);
  const isListed = (place: ReadPlace) => contracts.option("CE", expiry, strikeOf(place)) !== null;
  if (loose.length === 2 && others.length === 0 && isOfTwo(clause) && loose.every(isListed)) return loose;
  const strike = others.length > 0 ? undefined : (loose.find(isListed) ?? loose[0]);
  for (const each of loose) {
    if (each === strike) continue;
    const value = strikeOf(each);
    each.word.kind = "quantity";
    const isLots =
      Number.isInteger(value) && value >= 1 && value <= MOST_BARE_LOTS && clause.quantity === null;
    if (isLots) clause.quantity = { value, unit: "lots", word: each.word };
    else each.word.problem = notTaken;
  }
  return strike === undefined ? others : [strike];
}

export function meaningOf(clause: Clause, carried: Carried, context: QuickEntryContext): Meaning {
  const expiry = clause.expiry ?? carried.expiry ?? context.defaults.expiry;
  const action = clause.action ?? carried.action;
  const places = sortNumbers(clause, expiry, context);
  const noun = clause.nouns.map(({ text }) => text).join(" ");
  const { words } = clause;
  const hasUnknown = words.some(({ kind }) => kind === "unknown");

  const needs = (...expected: readonly WordKind[]): Meaning => {
    const at = words.at(-1)?.end ?? 0;
    // A word that is not known may be the very one that is missing.
    if (!hasUnknown)
      words.push({ start: at, end: at, kind: "missing", problem: { code: "missing", expected } });
    return NOTHING;
  };
  const refuse = (
    all: readonly (ReadPlace | { readonly word: OpenWord } | null)[],
    problem: QuickProblem,
  ) => {
    for (const each of all) if (each !== null) each.word.problem ??= problem;
  };
  const isFine = () => words.every(({ problem }) => problem === undefined);

  /** Lots of a contract, so many times what is said; null with the reason at the quantity. */
  function lotsOf({ lotSize }: LegContract, times: number): number | null {
    const { quantity } = clause;
    if (quantity === null) return times * context.defaults.lots;
    const lots = quantity.unit === "lots" ? quantity.value : quantity.value / lotSize;
    if (!Number.isInteger(lots)) {
      quantity.word.problem =
        quantity.unit === "units" ? { code: "lot-rule", lotSize } : { code: "bad-quantity" };
      return null;
    }
    if (times * lots <= MOST_LOTS) return times * lots;
    quantity.word.problem = { code: "too-many-lots" };
    return null;
  }

  function onContract(
    contract: LegContract,
    each: TradeAction,
    ratio: number,
    entryPrice: number | null,
  ): QuickLeg | null {
    const lots = lotsOf(contract, ratio);
    return lots === null ? null : { contract, action: each, lots, entryPrice };
  }

  function optionLegs(wanted: readonly Wanted[]): Meaning {
    if (wanted.length > 1) refuse([clause.price], { code: "price-of-several" });
    const legs: QuickLeg[] = [];
    for (const { side, place, spec, action: own, ratio } of wanted) {
      const found = strikeAt(spec, side, expiry, context);
      if ("problem" in found) {
        refuse([place], found.problem);
        continue;
      }
      const contract = context.contracts.option(side, expiry, found.strike);
      const leg = contract === null ? null : onContract(contract, own, ratio, clause.price?.value ?? null);
      if (leg !== null) legs.push(leg);
    }
    return isFine() ? { legs, preset: null } : NOTHING;
  }

  function preset(): Meaning {
    const named = STRATEGIES[noun];
    refuse(places, notTaken);
    refuse([clause.price], { code: "price-of-several" });
    if (named === undefined) {
      refuse(clause.nouns, { code: "unknown-strategy", nearest: nearestStrategy(noun) });
      return NOTHING;
    }
    const name = action === null ? named.bare : action === "BUY" ? named.buy : named.sell;
    // What an earlier trade was does not forbid a strategy that has one side.
    const said = name ?? (clause.action === null ? named.bare : null);
    if (said === null && action === null) return needs("action");
    if (said === null) {
      refuse(clause.nouns, { code: "unknown-strategy", nearest: null });
      return NOTHING;
    }
    const side = context.contracts.strikes("CE", expiry)[0];
    const any =
      side === undefined ? context.contracts.futures[0] : context.contracts.option("CE", expiry, side);
    const lots = any == null ? context.defaults.lots : lotsOf(any, 1);
    return lots !== null && isFine() ? { legs: [], preset: { name: said, expiry, lots } } : NOTHING;
  }

  function futureLeg(): Meaning {
    refuse(places, notTaken);
    if (action === null) return needs("action");
    const { futures } = context.contracts;
    const future = futures.find((each) => each.expiry! >= expiry);
    if (future === undefined) {
      refuse(clause.nouns, { code: "no-future" });
      return NOTHING;
    }
    const leg = onContract(future, action, 1, clause.price?.value ?? null);
    return leg !== null && isFine() ? { legs: [leg], preset: null } : NOTHING;
  }

  function strikesOf(side: OptionType, own: TradeAction): Meaning {
    const ratios = places.length === 1 ? [1] : RATIOS[places.length];
    const isRow = places.every(({ isJoined }) => isJoined) || isOfTwo(clause);
    if (ratios === undefined || (places.length > 1 && !isRow)) {
      refuse(places.slice(1), notTaken);
      return NOTHING;
    }
    return optionLegs(
      places.map((place, i) => ({
        side,
        place,
        spec: place.spec,
        action: ratios[i]! > 0 ? own : opposite(own),
        ratio: Math.abs(ratios[i]!),
      })),
    );
  }

  /** A call and a put: at one strike, as far either side, or at two. */
  function pair(own: TradeAction): Meaning {
    const [first, second] = places as [ReadPlace, ReadPlace?];
    const leg = (side: OptionType, place: ReadPlace, spec = place.spec): Wanted => ({
      side,
      place,
      spec,
      action: own,
      ratio: 1,
    });
    if (noun === "straddle" || BOTH.has(noun)) {
      refuse(places.slice(1), notTaken);
      return optionLegs([leg("CE", first), leg("PE", first)]);
    }
    if (second !== undefined) {
      refuse(places.slice(2), notTaken);
      const value = ({ spec }: ReadPlace) => (spec.kind === "strike" ? spec.strike : Number.NaN);
      const isUp = value(first) > value(second);
      return optionLegs([leg("CE", isUp ? first : second), leg("PE", isUp ? second : first)]);
    }
    const { spec } = first;
    if (spec.kind === "strike") return needs("strike");
    if (spec.kind !== "atm") return optionLegs([leg("CE", first), leg("PE", first)]);
    const away = Math.abs(spec.away);
    return optionLegs([
      leg("CE", first, { kind: "atm", away }),
      leg("PE", first, { kind: "atm", away: -away }),
    ]);
  }

  for (const { text, word } of clause.nouns) {
    if (clause.nouns.length === 1 && ["call", "put", "future"].includes(text)) word.kind = "type";
  }
  if (words.every(({ kind }) => kind === "filler")) return NOTHING;
  if (noun === "") return needs("type", "strategy");
  if (BOTH.has(noun) && places.length > 0) return action === null ? needs("action") : pair(action);
  if (noun === "future") return futureLeg();
  const side = noun.startsWith("call") ? "CE" : "PE";
  const isSide = noun === "call" || noun === "put";
  const isRange = (noun === "call spread" || noun === "put spread") && places.length > 1;
  const isPair = (noun === "straddle" || noun === "strangle") && places.length > 0;
  if (isSide && places.length === 0 && clause.price !== null) return needs("strike");
  if (!isRange && !isPair && !(isSide && places.length > 0)) return preset();
  if (action === null) return needs("action");
  return isPair ? pair(action) : strikesOf(side, action);
}
