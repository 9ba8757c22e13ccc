import { expect, test } from "vitest";
import {
  constantMaturityIv,
  historicalVolatility,
  ivPercentile,
  ivRank,
} from "#domain/chain/iv-statistics.ts";
import {
  type BuildUp,
  buildUp,
  maxPain,
  maxPainType,
  netChange,
  oiChange,
  pcr,
  pcrType,
  type Sentiment,
} from "#domain/chain/measures.ts";
import { lognormalSettlement } from "#domain/pricing/settlement-distribution.ts";
import { probabilityOfProfit, standardDeviation } from "#domain/strategy/probability.ts";
import { expectFigure, numberOr, vectorFile } from "./vector-file.ts";

interface OpenInterestInput {
  readonly strikes: number[];
  readonly callOi: number[];
  readonly putOi: number[];
  readonly forward: number | null;
  readonly strikeStep: number;
}
interface OpenInterestOutput {
  readonly pcr: number | null;
  readonly pcrType: Sentiment | null;
  readonly maxPain: number | null;
  readonly maxPainType: Sentiment | null;
}
const openInterest = vectorFile<OpenInterestInput, OpenInterestOutput>("open-interest.json");

test.each(openInterest.cases)("open-interest.json: $id", ({ id, input, output }) => {
  const { strikes, callOi, putOi, strikeStep } = input;
  const forward = numberOr(input.forward);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const ratio = pcr(sum(putOi), sum(callOi));
  const pain = maxPain(
    strikes.length,
    Float64Array.from(strikes),
    Float64Array.from(callOi),
    Float64Array.from(putOi),
    forward,
  );
  expectFigure(ratio, output.pcr, openInterest.tolerance, id);
  expectFigure(pain, output.maxPain, openInterest.tolerance, id);
  expect(pcrType(ratio)).toBe(output.pcrType);
  expect(maxPainType(pain, forward, strikeStep)).toBe(output.maxPainType);
});

const buildUps = vectorFile<
  {
    readonly close: number;
    readonly previousClose: number;
    readonly oi: number;
    readonly previousOi: number;
  },
  { readonly netChange: number | null; readonly oiChange: number | null; readonly buildUp: BuildUp }
>("build-up.json");

test.each(buildUps.cases)("build-up.json: $id", ({ id, input, output }) => {
  const price = netChange(input.close, input.previousClose);
  const interest = oiChange(input.oi, input.previousOi);
  expectFigure(price, output.netChange, buildUps.tolerance, `${id} price`);
  expectFigure(interest, output.oiChange, buildUps.tolerance, `${id} OI`);
  expect(buildUp(price, interest)).toBe(output.buildUp);
});

const historical = vectorFile<{ readonly closes: readonly number[] }, { readonly volatility: number | null }>(
  "historical-volatility.json",
);

test.each(historical.cases)("historical-volatility.json: $id", ({ id, input, output }) => {
  expectFigure(historicalVolatility(input.closes), output.volatility, historical.tolerance, id);
});

const statistics = vectorFile<
  { readonly closes: readonly (number | null)[]; readonly now: number | null },
  { readonly percentile: number | null; readonly rank: number | null }
>("iv-statistics.json");

test.each(statistics.cases)("iv-statistics.json: $id", ({ id, input, output }) => {
  const closes = input.closes.map(numberOr);
  const now = numberOr(input.now);
  expectFigure(ivPercentile(closes, now), output.percentile, statistics.tolerance, `${id} percentile`);
  expectFigure(ivRank(closes, now), output.rank, statistics.tolerance, `${id} rank`);
});

const maturity = vectorFile<
  { readonly days: readonly number[]; readonly atmIv: readonly (number | null)[] },
  { readonly iv30: number | null }
>("constant-maturity-iv.json");

test.each(maturity.cases)("constant-maturity-iv.json: $id", ({ id, input, output }) => {
  const years = input.days.map((days) => days / 365);
  expectFigure(constantMaturityIv(years, input.atmIv.map(numberOr)), output.iv30, maturity.tolerance, id);
});

const probability = vectorFile<
  {
    readonly forward: number;
    readonly sigma: number;
    readonly days: number;
    /** null = no end. */
    readonly profitBetween: readonly (readonly [number, number | null])[];
  },
  { readonly pop: number; readonly standardDeviation: number }
>("probability.json");

test.each(probability.cases)("probability.json: $id", ({ id, input, output }) => {
  const { forward, sigma, days } = input;
  const years = days / 365;
  const horizon = { expiry: null, time: 0, years, forward, sigma, basis: 0, expiryMarket: undefined };
  const profits = input.profitBetween.map(([low, high]) => [low, high ?? Infinity] as const);
  const { tolerance } = probability;
  const chance = probabilityOfProfit(profits, horizon, true, lognormalSettlement(forward, years, sigma));
  expectFigure(chance, output.pop, { ...tolerance, absolute: 1e-15 }, `${id} pop`);
  const { sd } = standardDeviation(forward, horizon, { sdMode: "expiry", fixedSdDays: 7 }).bands;
  expectFigure(sd, output.standardDeviation, tolerance, `${id} deviation`);
});
