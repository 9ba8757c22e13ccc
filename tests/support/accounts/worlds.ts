/** The markets that drawn accounts are held in: moments of the simulated market at which rules differ. */

import type { BuilderContract, BuilderMarket } from "#analysis/builder-market.ts";
import { type TwoMarkets, twoMarkets } from "../market/two-markets.ts";
import { type AccountUnderlying, UNDERLYINGS } from "./terms.ts";

/** India's time, and of which underlyings accounts hold something then. */
export const MOMENTS = {
  /** a session */
  "2026-11-18T10:00": UNDERLYINGS,
  /** between the last trade of the dollar's weekly contracts and natural gas's */
  "2026-11-20T13:00": ["USDINR", "NATURALGAS", "RELIANCE"],
  /** expiry day of all but gold, while it trades; gold's options have four more days, its future is near its tender days */
  "2026-11-23T11:00": ["NIFTY", "BANKNIFTY", "RELIANCE", "GOLD"],
  /** the same, settled and still listed */
  "2026-11-23T15:37": ["NIFTY", "BANKNIFTY", "RELIANCE", "CRUDEOIL"],
  /** crude oil's last evening */
  "2026-12-16T21:00": ["CRUDEOIL", "NATURALGAS", "USDINR"],
} as const satisfies Readonly<Record<string, readonly AccountUnderlying[]>>;
export type Moment = keyof typeof MOMENTS;

export interface AccountWorld {
  readonly markets: TwoMarkets;
  /** As the compute role has it. */
  readonly market: BuilderMarket;
  /** Listed, of the options' first expiries, each near to far and by strike. */
  readonly options: readonly (readonly BuilderContract[])[];
  readonly futures: readonly BuilderContract[];
}

/** What retail accounts hold: the next expiries, one far one among them. */
const EXPIRIES = [0, 1, 2, 5];

const made = new Map<string, AccountWorld>();

function make(underlying: AccountUnderlying, at: Moment): AccountWorld {
  const markets = twoMarkets(underlying, at);
  const market = markets.server();
  const named = EXPIRIES.flatMap((i) => markets.expiries[i] ?? []);
  const all = markets.contracts.flatMap((symbol) => market.bySymbol(symbol) ?? []);
  const isOption = ({ type }: BuilderContract) => type === "CE" || type === "PE";
  const byDay = (a: BuilderContract, b: BuilderContract) => a.expiryInstant - b.expiryInstant;
  return {
    markets,
    market,
    options: named.map((expiry) =>
      all
        .filter((each) => isOption(each) && each.expiry === expiry)
        .sort((a, b) => a.strike - b.strike || (a.type < b.type ? -1 : 1)),
    ),
    futures: all
      .filter(({ type }) => type === "FUT")
      .sort(byDay)
      .slice(0, 4),
  };
}

export function accountWorld(underlying: AccountUnderlying, at: Moment): AccountWorld {
  const key = `${underlying} ${at}`;
  const known = made.get(key) ?? make(underlying, at);
  made.set(key, known);
  return known;
}

/** Of one side and the strike so many steps from the money. */
export function optionAt(
  { options, market }: AccountWorld,
  expiry: number,
  type: "CE" | "PE",
  steps: number,
): BuilderContract {
  const own = options[expiry % options.length]!.filter((each) => each.type === type);
  const above = own.findIndex(({ strike }) => strike >= market.strategy.spot);
  const middle = above < 0 ? own.length - 1 : above;
  return own[Math.min(own.length - 1, Math.max(0, middle + steps))]!;
}
