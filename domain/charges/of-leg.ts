import type { Leg, StrategyMarket } from "../strategy/model.ts";
import type { IsoDate } from "../units/iso-date.ts";
import { chargeMarket, type Product } from "./market.ts";
import { orderCount } from "./order-size.ts";
import type { ChargedContract, ChargedLeg, Exit } from "./round-trip.ts";

/** How a leg is planned to be left: at a price, at expiry with the underlying there, or not yet. */
type PlannedExit =
  | { readonly kind: "trade"; readonly price: number }
  | { readonly kind: "expiry"; readonly underlying: number }
  | null;

/** Rupees and units that are the leg's own, and what is known only outside it. */
export interface ChargeSituation {
  readonly market: Pick<StrategyMarket, "symbol" | "kind" | "derivativeExchange">;
  /** Shares only: MIS is intraday. */
  readonly product: Product;
  /** Days whose freeze quantities say how many orders it takes. */
  readonly entered: IsoDate;
  readonly left: IsoDate;
  readonly exit: PlannedExit;
}

function exitOf(leg: Leg, { market, exit }: ChargeSituation): Exit | null {
  if (exit?.kind !== "expiry") return exit;
  // A share does not expire: it is sold for what it is worth then.
  if (leg.type === "EQ") return { kind: "trade", price: exit.underlying };
  return { kind: "expiry", settlementPrice: exit.underlying, isPhysical: market.kind === "stock" };
}

/**
 * The contract of a leg as it is charged. Shares are those of the exchange whose derivatives they stand beside.
 * @throws RangeError for a share in a market that has none
 */
export function chargedContract(
  leg: Leg,
  { market, product, entered, left }: Omit<ChargeSituation, "exit">,
): ChargedContract {
  const { symbol, derivativeExchange } = market;
  const shares = derivativeExchange === "BFO" ? "BSE" : "NSE";
  const exchange = leg.type === "EQ" && market.kind === "stock" ? shares : derivativeExchange;
  const charged = chargeMarket(exchange, leg.type, symbol, product);
  if (charged === null) throw new RangeError(`no ${leg.type} on ${exchange}`);
  return {
    market: charged,
    type: leg.type,
    strike: leg.strike,
    quantity: leg.quantity,
    multiplier: leg.multiplier,
    orders: orderCount({ exchange, symbol, type: leg.type, quantity: leg.quantity }, entered, left),
  };
}

/** A leg of a strategy as it is charged; its entry is at the price of now where none is set. */
export function chargedLeg(leg: Leg, situation: ChargeSituation): ChargedLeg {
  return {
    ...chargedContract(leg, situation),
    entryPrice: leg.entryPrice ?? leg.quote.usablePrice,
    exit: exitOf(leg, situation),
  };
}
