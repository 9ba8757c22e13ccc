import { roundStrikeStep } from "../../instruments/strikes.ts";
import type { OptionType } from "../../pricing/black76.ts";
import { yearsToExpiry } from "../../pricing/time.ts";
import type { IsoDate } from "../../units/iso-date.ts";
import type { ContractList, LegContract } from "../contract-list.ts";
import type { StrategyMarket, TradeAction } from "../model.ts";
import type { PresetName } from "./names.ts";
import { type PresetLeg, presetOf } from "./preset-table.ts";
import { rungStrikes } from "./rungs.ts";

/** A leg on its contract. */
export interface PlacedLeg {
  readonly contract: LegContract;
  readonly action: TradeAction;
  readonly lots: number;
}

/** Why a strategy cannot be built here and now. */
type PresetFault =
  /** the expiry is not listed, or over */
  | "NO_EXPIRY"
  /** no forward, so the middle is not known */
  | "NO_ATM"
  | "TOO_FEW_STRIKES"
  | "NO_FUTURE"
  /** the last one that is listed has expired */
  | "FUTURE_OVER"
  /** a calendar needs an expiry after the chosen one */
  | "NO_LATER_EXPIRY";

type PresetOutcome =
  | { readonly ok: true; readonly legs: readonly PlacedLeg[] }
  | { readonly ok: false; readonly fault: PresetFault };

/** Why not, for people. */
export const PRESET_FAULTS: Readonly<Record<PresetFault, string>> = {
  NO_EXPIRY: "This expiry is not listed any more; choose another",
  NO_ATM: "No price of this expiry is known yet, so its strikes cannot be chosen",
  TOO_FEW_STRIKES: "Too few strikes are listed for this strategy; choose another expiry",
  NO_FUTURE: "No future is listed on this underlying",
  FUTURE_OVER: "The listed futures are over; the next ones are listed with the next trading day",
  NO_LATER_EXPIRY: "A calendar needs a later expiry; choose a nearer one",
};

/** What a strategy is placed on. */
export interface PresetMarket {
  readonly market: Pick<StrategyMarket, "kind" | "now" | "strikeStep" | "expiries">;
  readonly contracts: ContractList;
}

const fault = (reason: PresetFault): PresetOutcome => ({ ok: false, fault: reason });

function isOption(leg: PresetLeg): leg is PresetLeg & { type: OptionType } {
  return leg.type !== "FUT";
}

/**
 * The future of the expiry, else the first to expire after it, else the last: a far option outlives every future. Of those that are
 * still traded.
 */
function futureFor({ futures }: ContractList, expiry: IsoDate, now: number): LegContract | PresetFault {
  if (futures.length === 0) return "NO_FUTURE";
  const alive = futures.filter(({ expiryInstant }) => !(expiryInstant <= now));
  return alive.find((future) => future.expiry! >= expiry) ?? alive.at(-1) ?? "FUTURE_OVER";
}

/** Strikes that are listed for each side and expiry that the legs need. */
function sharedStrikes(
  legs: readonly (PresetLeg & { type: OptionType })[],
  contracts: ContractList,
  expiryOf: (leg: PresetLeg) => IsoDate,
): readonly number[] {
  const lists = legs.map((leg) => contracts.strikes(leg.type, expiryOf(leg)));
  const [first = [], ...others] = [...new Set(lists)];
  const sets = others.map((list) => new Set(list));
  return first.filter((strike) => sets.every((set) => set.has(strike)));
}

/**
 * A ready-made strategy on the contracts listed now, one lot of it. No contract is used twice.
 * @param expiry of its options, and of the nearer ones of a calendar
 */
export function buildPreset(
  name: PresetName,
  { market, contracts }: PresetMarket,
  expiry: IsoDate,
): PresetOutcome {
  const { legs, rungSd } = presetOf(name);
  const options = legs.filter(isOption);
  const placed: PlacedLeg[] = [];
  for (const { type, action, lots } of legs) {
    if (type !== "FUT") continue;
    const contract = futureFor(contracts, expiry, market.now);
    if (typeof contract === "string") return fault(contract);
    placed.push({ contract, action, lots });
  }
  if (options.length === 0) return { ok: true, legs: placed };

  const near = market.expiries.find((each) => each.expiry === expiry);
  if (near === undefined || near.expiryInstant <= market.now || !contracts.expiries.includes(expiry)) {
    return fault("NO_EXPIRY");
  }
  const later = contracts.expiries.find((each) => each > expiry);
  if (later === undefined && options.some(({ term }) => term === "far")) return fault("NO_LATER_EXPIRY");
  if (!(near.forward > 0)) return fault("NO_ATM");

  const expiryOf = ({ term }: PresetLeg): IsoDate => (term === "far" ? later! : expiry);
  const ladder = {
    strikes: sharedStrikes(options, contracts, expiryOf),
    forward: near.forward,
    standardDeviation: near.forward * near.atmIv * Math.sqrt(yearsToExpiry(market.now, near.expiryInstant)),
    strikeStep: market.strikeStep,
    roundStep: roundStrikeStep(market.kind, market.strikeStep),
  };
  const strikes = rungStrikes(
    ladder,
    options.map(({ rung }) => rung),
    rungSd,
  );
  if (strikes === null) return fault("TOO_FEW_STRIKES");
  for (const leg of options) {
    const contract = contracts.option(leg.type, expiryOf(leg), strikes.get(leg.rung)!)!;
    placed.push({ contract, action: leg.action, lots: leg.lots });
  }
  return { ok: true, legs: placed };
}
