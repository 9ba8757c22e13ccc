import { rollingVolatility } from "#domain/chain/historical-volatility.ts";
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
import {
  impliedMove,
  lowerBreakeven,
  premiumChange,
  premiumChangeFraction,
  upperBreakeven,
} from "#domain/chain/straddle.ts";
import { lognormalSettlement } from "#domain/pricing/settlement-distribution.ts";
import { probabilityOfProfit, standardDeviation } from "#domain/strategy/probability.ts";
import { numberOr, vectorCheck } from "../vector-check.ts";

interface OpenInterestInput {
  readonly strikes: readonly number[];
  readonly callOi: readonly number[];
  readonly putOi: readonly number[];
  readonly forward: number | null;
  readonly strikeStep: number;
}

interface OpenInterestOutput {
  readonly pcr: number | null;
  readonly pcrType: Sentiment | null;
  readonly maxPain: number | null;
  readonly maxPainType: Sentiment | null;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

export const checkOpenInterest = vectorCheck<OpenInterestInput, OpenInterestOutput>(
  (figures, { input, output }) => {
    const { strikes, callOi, putOi, strikeStep } = input;
    const forward = numberOr(input.forward);
    const ratio = pcr(sum(putOi), sum(callOi));
    const pain = maxPain(
      strikes.length,
      Float64Array.from(strikes),
      Float64Array.from(callOi),
      Float64Array.from(putOi),
      forward,
    );
    figures.number("pcr", ratio, output.pcr);
    figures.number("maxPain", pain, output.maxPain);
    figures.word("pcrType", pcrType(ratio), output.pcrType);
    figures.word("maxPainType", maxPainType(pain, forward, strikeStep), output.maxPainType);
  },
);

interface StraddleInput {
  readonly strike: number;
  readonly call: number | null;
  readonly put: number | null;
  readonly callClose: number;
  readonly putClose: number;
  readonly forward: number | null;
}

interface StraddleOutput {
  readonly change: number | null;
  readonly changeFraction: number | null;
  readonly impliedMove: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
}

export const checkStraddle = vectorCheck<StraddleInput, StraddleOutput>((figures, { input, output }) => {
  const { strike, callClose, putClose } = input;
  const premium = numberOr(input.call) + numberOr(input.put);
  figures.number("change", premiumChange(premium, callClose, putClose), output.change);
  figures.number(
    "changeFraction",
    premiumChangeFraction(premium, callClose, putClose),
    output.changeFraction,
  );
  figures.number("impliedMove", impliedMove(premium, numberOr(input.forward)), output.impliedMove);
  figures.number("lower", lowerBreakeven(strike, premium), output.lower);
  figures.number("upper", upperBreakeven(strike, premium), output.upper);
});

interface BuildUpInput {
  readonly close: number;
  readonly previousClose: number;
  readonly oi: number;
  readonly previousOi: number;
}

interface BuildUpOutput {
  readonly netChange: number | null;
  readonly oiChange: number | null;
  readonly buildUp: BuildUp;
}

export const checkBuildUp = vectorCheck<BuildUpInput, BuildUpOutput>((figures, { input, output }) => {
  const price = netChange(input.close, input.previousClose);
  const interest = oiChange(input.oi, input.previousOi);
  figures.number("netChange", price, output.netChange);
  figures.number("oiChange", interest, output.oiChange);
  figures.word("buildUp", buildUp(price, interest), output.buildUp);
});

export const checkHistorical = vectorCheck<
  { readonly closes: readonly number[]; readonly sessions?: number },
  { readonly volatility: number | null }
>((figures, { input: { closes, sessions }, output }) => {
  const volatility =
    sessions === undefined
      ? historicalVolatility(closes)
      : (rollingVolatility(closes, sessions).at(-1) ?? Number.NaN);
  figures.number("volatility", volatility, output.volatility);
});

export const checkIvStatistics = vectorCheck<
  { readonly closes: readonly (number | null)[]; readonly now: number | null },
  { readonly percentile: number | null; readonly rank: number | null }
>((figures, { input, output }) => {
  const closes = input.closes.map(numberOr);
  const now = numberOr(input.now);
  figures.number("percentile", ivPercentile(closes, now), output.percentile);
  figures.number("rank", ivRank(closes, now), output.rank);
});

const DAYS_A_YEAR = 365;

export const checkConstantMaturity = vectorCheck<
  { readonly days: readonly number[]; readonly atmIv: readonly (number | null)[] },
  { readonly iv30: number | null }
>((figures, { input, output }) => {
  const years = input.days.map((days) => days / DAYS_A_YEAR);
  figures.number("iv30", constantMaturityIv(years, input.atmIv.map(numberOr)), output.iv30);
});

interface ProbabilityInput {
  readonly forward: number;
  readonly sigma: number;
  readonly days: number;
  /** null = no end */
  readonly profitBetween: readonly (readonly [number, number | null])[];
}

/** A probability is a difference of two: what is left of equal ones is rounding. */
const LEAST_PROBABILITY = 1e-15;

export const checkProbability = vectorCheck<
  ProbabilityInput,
  { readonly pop: number; readonly standardDeviation: number }
>((figures, { input, output }, _, tolerance) => {
  const { forward, sigma, days } = input;
  const years = days / DAYS_A_YEAR;
  const horizon = { expiry: null, time: 0, years, forward, sigma, basis: 0, expiryMarket: undefined };
  const profits = input.profitBetween.map(([low, high]) => [low, high ?? Infinity] as const);
  const chance = probabilityOfProfit(profits, horizon, true, lognormalSettlement(forward, years, sigma));
  figures.number("pop", chance, output.pop, { ...tolerance, absolute: LEAST_PROBABILITY });
  const { sd } = standardDeviation(forward, horizon, days).bands;
  figures.number("standardDeviation", sd, output.standardDeviation);
});
