/** Markets to place strategies on: real days of NSE and BSE lists with the day's prices, and simulated ones. */

import { expiryInstant } from "#domain/calendar/expiries.ts";
import { FLAG_IV_INTERPOLATED } from "#domain/chain/flags.ts";
import { createLoneChainSolver } from "#domain/chain/lone-chain.ts";
import { listedContracts } from "#domain/instruments/contracts.ts";
import { contractSpec } from "#domain/instruments/specs.ts";
import { underlyingBySymbol } from "#domain/instruments/underlyings.ts";
import { referenceKernel } from "#domain/pricing/reference-kernel.ts";
import { yearsToExpiry } from "#domain/pricing/time.ts";
import { createContractList, type LegContract } from "#domain/strategy/contract-list.ts";
import type { ExpiryMarket } from "#domain/strategy/model.ts";
import type { PresetMarket } from "#domain/strategy/presets/build.ts";
import {
  closedContracts,
  closedExpiries,
  closingColumns,
  endOfDayFile,
} from "../../support/market/end-of-day.ts";
import { isRecorded, KITE_NFO_BFO, recordedContracts } from "../../support/market/recorded-instruments.ts";
import { hasMarketFile } from "../calendar/market-files.ts";
import { contextOf } from "../chain/chain-fixture.ts";

export interface PresetWorld extends PresetMarket {
  readonly name: string;
  readonly spot: number;
}

function grouped<T>(all: readonly T[], keyOf: (each: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const each of all) {
    const group = groups.get(keyOf(each));
    if (group === undefined) groups.set(keyOf(each), [each]);
    else group.push(each);
  }
  return groups;
}

/** A contract's terms by what lists it. */
function legContract(each: {
  token: number;
  tradingsymbol: string;
  type: string;
  strike: number;
  expiry: string | null;
  exchange: string;
  lotSize: number;
  multiplier?: number;
}): LegContract {
  return {
    token: each.token,
    tradingsymbol: each.tradingsymbol,
    type: each.type as LegContract["type"],
    strike: each.strike,
    expiry: each.expiry,
    expiryInstant: expiryInstant(each.exchange as "NFO", each.expiry!),
    lotSize: each.lotSize,
    multiplier: each.multiplier ?? 1,
  };
}

/** 18 Aug 2026, 15:30 IST: five minutes before that day's NIFTY weekly ends. */
export const RECORDED_NOW = Date.UTC(2026, 7, 18, 10);

/** Whether the files of that day are on this machine: `recordedWorlds` needs them. */
export const HAS_RECORDED = isRecorded(KITE_NFO_BFO) && hasMarketFile(endOfDayFile("2026-08-18"));

/** Every underlying of NSE's list of 18 Aug 2026 with the smiles and forwards of its closing prices. */
export function recordedWorlds(): PresetWorld[] {
  const solve = createLoneChainSolver(referenceKernel);
  const contracts = grouped(
    recordedContracts().filter(({ exchange }) => exchange === "NFO"),
    ({ name }) => name,
  );
  const chains = grouped(closedExpiries(closedContracts("2026-08-18")), ({ symbol }) => symbol);
  return Array.from(chains, ([symbol, expiries]): PresetWorld => {
    const { underlying: spot, isIndex } = expiries[0]!;
    const markets: ExpiryMarket[] = [];
    for (const each of expiries.toSorted((a, b) => (a.expiry < b.expiry ? -1 : 1))) {
      const instant = expiryInstant("NFO", each.expiry);
      // The one before, as the feed does: ten minutes of the nearest one's basis say nothing about a year.
      const near = markets.findLast(({ forward }) => forward > 0);
      const solution = solve(
        closingColumns(each, RECORDED_NOW),
        contextOf({
          now: RECORDED_NOW,
          sessionClose: RECORDED_NOW,
          expiryInstant: instant,
          spot,
          near:
            near === undefined
              ? null
              : { forward: near.forward, years: yearsToExpiry(RECORDED_NOW, near.expiryInstant) },
          fallbackAtmIv: near?.atmIv ?? Number.NaN,
        }),
      );
      markets.push({
        expiry: each.expiry,
        expiryInstant: instant,
        forward: solution.forward,
        forwardSource: solution.forwardSource,
        synthetic: solution.synthetic,
        discount: 1,
        discountError: Number.NaN,
        discountSource: 0,
        discountLender: 0,
        atmIv: solution.atmIv,
        strikes: Float64Array.from(each.rows, ({ strike }) => strike),
        iv: solution.iv.slice(0, each.rows.length),
        solved: Uint8Array.from(each.rows, (_, i) => (solution.callFlags[i]! & FLAG_IV_INTERPOLATED ? 0 : 1)),
      });
    }
    return {
      name: symbol,
      spot,
      market: {
        kind: isIndex ? "index" : "stock",
        now: RECORDED_NOW,
        strikeStep: underlyingBySymbol(symbol)?.strikeStep ?? 0,
        expiries: markets,
      },
      contracts: createContractList((contracts.get(symbol) ?? []).map(legContract)),
    };
  });
}

