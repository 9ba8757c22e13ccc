/** Strikes as they are typed, and the listed strike each means. */

import type { OptionType } from "../../pricing/black76.ts";
import type { IsoDate } from "../../units/iso-date.ts";
import { nearestOf } from "../legs/change.ts";
import type { QuickEntryContext, QuickProblem } from "./model.ts";

export type PlaceSpec =
  | { readonly kind: "strike"; readonly strike: number }
  /** Listed strikes from the money, upwards; from 100 on, and with decimals, rupees. */
  | { readonly kind: "atm"; readonly away: number }
  /** Listed strikes out of the money, of a call upwards and of a put downwards; below 0 in the money. */
  | { readonly kind: "otm"; readonly strikes: number }
  /** 0.2 and 20 are the same. */
  | { readonly kind: "delta"; readonly delta: number }
  | { readonly kind: "premium"; readonly price: number };

type Found = { readonly strike: number } | { readonly problem: QuickProblem };

/** From here on `atm+100` is rupees. */
const RUPEES_FROM = 100;
const NEARLY = 1e-6;

const unlisted = (strikes: readonly number[], strike: number): Found => ({
  problem: { code: "unlisted-strike", strike, nearest: nearestOf(strikes, strike, () => true) },
});

function listed(strikes: readonly number[], strike: number): Found {
  const found = strikes.find((each) => Math.abs(each - strike) < NEARLY);
  return found === undefined ? unlisted(strikes, strike) : { strike: found };
}

/** Where the list would go on by its last distance. @param missing strikes beyond its end, below 0 at the lower one */
function beyondEnd(strikes: readonly number[], missing: number): Found {
  const [end, inner] = missing > 0 ? [strikes.at(-1)!, strikes.at(-2)] : [strikes[0]!, strikes[1]];
  const strike = end + missing * Math.abs(end - (inner ?? end));
  return { problem: { code: "unlisted-strike", strike, nearest: end } };
}

function fromMoney(
  away: number,
  strikes: readonly number[],
  expiry: IsoDate,
  { atmStrikeOf, forwardOf, spot }: QuickEntryContext,
): Found {
  const level = [atmStrikeOf(expiry), forwardOf(expiry), spot].find((each) => each > 0);
  const atm = level === undefined ? null : nearestOf(strikes, level, () => true);
  if (atm === null) return { problem: { code: "no-atm" } };
  if (!Number.isInteger(away) || Math.abs(away) >= RUPEES_FROM) return listed(strikes, atm + away);
  const index = strikes.indexOf(atm) + away;
  const strike = strikes[index];
  if (strike !== undefined) return { strike };
  return beyondEnd(strikes, away > 0 ? index - (strikes.length - 1) : index);
}

/** The strike whose figure is nearest; of two as near the lower strike; null where none is known. */
function nearestBy(strikes: readonly number[], figure: (strike: number) => number): number | null {
  let best: number | null = null;
  let least = Infinity;
  for (const strike of strikes) {
    const away = figure(strike);
    if (!(away < least)) continue;
    best = strike;
    least = away;
  }
  return best;
}

export function strikeAt(
  place: PlaceSpec,
  side: OptionType,
  expiry: IsoDate,
  context: QuickEntryContext,
): Found {
  const strikes = context.contracts.strikes(side, expiry);
  switch (place.kind) {
    case "strike":
      return listed(strikes, place.strike);
    case "atm":
      return fromMoney(place.away, strikes, expiry, context);
    case "otm":
      return fromMoney(side === "CE" ? place.strikes : -place.strikes, strikes, expiry, context);
    case "delta": {
      const wanted = place.delta > 1 ? place.delta / 100 : place.delta;
      if (!(wanted > 0 && wanted < 1)) return { problem: { code: "delta-range" } };
      const strike = nearestBy(strikes, (each) =>
        Math.abs(Math.abs(context.deltaOf(side, expiry, each)) - wanted),
      );
      return strike === null ? { problem: { code: "no-delta" } } : { strike };
    }
    case "premium": {
      if (!(place.price > 0)) return { problem: { code: "bad-price" } };
      const strike = nearestBy(strikes, (each) => {
        const price = context.priceOf(side, expiry, each);
        return price > 0 ? Math.abs(price - place.price) : Number.NaN;
      });
      return strike === null ? { problem: { code: "no-price" } } : { strike };
    }
  }
}
