import type { LiquidityWarning } from "#domain/chain/flags.ts";
import { inLanguage } from "../../../shared/texts/texts.tsx";

/** What the marks of the chain say: read at a mark and in the legend, so the chain does not wait for it. */
export const TEXTS = inLanguage({
  en: {
    title: "Marks in the chain",
    liquidity: {
      CROSSED: "Crossed: the bid is above the ask",
      NO_QUOTES: "No quotes: neither bid nor ask",
      NO_BID: "No bid",
      NO_ASK: "No ask",
      WIDE_SPREAD: "Wide: bid and ask are more than 2 ticks and 3 % apart",
      NO_VOLUME: "Not traded today",
      STALE_LTP: "Old price: no trade for 15 minutes",
      NO_OI: "No open interest",
      ODD_STRIKE: "Strike between the round ones, which trade more",
    } satisfies Record<LiquidityWarning, string>,
    outside: "The last price lies outside bid and ask",
    atMoney: "At the money",
    maxPain: "Max pain",
    round: "Round strike",
    forward: "The forward lies here, between this strike and the one above it",
    spot: "The spot lies here, between this strike and the one above it",
    oiRose: "The strong foot of the bar is the open interest added since the previous close",
    oiFell: "The empty bar is the open interest gone since the previous close",
    estimated: "From its neighbours: the strike has no price of its own",
    legend: {
      outside: "Box: the last price lies outside bid and ask",
      maxPain: "Diamond: max pain",
      atMoney: "Arrow: at the money, the strike nearest to the forward",
      round: "Heavier: every tenth strike",
      odd: "Lighter: a strike between the round ones, which trade more",
      forward: "Line of the forward; what lies on its in-the-money side is shaded",
      spot: "Line of the spot, in a closing auction of the implied one",
      bar: "Bar: the size of what the heading names, calls and puts on one scale",
      rose: "Strong foot of a bar: added since the previous close",
      ghost: "Empty end of a bar: gone since the previous close",
      estimated: "An IV taken from its neighbours, or a probability without a smile",
      leg: "Filled: lots planned on the chain, sold ones below zero",
      position: "Outlined: lots held",
      changed: "Up or down: the sign of a change",
    },
  },
});
