import { formatExpiry } from "#domain/format/date.ts";
import { decimalsOfTick, formatFixed } from "#domain/format/number.ts";
import type { LegContract } from "#domain/strategy/contract-list.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import { countText, numberText } from "../../shared/texts/texts.tsx";
import { TEXTS } from "./texts.ts";

/** "24,500", "95.25": no decimals that say nothing. */
export function strikeText(strike: number): string {
  return formatFixed(strike, Math.min(4, decimalsOfTick(Math.abs(strike))));
}

/** "24 Nov 24,500 CE", "24 Nov Fut". @param today gives far expiries their year */
export function contractName(
  { type, strike, expiry, tradingsymbol }: Pick<LegContract, "type" | "strike" | "expiry" | "tradingsymbol">,
  today?: IsoDate,
): string {
  if (expiry === null) return tradingsymbol;
  const day = formatExpiry(expiry, today);
  return type === "FUT" ? `${day} ${TEXTS.types.FUT}` : `${day} ${strikeText(strike)} ${type}`;
}

interface Counted extends Pick<LegContract, "lotSize"> {
  /** Signed units. */
  readonly quantity: number;
}

/** Lots where they are whole, else with as many decimals as they need to be told apart. */
export function lotsText({ quantity, lotSize }: Counted): string {
  const lots = Math.abs(quantity) / lotSize;
  return Number.isInteger(lots) ? numberText(lots) : formatFixed(lots, 2);
}

/** "2 lots", or "130 units" of what is counted in them. */
export function quantityText(leg: Counted, view: "lots" | "units"): string {
  const lots = Math.abs(leg.quantity) / leg.lotSize;
  if (view === "units" || !Number.isInteger(lots)) return TEXTS.unitsOf(Math.abs(leg.quantity));
  return countText(lots, { one: TEXTS.lot.one, other: TEXTS.lot.other });
}

type NamedLeg = Pick<LegContract, "type" | "strike" | "expiry" | "tradingsymbol"> & Counted;

/** A leg that changes is another object, and each of the dozen fields of a row asks for its name. */
const names = new WeakMap<NamedLeg, string>();

/** A leg as it is spoken of: "Sell 24 Nov 24,500 CE". */
export function legName(leg: NamedLeg): string {
  const known = names.get(leg);
  if (known !== undefined) return known;
  const name = TEXTS.leg(TEXTS.actions[leg.quantity > 0 ? "BUY" : "SELL"], contractName(leg));
  names.set(leg, name);
  return name;
}
