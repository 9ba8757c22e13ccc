import { atmStrikeIndex } from "#domain/chain/measures.ts";
import { combinedPremium, type PremiumLeg } from "#domain/chain/premium.ts";
import type { InstrumentDetails } from "#protocol/http/instruments.ts";
import { isRolling, type PremiumLine, type RollingLine, signOf } from "./premium-strategies.ts";

/** One contract through a session by the minute, the one that is on included; NaN unknown. */
export interface ContractMinutes {
  /** rupees of the day's last trade by the end of the minute */
  price(minute: number): number;
  /** units traded in it */
  volume(minute: number): number;
}

/** A line at the end of one minute. */
export interface PremiumMinute {
  /** rupees, NaN unknown */
  readonly premium: number;
  /** units traded in the legs in the minute, NaN where that is not known of one of them */
  readonly volume: number;
  /** by leg, whether it traded in the minute */
  readonly traded: readonly boolean[];
  /** rupees, of a rolling line: the strike at the money; NaN unknown, and of any other */
  readonly strike: number;
}

type Legs = readonly (PremiumLeg & { readonly contract: InstrumentDetails })[];

/** Call and put of a rolling line for a strike at the money; null where the list has no such strikes. @param atm place among the strikes */
export function legsAt({ calls, puts, steps, action }: RollingLine, atm: number): Legs | null {
  const [call, put] = [calls[atm + steps], puts[atm - steps]];
  if (atm < 0 || call === undefined || put === undefined) return null;
  const sign = signOf(action);
  return [call, put].map((contract) => ({ contract, sign, ratio: 1 }));
}

/** @param reference rupees, NaN unknown @returns place among the strikes, -1 unknown */
export const atmPlace = ({ strikes }: RollingLine, reference: number): number =>
  atmStrikeIndex(strikes.length, strikes, reference);

/** What legs say of any minute; the same arrays are not made anew for each. */
function minutesOf(
  legs: Legs,
  of: (token: number) => ContractMinutes,
  strike: number,
): (minute: number) => PremiumMinute {
  const own = legs.map(({ contract }) => of(contract.instrument_token));
  return (minute) => {
    let volume = 0;
    const traded: boolean[] = [];
    for (const each of own) {
      const units = each.volume(minute);
      volume += units;
      traded.push(units > 0);
    }
    return { premium: combinedPremium(legs, (i) => own[i]!.price(minute)), volume, traded, strike };
  };
}

/**
 * A line by the minute of one session.
 * @param of the minutes of any contract that it may have
 * @param reference what a rolling line follows at the end of a minute, rupees, NaN unknown
 */
export function linePremium(
  line: PremiumLine,
  of: (token: number) => ContractMinutes,
  reference: (minute: number) => number,
): (minute: number) => PremiumMinute {
  if (!isRolling(line)) return minutesOf(line.legs, of, Number.NaN);
  const unknown = { premium: Number.NaN, volume: Number.NaN, traded: [] };
  const byPlace = new Map<number, (minute: number) => PremiumMinute>();
  const at = (atm: number): ((minute: number) => PremiumMinute) => {
    const strike = line.strikes[atm] ?? Number.NaN;
    const legs = legsAt(line, atm);
    return legs === null ? () => ({ ...unknown, strike }) : minutesOf(legs, of, strike);
  };
  return (minute) => {
    const atm = atmPlace(line, reference(minute));
    let minutes = byPlace.get(atm);
    if (minutes === undefined) {
      minutes = at(atm);
      byPlace.set(atm, minutes);
    }
    return minutes(minute);
  };
}