/** SENSEX and BANKEX as BSE listed them that day; its prices are not at hand, so forwards and volatility are round figures. */
export function recordedBseWorlds(): PresetWorld[] {
  const listed = recordedContracts().filter(({ exchange }) => exchange === "BFO");
  return ["SENSEX", "BANKEX"].map((symbol): PresetWorld => {
    const { basePrice: spot, strikeStep } = underlyingBySymbol(symbol)!;
    const contracts = createContractList(listed.filter(({ name }) => name === symbol).map(legContract));
    const expiries = contracts.expiries.map((expiry): ExpiryMarket => {
      const strikes = Float64Array.from(contracts.strikes("CE", expiry));
      return {
        expiry,
        expiryInstant: expiryInstant("BFO", expiry),
        forward: spot,
        forwardSource: 3,
        synthetic: Number.NaN,
        discount: 1,
        discountError: Number.NaN,
        discountSource: 0,
        discountLender: 0,
        atmIv: 0.11,
        strikes,
        iv: strikes.map(() => 0.11),
        solved: new Uint8Array(strikes.length),
      };
    });
    const market = { kind: "index", now: RECORDED_NOW, strikeStep, expiries } as const;
    return { name: symbol, spot, market, contracts };
  });
}

/** 19 Aug 2026, 11:30 IST. */
export const SIMULATED_NOW = Date.UTC(2026, 7, 19, 6);
export const SIMULATED = [
  "NIFTY",
  "MIDCPNIFTY",
  "SENSEX",
  "RELIANCE",
  "ITC",
  "USDINR",
  "GOLD",
  "CRUDEOIL",
] as const;

/** A listed product of the simulated market with a leaning smile, carried at 6 % a year. */
export function simulatedWorld(symbol: string, spot = underlyingBySymbol(symbol)!.basePrice): PresetWorld {
  const on = "2026-08-19";
  const spec = contractSpec(symbol, on);
  const { annualVolatility } = underlyingBySymbol(symbol)!;
  const contracts = createContractList(listedContracts(symbol, on, spot).map(legContract));
  const expiries = contracts.expiries.map((expiry): ExpiryMarket => {
    const instant = expiryInstant(spec.derivativeExchange, expiry);
    const years = yearsToExpiry(SIMULATED_NOW, instant);
    const forward = spot * Math.exp(0.06 * years);
    const strikes = Float64Array.from(contracts.strikes("CE", expiry));
    const sd = annualVolatility * Math.sqrt(years);
    return {
      expiry,
      expiryInstant: instant,
      forward,
      forwardSource: 1,
      synthetic: forward,
      discount: 1,
      discountError: Number.NaN,
      discountSource: 0,
      discountLender: 0,
      atmIv: annualVolatility,
      strikes,
      solved: new Uint8Array(strikes.length).fill(1),
      iv: strikes.map((strike) => {
        const x = Math.max(-4, Math.min(4, Math.log(strike / forward) / sd));
        return annualVolatility * (1 - 0.06 * x + 0.02 * x * x);
      }),
    };
  });
  return {
    name: symbol,
    spot,
    market: { kind: spec.kind, now: SIMULATED_NOW, strikeStep: spec.strikeStep, expiries },
    contracts,
  };
}
