/**
 * Trades as the chain's address has them (rule CHAIN-22): `2C25000-261124*102.5_-1P24800-261124` is two lots of the 25,000 call of
 * 24 November 2026 bought at 102.50, and one of the 24,800 put sold at the market's price.
 */
import type { OptionType } from "#domain/pricing/black76.ts";
import type { AnalyzerLeg } from "#domain/strategy/analyzer/model.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import { priceOfMore } from "../../../strategy/add-lot.ts";
import type { Press } from "../analyze-state.ts";

export interface AddressedLeg {
  /** Sold below 0. */
  readonly lots: number;
  readonly option: OptionType;
  readonly strike: number;
  readonly expiry: IsoDate;
  /** null: the market's */
  readonly price: number | null;
}

/** More do not fit into an address that is to be sent. */
export const MOST_ADDRESSED = 60;
const MOST_LOTS = 99_999;

const LEG =
  /^(-?)(\d{1,5})([CP])(\d{1,9}(?:\.\d{1,4})?)-(\d{2})(\d{2})(\d{2})(?:\*(\d{1,9}(?:\.\d{1,4})?))?$/;

/** A figure without a thing that does not count: 102.5, 25000, 83.2575. */
const plain = (value: number): string => String(Number(value.toFixed(4)));

function addressText({ lots, option, strike, expiry, price }: AddressedLeg): string {
  const day = expiry.slice(2).replaceAll("-", "");
  return `${lots}${option.slice(0, 1)}${plain(strike)}-${day}${price === null ? "" : `*${plain(price)}`}`;
}

function legText(leg: AnalyzerLeg): string | null {
  const { type, strike, expiry, quantity, lotSize, entryPrice } = leg;
  const lots = quantity / lotSize;
  if (expiry === null || (type !== "CE" && type !== "PE") || !Number.isInteger(lots)) return null;
  if (Math.abs(lots) > MOST_LOTS) return null;
  return addressText({ lots, option: type, strike, expiry, price: entryPrice });
}

/** What of the trades an address can name; "" nothing. */
export function legsText(legs: readonly AnalyzerLeg[]): string {
  return legs
    .map(legText)
    .filter((text) => text !== null)
    .slice(0, MOST_ADDRESSED)
    .join("_");
}

function readLeg(text: string): AddressedLeg | null {
  const found = LEG.exec(text);
  if (found === null) return null;
  const [, sign, lots, side, strike, year, month, day, price] = found;
  const expiry = `20${year}-${month}-${day}`;
  if (!(Number(lots) > 0)) return null;
  return {
    lots: (sign === "-" ? -1 : 1) * Number(lots),
    option: side === "C" ? "CE" : "PE",
    strike: Number(strike),
    expiry,
    price: price === undefined ? null : Number(price),
  };
}

/** The trades that an address names; what cannot be understood is counted and left out. */
export function readLegs(text: string): {
  readonly legs: readonly AddressedLeg[];
  readonly unread: number;
} {
  const parts = text.split("_");
  const legs = parts
    .slice(0, MOST_ADDRESSED)
    .map(readLeg)
    .filter((leg) => leg !== null);
  return { legs, unread: parts.length - legs.length };
}

/** What an address is to say of its trades when what was pressed is dealt on top of them (rule CHAIN-16). */
export function legsWithPresses(text: string | undefined, presses: readonly Press[]): string {
  const legs = text === undefined ? [] : [...readLegs(text).legs];
  for (const { option, strike, expiry, price: pressed, action } of presses) {
    const lot = action === "BUY" ? 1 : -1;
    const price = Number.isNaN(pressed) ? null : pressed;
    const at = legs.findIndex(
      (leg) => leg.option === option && leg.strike === strike && leg.expiry === expiry,
    );
    const held = legs[at];
    if (held === undefined) legs.push({ lots: lot, option, strike, expiry, price });
    else if (Math.sign(held.lots) !== lot) legs[at] = { ...held, lots: lot, price };
    else {
      const deal = { entryPrice: held.price, quantity: held.lots };
      legs[at] = { ...held, lots: held.lots + lot, price: priceOfMore(deal, price, 1) };
    }
  }
  return legs.slice(0, MOST_ADDRESSED).map(addressText).join("_");
}
