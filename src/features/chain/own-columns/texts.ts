import { inLanguage } from "../../../shared/texts/texts.tsx";

const POP_STORY =
  "Probability of a profit at expiry at the present price, as the smile of this expiry prices it: risk-neutral, not a forecast. ~ marks one from the at-the-money IV alone: the quotes carry no smile.";

const MOVE_STORY =
  "The premium over the forward. Away from the money it holds the intrinsic value too: it is read at the at-the-money strike.";

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
      pop: { heading: "POP buy %", spoken: "buyer's probability of profit", story: POP_STORY },
      popSeller: { heading: "POP sell %", spoken: "seller's probability of profit", story: POP_STORY },
      ivChange: { heading: "IV chg", spoken: "Change in implied volatility" },
      pcr: { heading: "PCR", spoken: "Put call ratio" },
      straddleChange: { heading: "Chg", spoken: "Change of the straddle" },
      straddleChangePct: { heading: "Chg %", spoken: "Change of the straddle, percent" },
      impliedMove: { heading: "Move %", spoken: "Implied move, percent", story: MOVE_STORY },
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
