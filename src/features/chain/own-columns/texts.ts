import { inLanguage } from "../../../shared/texts/texts.tsx";

/** What stands over the columns that no built-in view shows, and what is read out of it: they come with the first of them. */
export const TEXTS = inLanguage({
  en: {
    columns: {
      changePct: { heading: "LTP chg %", spoken: "change of the last price, percent" },
      change: { heading: "LTP chg", spoken: "change of the last price" },
      timeValue: { heading: "Time val", spoken: "time value" },
      intrinsic: { heading: "Intrinsic", spoken: "intrinsic value" },
      intrinsicSpot: { heading: "Intr. spot", spoken: "intrinsic value from spot" },
      breakeven: { heading: "Breakeven", spoken: "breakeven" },
      breakevenPct: { heading: "Break. %", spoken: "breakeven from spot, percent" },
      pop: { heading: "POP buy %", spoken: "buyer's probability of profit" },
      popSeller: { heading: "POP sell %", spoken: "seller's probability of profit" },
      ivChange: { heading: "IV chg", spoken: "Change in implied volatility" },
      pcr: { heading: "PCR", spoken: "Put call ratio" },
      straddleChange: { heading: "Chg", spoken: "Change of the straddle" },
      straddleChangePct: { heading: "Chg %", spoken: "Change of the straddle, percent" },
      impliedMove: { heading: "Move %", spoken: "Implied move, percent" },
      straddleLower: { heading: "Lower B/E", spoken: "Lower breakeven" },
      straddleUpper: { heading: "Upper B/E", spoken: "Upper breakeven" },
      totalOi: { heading: "Total OI", spoken: "Open interest, calls and puts" },
      netDelta: { heading: "Net delta", spoken: "Net delta" },
      netGamma: { heading: "Net gamma", spoken: "Net gamma" },
      netTheta: { heading: "Net theta", spoken: "Net theta per day" },
      netVega: { heading: "Net vega", spoken: "Net vega per point" },
    },
  },
});
