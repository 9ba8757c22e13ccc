import { BROKERS } from "#domain/access/brokers.ts";
import { EXCHANGES, type Exchange, marketGroup } from "#domain/calendar/exchange.ts";
import { expiryInstant } from "#domain/calendar/expiries.ts";
import { AppError } from "#domain/errors.ts";
import { exchangeMultiplier, sizeOn } from "#domain/instruments/specs.ts";
import { positionPnl } from "#domain/trading/position-pnl.ts";
import type { InstrumentDetails } from "#protocol/http/instruments.ts";
import type { Position, PositionSegment, PositionsResponse } from "#protocol/http/positions.ts";
import type { BrokerPosition } from "../../brokers/positions/broker-position.ts";
import { isTokenRefusal } from "../../brokers/refusals.ts";
import type { BrokerAccounts } from "../../identity/broker-accounts.ts";
import type { Identity } from "../../identity/identity.ts";
import type { Log } from "../../platform/lib/log.ts";
import { type ContractLookups, findContract } from "./find-contract.ts";

type Held = PositionsResponse["data"];

interface PositionsOptions {
  readonly brokerAccounts: BrokerAccounts;
  /** The list of instruments, as the market of now has it. */
  readonly instruments: () => Promise<ContractLookups>;
  /** epoch ms */
  readonly marketTime: () => number;
  readonly clock: () => number;
  readonly log: Log;
}

export interface PositionsService {
  /**
   * What the account holds at its own broker; nothing where its provider trades nothing.
   * @param segments these alone; null for all
   * @throws AppError auth.expired (the broker has ended the session, `details.reason` "broker"), access.denied (it does not tell,
   *   or this server holds no token of the account), broker.unavailable, metacache.failed
   */
  of(identity: Identity & { accountId: string }, segments: readonly PositionSegment[] | null): Promise<Held>;
}

/** Tabs and reloads share an answer for so long: a broker counts its calls. */
const KEEP_MS = 3_000;
const MOST_KEPT = 1_000;

/** Whether a contract's last minute is over; of an exchange that we do not know nothing is said to be. */
function isOver(exchange: string, expiry: string | null, now: number): boolean {
  const known = EXCHANGES.find((each) => each === exchange);
  return expiry !== null && known !== undefined && expiryInstant(known, expiry) <= now;
}

/** Lot and multiplier of what is listed, else those of its expiry; null what is not known. */
function sizeOf(
  { exchange, terms }: BrokerPosition["contract"],
  listed: InstrumentDetails | null,
  expiry: string | null,
): { readonly lotSize: number | null; readonly multiplier: number | null } {
  if (listed !== null) return { lotSize: listed.lot_size, multiplier: listed.multiplier };
  const underlying = terms?.underlying ?? null;
  const kept = underlying === null || expiry === null ? null : sizeOn(underlying, expiry);
  return {
    lotSize: kept?.lotSize ?? null,
    // What counts in lots and is not known is worth what only its broker knows.
    multiplier: kept?.multiplier ?? exchangeMultiplier(exchange),
  };
}

/** Position of one contract in our words. */
function positionOf(told: BrokerPosition, lists: ContractLookups, now: number): Position {
  const { contract, product, quantity, averagePrice, lastPrice, pnl } = told;
  const { exchange, symbol, terms } = contract;
  const listed = findContract(contract, lists);
  const expiry = listed?.expiry ?? terms?.expiry ?? null;
  const { lotSize, multiplier } = sizeOf(contract, listed, expiry);
  const { booked, unbooked, total } = positionPnl({
    quantity,
    multiplier,
    averagePrice,
    lastPrice,
    total: pnl,
  });
  const kind = listed === null ? terms : { ...listed, type: listed.instrument_type };
  return {
    leg_identifier: `${exchange}:${symbol}:${product}`,
    instrument_token: listed?.instrument_token ?? null,
    tradingsymbol: listed?.tradingsymbol ?? symbol,
    exchange,
    underlying_instrument: listed?.underlying_instrument ?? terms?.underlying ?? null,
    is_listed: listed !== null,
    is_expired: isOver(exchange, expiry, now),
    is_holding: false,
    product,
    quantity,
    multiplier,
    average_price: averagePrice,
    last_price: lastPrice,
    booked_profit_loss: booked,
    unbooked_pnl: unbooked,
    total_pnl: total,
    instrument_info:
      kind === null ? null : { instrument_type: kind.type, expiry, strike: kind.strike, lot_size: lotSize },
  };
}

function segmentOf(exchange: string): PositionSegment {
  if (exchange === "NSE" || exchange === "BSE") return "equity";
  const group = marketGroup(exchange as Exchange);
  return group === "equity" ? "fno" : group;
}

/** A broker's refusal or silence in the words of this call. */
function inOurWords(error: unknown, broker: string): unknown {
  if (!(error instanceof AppError)) return error;
  if (isTokenRefusal(error)) {
    const text = "Your broker has ended your session. Please log in again.";
    return new AppError("auth.expired", text, { reason: "broker" }, { cause: error });
  }
  if (error.code === "broker.rejected") {
    return new AppError("access.denied", error.message, { broker }, { cause: error });
  }
  if (error.code === "broker.nonsense") {
    const text = `${broker} answered positions that could not be read. Please try again later`;
    return new AppError("broker.unavailable", text, { broker }, { cause: error });
  }
  return error;
}

export function createPositionsService(options: PositionsOptions): PositionsService {
  const { brokerAccounts, instruments, marketTime, clock, log } = options;
  const kept = new Map<string, { readonly held: Promise<Held>; readonly until: number }>();

  async function ask(accountId: string, identity: Identity): Promise<Held> {
    const { displayName, positionsSupported } = BROKERS[identity.broker];
    const about = { broker_id: identity.broker, is_sandbox: identity.isSandbox === true };
    if (!positionsSupported) return { ...about, positions: [], as_of: clock() };
    const way = await brokerAccounts.way(accountId, identity);
    const read = way?.adapter.positions ?? null;
    if (way === null || read === null) {
      const text = `Log in with ${displayName} again to see your positions: this server cannot ask for them any more`;
      throw new AppError("access.denied", text, { broker: displayName });
    }
    try {
      const asOf = clock();
      const [told, lists] = await Promise.all([
        brokerAccounts.run(accountId, way.tokens, () => read(way.tokens)),
        instruments(),
      ]);
      const now = marketTime();
      return { ...about, positions: told.map((each) => positionOf(each, lists, now)), as_of: asOf };
    } catch (error) {
      const level = error instanceof AppError && error.code !== "broker.nonsense" ? "debug" : "error";
      log[level]({ err: error, broker: identity.broker }, "positions: not had from the broker");
      throw inOurWords(error, displayName);
    }
  }

  function shared(accountId: string, identity: Identity): Promise<Held> {
    const at = clock();
    const known = kept.get(accountId);
    if (known !== undefined && known.until > at) return known.held;
    if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value ?? "");
    const held = ask(accountId, identity);
    const mine = { held, until: at + KEEP_MS };
    kept.delete(accountId);
    kept.set(accountId, mine);
    // Who presses "try again" is not answered from before.
    held.catch(() => {
      if (kept.get(accountId) === mine) kept.delete(accountId);
    });
    return held;
  }

  return {
    async of(identity, segments) {
      const held = await shared(identity.accountId, identity);
      if (segments === null) return held;
      return {
        ...held,
        positions: held.positions.filter(({ exchange }) => segments.includes(segmentOf(exchange))),
      };
    },
  };
}
