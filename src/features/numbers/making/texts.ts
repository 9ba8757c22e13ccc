import type { VectorName } from "#workers/validation/api.ts";
import { inLanguage } from "../../../shared/texts/texts.tsx";

/** How one kind of figure is made. */
interface Making {
  /** part of the address: `#iv` */
  readonly id: string;
  readonly title: string;
  readonly words: readonly string[];
  /** as the table of formulas in docs/quant.md has them, letter by letter */
  readonly formulas: readonly string[];
  readonly checkedBy: readonly VectorName[];
}

/** Every kind of figure, in the order that one is made from another. */
export const MAKINGS: readonly Making[] = inLanguage({
  en: [
    {
      id: "forward",
      title: "Forward",
      words: [
        "An option is priced on where the market expects its underlying at expiry, not on spot. That is the future of the same expiry while it is quoted; else what calls and puts near the money say together; else spot, grown as the nearest expiry with a forward says.",
        "Once the payoff is fixed it is what the expiry settles at. The figure says which of these it is.",
      ],
      formulas: [
        "F = weighted median of K + (C − P) / D, at up to five strikes near the money",
        "F = S (F₁ / S)^(T / T₁), where neither future nor options say",
        "D = e^(−rT), r = mean of what −slope of C − P over K says of each expiry and of the deepest index; 1 up to 45 days",
      ],
      checkedBy: ["chain", "discount-curve"],
    },
    {
      id: "iv",
      title: "Implied volatility",
      words: [
        "The volatility at which Black-76 gives the price in the market: the middle of the book, or a fresh trade inside a wide one; with one side alone a fresh trade, else the bid. A strike has one IV for its call and its put, taken from the side that is out of the money, where all of the price is time value.",
        "A strike without a price of its own takes the IV of the smile through its neighbours, and is marked with ~. Time runs to the instant that fixes the payoff: every second counts, weekends too.",
      ],
      formulas: [
        "C = e^(−rT) [F N(d₁) − K N(d₂)], P = e^(−rT) [K N(−d₂) − F N(−d₁)]",
        "d₁ = ln(F / K) / (σ√T) + σ√T / 2, d₂ = d₁ − σ√T",
        "between solved strikes σ²T is linear in ln(K / F)",
      ],
      checkedBy: [
        "implied-volatility",
        "normalised-volatility",
        "strike-volatility",
        "usable-price",
        "chain",
      ],
    },
    {
      id: "greeks",
      title: "Greeks",
      words: [
        "How the price answers to a rupee of the forward (delta, and gamma for delta itself), to a day (theta) and to a point of volatility (vega). Delta is to the forward, which moves with spot.",
        "On its last day an option’s theta is more than there is left to lose; decay, beside it, never is.",
      ],
      formulas: [
        "delta = e^(−rT) N(d₁) of a call, −e^(−rT) N(−d₁) of a put",
        "gamma = e^(−rT) n(d₁) / (F σ√T)",
        "vega = e^(−rT) F n(d₁) √T / 100",
        "theta = (r × price − e^(−rT) F n(d₁) σ / (2√T)) / 365",
      ],
      checkedBy: ["black-76", "published-black-scholes", "strategy"],
    },
    {
      id: "pop",
      title: "Probability of profit (POP)",
      words: [
        "The chance that a position ends in profit at expiry, if the market is right about volatility and nothing else is known. It is risk-neutral: what prices imply, not a forecast.",
        "It is read off the smile of the expiry: a mixture of lognormals fitted to the quoted prices, which leaves no arbitrage between strikes. Where the quotes do not carry one it is lognormal with the ATM IV, and marked with ~.",
        "Among the chain’s columns are the buyer’s and the seller’s; together they are 100 %. My view begins with both, and any view takes them.",
      ],
      formulas: [
        "POP = Σ B(b) − B(a), over every stretch a to b of the underlying with a profit",
        "B(x) = Σ wⱼ N(zⱼ(x)) of the fitted smile, all wⱼ ≥ 0, Σ wⱼ = 1, mean F",
        "z(x) = (ln(x / F) + σ²T / 2) / (σ√T), and B(x) = N(z(x)), where there is no fit",
      ],
      checkedBy: ["settlement-distribution", "probability", "strategy"],
    },
    {
      id: "max-pain",
      title: "Max pain",
      words: [
        "The strike at which all option writers together would pay least if the underlying settled there. Of strikes that cost the same, the one nearest the forward.",
        "It says where open interest lies. It is no promise of where the market goes.",
      ],
      formulas: ["max pain = the strike x with the least Σ call OI × max(x − K, 0) + put OI × max(K − x, 0)"],
      checkedBy: ["open-interest", "chain"],
    },
    {
      id: "pcr",
      title: "Put-call ratio (PCR)",
      words: ["Open interest of an expiry’s puts over that of its calls. Without a call there is none."],
      formulas: ["PCR = Σ put OI / Σ call OI"],
      checkedBy: ["open-interest", "chain"],
    },
    {
      id: "straddle",
      title: "Straddle",
      words: [
        "A strike’s call and put bought together, at the prices behind IV. Without one of the two prices there is none, and -- is shown.",
        "The implied move is the move that pays for both by expiry. Away from the money it holds the intrinsic value too: it is read at the at-the-money strike.",
      ],
      formulas: [
        "change = C + P − (C₀ + P₀), of the previous closes C₀ and P₀",
        "implied move = 100 × (C + P) / F",
        "breakevens = K − (C + P) and K + (C + P)",
      ],
      checkedBy: ["straddle"],
    },
    {
      id: "iv-percentile",
      title: "IV percentile and rank",
      words: [
        "How high the 30-day IV stands among its own last 250 closes. Fewer than 60 closes say nothing, and -- is shown.",
        "The percentile counts how many closes were lower; the rank says how far between the lowest and the highest it is.",
      ],
      formulas: [
        "IV percentile = 100 × closes below now / closes known, of the last 250",
        "IV rank = 100 × (now − least) / (greatest − least)",
      ],
      checkedBy: ["iv-statistics", "constant-maturity-iv"],
    },
    {
      id: "margin",
      title: "Margin",
      words: [
        "An estimate of what the clearing corporation asks, until your broker’s own figure is there, and labelled so. Sixteen moves of price and volatility are tried on all positions of a product together, what expires today apart; the worst counts. Exposure comes on top for futures and sold options.",
      ],
      formulas: [
        "SPAN = max(0, max(worst loss of 16 scenarios + calendar charge, minimum of sold options) − value of the options)",
        "margin = SPAN + exposure + additions for far options sold, for expiry days and for delivery",
      ],
      checkedBy: ["margin"],
    },
    {
      id: "charges",
      title: "Charges",
      words: [
        "What the state, the exchange and your broker take, by the rates of the day of the trade. Nothing is rounded here; contract notes round some of it to paise.",
      ],
      formulas: [
        "charges = brokerage + STT or CTT + exchange + SEBI + stamp duty + GST",
        "GST = 18 % of (brokerage + exchange + SEBI)",
      ],
      checkedBy: ["charges"],
    },
    {
      id: "indicators",
      title: "Indicators of charts",
      words: [
        "Figures of a chart’s bars, by the rules of those who published them. Averages begin as the plain mean of their first values; a bar without a price is passed over.",
        "The bar that is running is figured as it stands, and counts for good when it has ended.",
      ],
      formulas: [
        "SMA = Σ close / n, of the last n",
        "EMA = EMA₀ + (close − EMA₀) × 2 / (n + 1), of the EMA₀ before; the first is the mean of n closes",
        "Bollinger = SMA ± k √(Σ (close − SMA)² / n)",
        "RSI = 100 × G / (G + L), of Wilder’s averages G of gains and L of losses: G = G₀ + (gain − G₀) / n",
        "MACD = EMA₁₂ − EMA₂₆, signal = its EMA₉, histogram = MACD − signal",
        "ATR = Wilder’s average of max(high, close₀) − min(low, close₀), of the close₀ before",
        "Supertrend = (high + low) / 2 + 3 ATR falling, − 3 ATR rising, carried while closes stay within",
        "VWAP = Σ [volume × (high + low + close) / 3] / Σ volume, since the session’s open",
      ],
      checkedBy: ["indicators"],
    },
    {
      id: "candle-patterns",
      title: "Candlestick patterns",
      words: [
        "Shapes of one candle or two, measured by how wide the candles before them were, and most of them only after a fall or a rise. Candles that have ended count, and none is looked for across a gap.",
        "A pattern says what prices did. It is no promise of where they go.",
      ],
      formulas: [
        "A = Σ (high − low) / 14, of the candles before the pattern",
        "down trend: close ≤ close₅ − A and close < Σ close / 10, of the close before the pattern, close₅ five candles earlier and the last ten; up trend its mirror",
      ],
      checkedBy: ["candle-patterns"],
    },
  ],
});
