/** The market of the analyzer's tests: contracts on NIFTY, and what an analysis says of them. */

import { builderAnswer } from "#analysis/builder-answer.ts";
import type { BuilderContract, BuilderMarket } from "#analysis/builder-market.ts";
import { expiryInstant } from "#domain/calendar/expiries.ts";
import { referenceStrategyKernel } from "#domain/pricing/strategy-kernel-port.ts";
import type { LegContract } from "#domain/strategy/contract-list.ts";
import type { BuilderPayload, BuilderRequest } from "#protocol/http/builder.ts";
import { FAR, market, NEAR } from "#tests/domain/strategy/strategy-fixture.ts";

export const NIFTY = 256_265;
export const BANKNIFTY = 260_105;
export const LOT = 65;
const STEPS = 41;

/** Strikes from 23,000 to 25,000, calls and puts of two expiries, and the future of the near one. */
function contractsOf(symbol: string, first: number): BuilderContract[] {
  const made: BuilderContract[] = [];
  const add = (type: "CE" | "PE" | "FUT", strike: number, expiry: string) =>
    made.push({
      token: first + made.length,
      tradingsymbol: `${symbol}${expiry}${strike}${type}`,
      type,
      strike,
      expiry,
      expiryInstant: expiryInstant("NFO", expiry),
      lotSize: LOT,
      multiplier: 1,
      tickSize: 0.05,
      quote: { lastPrice: 100, usablePrice: 101, bid: 100, ask: 102, isLiquid: true, warnings: [] },
      settlement: null,
    });
  for (const expiry of [NEAR, FAR]) {
    for (let i = 0; i < STEPS; i++) {
      add("CE", 23_000 + 50 * i, expiry);
      add("PE", 23_000 + 50 * i, expiry);
    }
  }
  add("FUT", 0, NEAR);
  return made;
}

export const CONTRACTS: readonly BuilderContract[] = contractsOf("NIFTY", 1_000);

const BY_TOKEN = new Map(CONTRACTS.map((each) => [each.token, each]));
const BY_SYMBOL = new Map(CONTRACTS.map((each) => [each.tradingsymbol, each]));

export function builderMarket(changes: Parameters<typeof market>[0] = {}): BuilderMarket {
  return {
    strategy: market(changes),
    byToken: (token) => BY_TOKEN.get(token),
    bySymbol: (symbol) => BY_SYMBOL.get(symbol),
  };
}

export function contract(type: "CE" | "PE" | "FUT", strike: number, expiry = NEAR): LegContract {
  const found = CONTRACTS.find(
    (each) => each.type === type && each.strike === strike && each.expiry === expiry,
  );
  if (found === undefined) throw new Error(`no ${type} ${strike} ${expiry}`);
  const { quote: _, settlement: __, ...terms } = found;
  return terms;
}

export function payloadOf(
  request: BuilderRequest,
  changes: Parameters<typeof market>[0] = {},
): BuilderPayload {
  const outcome = builderAnswer(request, builderMarket(changes), referenceStrategyKernel);
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome.payload;
}
