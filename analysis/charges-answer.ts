import type { BrokerId } from "#domain/access/brokers.ts";
import { assumedFees } from "#domain/charges/assumptions.ts";
import { brokeragePlan } from "#domain/charges/brokerage.ts";
import type { ChargeTerms } from "#domain/charges/charges.ts";
import { type ChargeMarket, chargeMarket } from "#domain/charges/market.ts";
import { orderCount } from "#domain/charges/order-size.ts";
import { CHARGES_FROM, chargeRates } from "#domain/charges/rates.ts";
import { type ChargedLeg, type LegCharges, legCharges, totalCharges } from "#domain/charges/round-trip.ts";
import { AppError } from "#domain/errors.ts";
import { exchangeMultiplier } from "#domain/instruments/specs.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type {
  ChargedTradeBody,
  ChargesRequest,
  ChargesResponse,
  LegChargesBody,
} from "#protocol/http/charges.ts";
import { known } from "#protocol/http/figures.ts";
import { chargesBody } from "./charges-body.ts";

/** A trade's two days and their rules. */
interface Sides {
  readonly entered: IsoDate;
  readonly left: IsoDate;
  readonly terms: ChargeTerms;
  readonly exitTerms: ChargeTerms;
}

const needsStrike = ({ plan }: ChargeTerms, { segment }: ChargeMarket): boolean =>
  plan.segments[segment].withStrike;

function legOf(trade: ChargedTradeBody, index: number, sides: Sides): ChargedLeg {
  const { exchange, instrument_type: type, underlying, exit = null } = trade;
  const market = chargeMarket(exchange, type, underlying, trade.product ?? "NRML");
  if (market === null) {
    throw new AppError("request.invalid", `trades/${index}: ${exchange} lists no ${type}`, { trade: index });
  }
  const isOption = type === "CE" || type === "PE";
  if (isOption && trade.strike === undefined) {
    const { terms, exitTerms } = sides;
    const text =
      exit?.kind === "expiry"
        ? "an option held to expiry needs its strike"
        : needsStrike(terms, market) || needsStrike(exitTerms, market)
          ? `brokerage at ${exitTerms.plan.name} is of strike and premium: give the strike`
          : null;
    if (text !== null) {
      throw new AppError("request.invalid", `trades/${index}: ${text}`, { trade: index });
    }
  }
  const multiplier = trade.multiplier ?? exchangeMultiplier(exchange);
  if (multiplier === null) {
    const text = `trades/${index}: contracts of ${exchange} need their multiplier, such as 1000 for USDINR`;
    throw new AppError("request.invalid", text, { trade: index });
  }
  const { quantity, orders } = trade;
  return {
    market,
    type,
    // Nothing above asks for it where there is none.
    strike: trade.strike ?? 0,
    quantity: trade.trade_action === "BUY" ? quantity : -quantity,
    multiplier,
    entryPrice: trade.price,
    exit:
      exit?.kind === "expiry"
        ? { kind: "expiry", settlementPrice: exit.settlement_price, isPhysical: exit.is_physical }
        : exit && { kind: "trade", price: exit.price },
    orders:
      orders === undefined
        ? orderCount({ exchange, symbol: underlying, type, quantity }, sides.entered, sides.left)
        : { entry: orders, exit: orders, isAssumed: false },
  };
}

function legBody({ entry, exit, total, grossPnl, netPnl }: LegCharges): LegChargesBody {
  return {
    entry: chargesBody(entry),
    exit: chargesBody(exit),
    total: chargesBody(total),
    gross_pnl: known(grossPnl),
    net_pnl: known(netPnl),
  };
}

/** The pattern lets the 30th of February through. */
function isDay(date: IsoDate): boolean {
  const ms = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(date);
}

/** The rules of a day at a broker. @throws AppError request.invalid */
function termsOf(broker: BrokerId, date: IsoDate): ChargeTerms {
  if (!isDay(date)) throw new AppError("request.invalid", `There is no day ${date}`, { date });
  const rates = chargeRates(date);
  if (rates === null) {
    throw new AppError("request.invalid", `Charges are known from ${CHARGES_FROM} on, not for ${date}`, {
      date,
    });
  }
  return { rates, plan: brokeragePlan(broker, date) };
}

/** One trade, in and out by the rules of their own days. @param date of the entry, where the trade names none */
function charged(
  trade: ChargedTradeBody,
  index: number,
  date: IsoDate,
  termsOn: (date: IsoDate) => ChargeTerms,
) {
  const entryDate = trade.date ?? date;
  const exitDate = trade.exit?.date ?? entryDate;
  if (exitDate < entryDate) {
    const text = `trades/${index}: it is left on ${exitDate}, before it is entered on ${entryDate}`;
    throw new AppError("request.invalid", text, { trade: index });
  }
  const [terms, exitTerms] = [termsOn(entryDate), termsOn(exitDate)];
  const leg = legOf(trade, index, { entered: entryDate, left: exitDate, terms, exitTerms });
  return {
    charges: legCharges(leg, terms, exitTerms),
    entry_date: entryDate,
    exit_date: leg.exit === null ? null : exitDate,
    assumed: assumedFees(leg, exitTerms.plan),
  };
}

/**
 * The answer to a request of the right form.
 * @param caller broker and day of the caller, where the request names none
 * @throws AppError request.invalid: no day, a day before the kept rates, an exit before its entry, an instrument
 *   its exchange does not list, no strike where the charges depend on it, no multiplier where it is not 1
 */
export function chargesAnswer(
  request: ChargesRequest,
  caller: { readonly broker: BrokerId; readonly date: IsoDate },
): ChargesResponse {
  const broker = request.broker_id ?? caller.broker;
  const date = request.date ?? caller.date;
  const terms = new Map<IsoDate, ChargeTerms>();
  const termsOn = (day: IsoDate): ChargeTerms => {
    const found = terms.get(day) ?? termsOf(broker, day);
    terms.set(day, found);
    return found;
  };
  const { rates, plan } = termsOn(date);
  const trades = request.trades.map((trade, i) => charged(trade, i, date, termsOn));
  return {
    payload: {
      broker_id: broker,
      plan: plan.name,
      date,
      rates_valid_from: rates.validFrom,
      trades: trades.map(({ charges, ...rest }) => ({ ...legBody(charges), ...rest })),
      total: legBody(totalCharges(trades.map(({ charges }) => charges))),
    },
  };
}
