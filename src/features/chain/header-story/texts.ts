import { inLanguage } from "../../../shared/texts/texts.tsx";

/** What the figures of a chain's header are made of. */
export const TEXTS = inLanguage({
  en: {
    /** What they are, in words. */
    formulas: {
      future: "Future of this expiry or the nearest after it, and its basis to spot",
      atmIv:
        "At-the-money implied volatility of this expiry, and its change in points since the previous close. Black-76 on the expiry's own forward; the exchange's site computes IV on spot at 10 %.",
      pcr: "Put OI over call OI of this expiry; beside it the change of that ratio since the previous close",
      maxPain: "Strike at which option writers pay out least",
      vix: "India VIX",
      lot: "Lot size of this expiry; on MCX and in currency, where a contract counts as one, times what it holds",
      synthetic:
        "Future implied by put–call parity near the money. Moneyness and the accent line refer to this expiry's forward.",
      discount:
        "What a rupee on this expiry is worth today, by the put-call pairs of the underlying's expiries, with its standard error. It comes in between 45 and 75 days to expiry; prices, IV, greeks and probabilities use it.",
      straddle: "At-the-money call plus put, and the move it implies by expiry",
    },
    discountSource: "Told by",
    /** By the code of its source. */
    discountSources: (lender: string) => [
      "nothing: it stands at 1",
      "its own pairs",
      "pairs of other expiries",
      `pairs of ${lender}`,
    ],
    anotherIndex: "another index",
    spot: "Spot",
    forward: "Forward",
    atmStrike: "ATM strike",
    belowForward: (strike: string, distance: string) => `${strike}, ${distance} below the forward`,
    aboveForward: (strike: string, distance: string) => `${strike}, ${distance} above the forward`,
    iv30: "30-day ATM IV, of all expiries",
    noIv30: "not known: no expiry has an ATM IV",
    ivRank: "IV rank, between its lowest and highest close",
    noRank: "not known yet",
    previousAtmIv: "ATM IV at the previous close",
    percent: (figure: string) => `${figure} %`,
    callOi: "Call OI",
    putOi: "Put OI",
    /** Put OI's change today over call OI's. */
    oiChangeRatio: "Ratio of OI changes, puts over calls",
  },
});
