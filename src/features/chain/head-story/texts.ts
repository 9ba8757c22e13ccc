import type { ChainColumn } from "#domain/format/chain-columns.ts";
import { inLanguage } from "../../../shared/texts/texts.tsx";

export interface ColumnStory {
  /** One sentence, for who does not know the figure. */
  readonly says: string;
  /** How it is computed, or that it is not. */
  readonly formula: string;
}

const AS_SENT = "As the exchange sends it";
const D1 = "d₁ = ln(F / K) / (σ√T) + σ√T / 2";

/** What each column is, calls and puts alike; no column goes without. */
const columns: Readonly<Record<ChainColumn["id"], ColumnStory>> = {
  ltp: {
    says: "Price of the last trade; beside it, or on a page of its own, its change since the previous close.",
    formula: "change % = 100 × (LTP − previous close) / previous close",
  },
  change: {
    says: "How far the last price is from the previous close, in rupees.",
    formula: "LTP − previous close",
  },
  changePct: {
    says: "How far the last price is from the previous close, in percent of that close.",
    formula: "100 × (LTP − previous close) / previous close",
  },
  oi: { says: "How much of this contract is open at the moment.", formula: AS_SENT },
  oiChange: {
    says: "What today has added to the open interest, or taken from it.",
    formula: "OI − OI at the previous close",
  },
  oiChangePct: {
    says: "What today has added to the open interest, in percent of what there was; unknown where there was none.",
    formula: "100 × (OI − OI at the previous close) / OI at the previous close",
  },
  volume: { says: "How much of this contract was traded today.", formula: AS_SENT },
  delta: {
    says: "Rupees that the option moves by when the expiry's forward moves by one.",
    formula: `call e^(−rT) N(d₁), put −e^(−rT) N(−d₁); ${D1}`,
  },
  theta: {
    says: "What the option gains or, below 0, loses in a calendar day at the same forward and IV.",
    formula: `(r × price − e^(−rT) F n(d₁) σ / (2√T)) / 365; ${D1}`,
  },
  decay: {
    says: "What the option loses until expiry at the same spot and IV, never more than its price has above intrinsic; until the last day theta stands here.",
    formula: "max(intrinsic at expiry − value now, min(0, intrinsic at expiry − price))",
  },
  bid: { says: "Highest price that a buyer offers.", formula: AS_SENT },
  ask: { says: "Lowest price that a seller asks.", formula: AS_SENT },
  timeValue: {
    says: "What is paid above intrinsic value; below 0 the quote is older than the forward.",
    formula: "price − intrinsic, the price being that of IV and greeks",
  },
  intrinsic: {
    says: "What exercise would bring if expiry were at the forward.",
    formula: "call max(F − K, 0), put max(K − F, 0)",
  },
  intrinsicSpot: {
    says: "What exercise would bring if expiry were at spot.",
    formula: "call max(S − K, 0), put max(K − S, 0)",
  },
  breakeven: {
    says: "Price of the underlying at expiry where the buyer neither gains nor loses.",
    formula: "call K + price, put K − price, the price being that of IV and greeks",
  },
  breakevenPct: {
    says: "How far spot has to move until the buyer breaks even, in percent of spot.",
    formula: "100 × (breakeven / S − 1)",
  },
  pop: {
    says: "Probability that the buyer gains at expiry, as the smile prices it: risk-neutral, not a forecast; ~ marks one from the at-the-money IV alone.",
    formula: "call 1 − B(K + price), put B(K − price); B(x) is the smile's probability of expiry below x",
  },
  popSeller: {
    says: "Probability that the seller gains at expiry, as the smile prices it: risk-neutral, not a forecast; ~ marks one from the at-the-money IV alone.",
    formula: "100 % − the buyer's probability",
  },
  strike: {
    says: "Price at which the contracts of this row are exercised.",
    formula: "At the money is the strike nearest the forward, the lower of two",
  },
  iv: {
    says: "One volatility for call and put of a strike, from the one that is out of the money, or from the other by parity; ~ marks one taken from the strikes beside it.",
    formula: `σ at which Black-76 gives the price: C = e^(−rT) [F N(d₁) − K N(d₁ − σ√T)], P = C − e^(−rT) (F − K); ${D1}`,
  },
  ivChange: {
    says: "How far the IV is from that at the previous close, in points.",
    formula: "IV − IV at the previous close",
  },
  gamma: {
    says: "What delta moves by when the expiry's forward moves by a rupee; the same for call and put.",
    formula: `e^(−rT) n(d₁) / (F σ√T); ${D1}`,
  },
  vega: {
    says: "Rupees that the option moves by when IV moves by a point; the same for call and put.",
    formula: `e^(−rT) F n(d₁) √T / 100; ${D1}`,
  },
  pcr: {
    says: "Open interest of this strike's put to that of its call; that of the expiry stands in the header.",
    formula: "put OI / call OI",
  },
  straddle: {
    says: "What the call and the put of the strike cost together.",
    formula: "C + P, at the prices of IV and greeks",
  },
  straddleChange: {
    says: "How far the straddle is from what it was at the previous close, in rupees.",
    formula: "C + P − (C₀ + P₀), C₀ and P₀ being the previous closes",
  },
  straddleChangePct: {
    says: "How far the straddle is from what it was at the previous close, in percent of that.",
    formula: "100 × (C + P − (C₀ + P₀)) / (C₀ + P₀), C₀ and P₀ being the previous closes",
  },
  impliedMove: {
    says: "The move that the straddle pays for; away from the money it holds intrinsic value too, so it is read at the at-the-money strike.",
    formula: "100 × (C + P) / F",
  },
  straddleLower: {
    says: "Price of the underlying below which the straddle's buyer gains at expiry; none where that is not above 0.",
    formula: "K − (C + P)",
  },
  straddleUpper: {
    says: "Price of the underlying above which the straddle's buyer gains at expiry.",
    formula: "K + C + P",
  },
  totalOi: { says: "Open interest of the strike's call and put together.", formula: "call OI + put OI" },
  netDelta: { says: "Delta of one call and one put held together.", formula: "call delta + put delta" },
  netGamma: { says: "Gamma of one call and one put held together.", formula: "2 × gamma" },
  netTheta: {
    says: "Theta of one call and one put held together, a calendar day.",
    formula: "call theta + put theta",
  },
  netVega: { says: "Vega of one call and one put held together, a point of IV.", formula: "2 × vega" },
};

/** What the headings of the chain tell. */
export const TEXTS = inLanguage({
  en: {
    columns,
    letters: [
      ["F", "forward of the expiry"],
      ["S", "spot"],
      ["K", "strike"],
      ["C", "price of the call"],
      ["P", "price of the put"],
      ["T", "years to expiry"],
      ["σ", "IV"],
      ["r", "interest"],
      ["N", "normal distribution"],
      ["n", "its density"],
    ] as const,
    letter: (letter: string, means: string) => `${letter} ${means}`,
    ofLot: (units: string) => `Per lot: what a unit has, times ${units}.`,
    scaled: (scale: number) => `Currency options: shown times ${scale}, so 0.05 is a delta of a half.`,
    quantities: {
      lakh: "Shown in lakh: units / 1,00,000.",
      lots: (units: string) => `Shown in lots: units / ${units}.`,
      units: "Shown in units.",
    },
  },
});
