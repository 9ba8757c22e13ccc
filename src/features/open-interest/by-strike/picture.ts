/** What the by-strike tabs show of two instants, whoever told of them. Units; null is not known. Pure. */

import type { OiByStrikeResponse, OiInstant } from "#protocol/http/open-interest.ts";
import type { OiAt, OiDay } from "./oi-day.ts";
import { PREVIOUS_CLOSE } from "./oi-day.ts";
import { instantOf, type Span } from "./places.ts";

/** Figures of an instant; NaN is not known. */
export interface InstantFigures {
  /** epoch ms; NaN of a close before */
  readonly at: number;
  readonly spot: number;
  readonly forward: number;
  readonly atmStrike: number;
  readonly pcr: number;
  readonly maxPain: number;
  readonly callOi: number;
  readonly putOi: number;
}

export interface Sides {
  readonly call: ArrayLike<number | null>;
  readonly put: ArrayLike<number | null>;
}

export interface Picture {
  /** rupees, ascending */
  readonly strikes: ArrayLike<number>;
  readonly before: Sides;
  readonly now: Sides;
  readonly from: InstantFigures;
  readonly to: InstantFigures;
  /** units a lot; NaN where the expiries do not share one */
  readonly lotSize: number;
}

const known = (value: number | null): number => value ?? Number.NaN;

const instantFigures = (told: OiInstant): InstantFigures => ({
  at: known(told.at),
  spot: known(told.spot),
  forward: known(told.forward),
  atmStrike: known(told.atm_strike),
  pcr: known(told.pcr),
  maxPain: known(told.max_pain),
  callOi: known(told.call_oi),
  putOi: known(told.put_oi),
});

export const pictureOfAnswer = (told: OiByStrikeResponse["payload"]): Picture => ({
  strikes: told.strikes,
  before: { call: told.call_oi_from, put: told.put_oi_from },
  now: { call: told.call_oi_to, put: told.put_oi_to },
  from: instantFigures(told.from),
  to: instantFigures(told.to),
  lotSize: known(told.lot_size),
});

const figuresAt = (at: OiAt, place: number, span: Pick<Span, "open">): InstantFigures => ({
  at: place === PREVIOUS_CLOSE ? Number.NaN : instantOf(place, span),
  spot: at.spot,
  forward: at.forward,
  atmStrike: at.atmStrike,
  pcr: at.pcr,
  maxPain: at.maxPain,
  callOi: at.callTotal,
  putOi: at.putTotal,
});

export function pictureOfDay(day: OiDay, from: number, to: number): Picture {
  const { open } = day.session;
  const [before, now] = [day.at(from), day.at(to)];
  return {
    strikes: day.strikes,
    before,
    now,
    from: figuresAt(before, from, { open }),
    to: figuresAt(now, to, { open }),
    lotSize: day.lotSize,
  };
}

/** The strikes nearest a level, `count` to each side of it. @returns first and one past the last; all where the level is not known */
export function strikesAround(
  strikes: ArrayLike<number>,
  level: number,
  count: number,
): readonly [from: number, to: number] {
  if (!(level > 0) || strikes.length === 0) return [0, strikes.length];
  let nearest = 0;
  for (let i = 1; i < strikes.length; i++) {
    if (Math.abs(strikes[i]! - level) < Math.abs(strikes[nearest]! - level)) nearest = i;
  }
  return [Math.max(0, nearest - count), Math.min(strikes.length, nearest + count + 1)];
}

const figureOf = (value: number | null | undefined): number | null =>
  value === null || value === undefined || Number.isNaN(value) ? null : value;

export interface ShownSides {
  readonly call: (number | null)[];
  readonly put: (number | null)[];
}

/** @param divisor units a lot, or 1 */
export function oiOf(
  { call, put }: Sides,
  [from, to]: readonly [number, number],
  divisor: number,
): ShownSides {
  const of = (side: ArrayLike<number | null>): (number | null)[] => {
    const shown: (number | null)[] = [];
    for (let i = from; i < to; i++) {
      const figure = figureOf(side[i]);
      shown.push(figure === null ? null : figure / divisor);
    }
    return shown;
  };
  return { call: of(call), put: of(put) };
}

/** The change from one instant to the other; not known where either is not. */
export function changeOf(
  before: Sides,
  now: Sides,
  [from, to]: readonly [number, number],
  divisor: number,
): ShownSides {
  const of = (was: ArrayLike<number | null>, is: ArrayLike<number | null>): (number | null)[] => {
    const shown: (number | null)[] = [];
    for (let i = from; i < to; i++) {
      const [a, b] = [figureOf(was[i]), figureOf(is[i])];
      shown.push(a === null || b === null ? null : (b - a) / divisor);
    }
    return shown;
  };
  return { call: of(before.call, now.call), put: of(before.put, now.put) };
}
