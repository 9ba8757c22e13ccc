/** What is drawn: strategies of the address, each of contracts that are listed. Pure. */

import { compactDate } from "#domain/calendar/ist.ts";
import { commonDivisor } from "#domain/chain/premium.ts";
import type { ContractList, LegContract } from "#domain/strategy/contract-list.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { PremiumStrategy } from "#protocol/http/chart-premium.ts";
import type { LivePremium } from "../../../live/premium-ticks.ts";
import type { Amiss, LeftOut, RollingWish, Wish } from "../address/wishes.ts";

export interface Line {
  readonly wish: Wish;
  /** of fixed ones, in the order of the wish; none of a rolling one */
  readonly contracts: readonly LegContract[];
  /** of a rolling one, the expiry that it has now; null of any other */
  readonly expiry: IsoDate | null;
  /** money of a lot = premium × lot size × this; NaN where its contracts do not share one */
  readonly multiplier: number;
  readonly asked: PremiumStrategy;
  readonly live: LivePremium;
}

/** What lines are made of. */
export interface Listing {
  readonly symbol: string;
  readonly listed: ContractList;
  /** the expiry that rolling lines have unless they name one; null where nothing is listed */
  readonly nearest: IsoDate | null;
  /** symbols of underlyings, which are not contracts */
  readonly underlyings: ReadonlySet<string>;
}

/** Every contract of an underlying by its symbol. */
function bySymbol(listed: ContractList): ReadonlyMap<string, LegContract> {
  const options = listed.expiries.flatMap((expiry) =>
    (["CE", "PE"] as const).flatMap((side) =>
      listed.strikes(side, expiry).flatMap((strike) => listed.option(side, expiry, strike) ?? []),
    ),
  );
  return new Map([...listed.futures, ...options].map((each) => [each.tradingsymbol, each]));
}

const signOf = (action: "BUY" | "SELL"): 1 | -1 => (action === "SELL" ? 1 : -1);

const commonOf = (values: readonly number[]): number =>
  new Set(values).size === 1 ? values[0]! : Number.NaN;

function rollingLine(wish: RollingWish, { listed, nearest }: Listing): Line | Amiss {
  const expiry = wish.expiry ?? nearest;
  if (expiry === null || !listed.expiries.includes(expiry)) {
    return expiry === null ? { is: "unreadable", what: "atm" } : { is: "expiry", expiry };
  }
  const { steps, reference, action } = wish;
  const all = [...listed.strikes("CE", expiry), ...listed.strikes("PE", expiry)];
  const strikes = Float64Array.from(new Set(all)).sort();
  const side = (type: "CE" | "PE") => Array.from(strikes, (strike) => listed.option(type, expiry, strike));
  const [calls, puts] = [side("CE"), side("PE")];
  const tokens = (contracts: readonly (LegContract | null)[]) => contracts.map((each) => each?.token ?? null);
  return {
    wish,
    contracts: [],
    expiry,
    multiplier: commonOf([...calls, ...puts].flatMap((each) => (each === null ? [] : [each.multiplier]))),
    asked: {
      rolling: {
        steps,
        reference,
        trade_action: action,
        ...(wish.expiry === null ? {} : { expiry: wish.expiry }),
      },
    },
    live: {
      kind: "rolling",
      expiry: compactDate(expiry),
      reference,
      sign: signOf(action),
      steps,
      strikes,
      calls: tokens(calls),
      puts: tokens(puts),
    },
  };
}

function amissOf(tradingsymbol: string, { symbol, underlyings }: Listing): Amiss {
  if (underlyings.has(tradingsymbol)) return { is: "index", tradingsymbol };
  return { is: new RegExp(`^${symbol}\\d`).test(tradingsymbol) ? "gone" : "other", tradingsymbol };
}

function lineOf(wish: Wish, listing: Listing, contracts: ReadonlyMap<string, LegContract>): Line | Amiss {
  if (wish.kind === "rolling") return rollingLine(wish, listing);
  const own: LegContract[] = [];
  for (const { tradingsymbol } of wish.legs) {
    const contract = contracts.get(tradingsymbol);
    if (contract === undefined) return amissOf(tradingsymbol, listing);
    own.push(contract);
  }
  const units = wish.legs.map(({ lots }, i) => lots * own[i]!.lotSize);
  const divisor = commonDivisor(units);
  return {
    wish,
    contracts: own,
    expiry: null,
    multiplier: commonOf(own.map(({ multiplier }) => multiplier)),
    asked: {
      legs: wish.legs.map(({ action, tradingsymbol }, i) => ({
        tradingsymbol,
        trade_action: action,
        quantity: units[i]!,
      })),
    },
    live: {
      kind: "fixed",
      legs: wish.legs.map(({ action }, i) => ({
        token: own[i]!.token,
        sign: signOf(action),
        ratio: units[i]! / divisor,
      })),
    },
  };
}

/** Strategies that can be drawn, with their places among the wishes, and why others cannot. */
export function linesOf(
  wishes: readonly Wish[],
  listing: Listing,
): {
  readonly lines: readonly Line[];
  readonly places: readonly number[];
  readonly left: readonly LeftOut[];
} {
  const contracts = bySymbol(listing.listed);
  const lines: Line[] = [];
  const places: number[] = [];
  const left: LeftOut[] = [];
  wishes.forEach((wish, i) => {
    const line = lineOf(wish, listing, contracts);
    if ("is" in line) left.push({ place: i + 1, amiss: line });
    else {
      lines.push(line);
      places.push(i);
    }
  });
  return { lines, places, left };
}

/** Call and put of one expiry, sold or bought, a lot each; null where one is not listed. */
export function pairAt(
  listed: ContractList,
  expiry: IsoDate,
  call: number,
  put: number,
  action: "BUY" | "SELL" = "SELL",
): Wish | null {
  const legs = [listed.option("CE", expiry, call), listed.option("PE", expiry, put)];
  if (legs.some((leg) => leg === null)) return null;
  return {
    kind: "fixed",
    legs: legs.map((leg) => ({ action, lots: 1, tradingsymbol: leg!.tradingsymbol })),
  };
}
