/** A builder request as legs and options: pure, shared by the server and the browser's compute worker. */

import type { ErrorCode, ErrorDetails } from "#domain/errors.ts";
import type { Leg, StrategyMarket, StrategyOptions } from "#domain/strategy/model.ts";
import type {
  BuilderExpiredTrade,
  BuilderPosition,
  BuilderRequest,
  BuilderRequestV2,
  BuilderTrade,
} from "#protocol/http/builder.ts";
import { MOST_TRADES } from "#protocol/http/builder-limits.ts";
import type { BuilderContract, BuilderMarket } from "./builder-market.ts";
import { expiredContract, expiredSize, expiredTerms } from "./expired-contract.ts";

/** Why a request has no answer; the code decides the status. */
export interface BuilderRefusal {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: ErrorDetails;
}

interface BuilderLegs {
  readonly legs: readonly Leg[];
  /** The contracts they hold, each once. */
  readonly contracts: readonly BuilderContract[];
}

type Asked = BuilderTrade | BuilderExpiredTrade | BuilderPosition;

/** Every leg of a request, trades first, then expired trades and positions; or the first reason why not. */
export function builderLegs(
  request: BuilderRequest | BuilderRequestV2,
  market: BuilderMarket,
): BuilderLegs | { readonly refusal: BuilderRefusal } {
  const positions = "positions" in request ? (request.positions ?? []) : [];
  const expired = request.expired_trades ?? [];
  const count = request.trades.length + expired.length + positions.length;
  if (count > MOST_TRADES) {
    return refuse(
      "request.too_large",
      `A strategy has at most ${MOST_TRADES} trades; this one has ${count}.`,
      {
        most: MOST_TRADES,
        count,
      },
    );
  }
  const contracts = new Map<string, BuilderContract>();
  const legs: Leg[] = [];
  const ids = new Set<string>();
  const groups = [
    ["trade", request.trades],
    ["expired", expired],
    ["position", positions],
  ] as const;
  for (const [group, all] of groups) {
    for (const [i, asked] of all.entries()) {
      const contract = contractOf(asked, market);
      if ("refusal" in contract) return contract;
      const id = asked.leg_id ?? `${group}-${i}`;
      if (ids.has(id)) {
        return refuse("request.invalid", `Two trades have the leg_id ${id}; give each its own.`, {
          leg_id: id,
        });
      }
      ids.add(id);
      contracts.set(`${contract.token} ${contract.tradingsymbol}`, contract);
      legs.push(legOf(id, group === "position" ? "position" : "trade", asked, contract, market.strategy));
    }
  }
  return { legs, contracts: [...contracts.values()] };
}

function refuse(
  code: ErrorCode,
  message: string,
  details: ErrorDetails,
): { readonly refusal: BuilderRefusal } {
  return { refusal: { code, message, details } };
}

/** The market's, else what the request says of it, for contracts that are listed no longer. */
function contractOf(
  asked: Asked,
  market: BuilderMarket,
): BuilderContract | { readonly refusal: BuilderRefusal } {
  const { instrument_token: token, tradingsymbol: symbol } = asked;
  if (token === undefined && symbol === undefined) {
    return refuse("request.invalid", "A trade needs an instrument_token or a tradingsymbol.", {});
  }
  const listed =
    (token === undefined ? undefined : market.byToken(token)) ??
    (symbol === undefined ? undefined : market.bySymbol(symbol));
  const isNamed = symbol === undefined || listed?.tradingsymbol === symbol;
  if (listed !== undefined && isNamed) return listed;
  const terms = expiredTerms(asked, market.strategy);
  // Exchanges give the token of a contract that is over to another one: what was held settles, and is none of its heir's.
  if (listed !== undefined && (terms === null || terms.expiry === listed.expiry)) return listed;
  const name = symbol ?? String(token);
  const details = { tradingsymbol: symbol ?? null, instrument_token: token ?? null };
  if (terms === null) {
    return refuse("derivative.not_found", `Derivative not found with symbol ${name}`, details);
  }
  const size = expiredSize(asked, terms, market.strategy);
  if ("reason" in size) {
    const { reason, text } = size;
    return refuse("derivative.no_terms", `${name} ${text}`, { ...details, expiry: terms.expiry, reason });
  }
  const described = expiredContract(asked, terms, size);
  return { ...described, settlement: keptSettlement(described, market) };
}

/** What the market has kept of its expiry; null nothing. */
function keptSettlement({ expiry }: BuilderContract, market: BuilderMarket): Leg["settlement"] {
  const kept = expiry === null ? null : (market.settlementOn?.(expiry) ?? null);
  return kept === null ? null : { price: null, underlyingClose: null, market: kept };
}

function legOf(
  id: string,
  kind: Leg["kind"],
  asked: Asked,
  contract: BuilderContract,
  market: StrategyMarket,
): Leg {
  const isAlive = contract.expiry === null || contract.expiryInstant > market.now;
  const own = "settlement_price" in asked || "underlying_close" in asked ? asked : null;
  return {
    id,
    token: contract.token,
    tradingsymbol: contract.tradingsymbol,
    type: contract.type,
    strike: contract.strike,
    expiry: contract.expiry,
    expiryInstant: contract.expiryInstant,
    quantity: asked.trade_action === "BUY" ? asked.quantity : -asked.quantity,
    lotSize: contract.lotSize,
    multiplier: contract.multiplier,
    tickSize: contract.tickSize,
    product: ("product" in asked ? asked.product : null) ?? null,
    entryPrice:
      ("average_price" in asked ? asked.average_price : "price" in asked ? asked.price : null) ?? null,
    customIv: asked.iv ?? null,
    isSelected: asked.is_selected ?? true,
    kind,
    bookedPnl: ("booked_profit_loss" in asked ? asked.booked_profit_loss : null) ?? 0,
    quote: contract.quote,
    settlement: isAlive
      ? null
      : {
          price: contract.settlement?.price ?? own?.settlement_price ?? null,
          underlyingClose: contract.settlement?.underlyingClose ?? own?.underlying_close ?? null,
          market: contract.settlement?.market ?? null,
        },
  };
}

/** Days of a fixed standard deviation when none are given (rule STRAT-4). */
const FIXED_SD_DAYS = 7;

export function builderOptions(request: BuilderRequest | BuilderRequestV2): StrategyOptions {
  const { flags, manual_pnl: manual, entry, charges } = request;
  return {
    entry: { mode: entry?.mode ?? "ltp", slippageTicks: entry?.slippage_ticks ?? 0 },
    charges: charges == null ? null : { broker: charges.broker_id, wantsNet: charges.net ?? false },
    targetPrice: request.target_underlying_price ?? null,
    targetTime: request.target_datetime ?? null,
    targetInterval: request.target_interval ?? null,
    ivOffset: request.iv_offset ?? 0,
    sdMode: request.sd_mode === "target" ? "targetDate" : (request.sd_mode ?? "expiry"),
    fixedSdDays: request.fixed_sd_days ?? FIXED_SD_DAYS,
    factorInBookedPnl: flags?.factor_in_booked_pnl ?? true,
    manualPnl: { isChecked: manual?.is_checked ?? false, pnl: manual?.pnl ?? 0 },
    wantsPayoffChart: flags?.enable_payoff_chart ?? true,
    wantsPayoffTable: flags?.enable_payoff_table ?? false,
    wantsTradeDetails: flags?.enable_trade_details ?? false,
    multiplyByLotSize: flags?.multiply_by_lot_size ?? true,
    multiplyByLots: flags?.multiply_by_number_of_lots ?? true,
  };
}
