import { formatFixed } from "#domain/format/number.ts";
import type { OptionType } from "#domain/pricing/black76.ts";
import type { TradeAction } from "#domain/strategy/model.ts";
import { countText, inLanguage, numberText } from "../../shared/texts/texts.tsx";

const lotsOf = (lots: number): string =>
  Number.isInteger(lots) ? countText(lots, { one: "lot", other: "lots" }) : `${formatFixed(lots, 2)} lots`;

const notLoaded = (what: string): string =>
  `${what} could not be loaded: the server cannot be reached just now, or has a newer version.`;

/** What is read of trades that are built on the chain. */
export const TEXTS = inLanguage({
  en: {
    letters: { BUY: "B", SELL: "S" } satisfies Record<TradeAction, string>,
    actions: { BUY: "Buy", SELL: "Sell" } satisfies Record<TradeAction, string>,
    press: (action: TradeAction, option: OptionType) =>
      `${action === "BUY" ? "Buy" : "Sell"} a lot of the ${option === "CE" ? "call" : "put"}`,
    feedback: {
      held: (lots: number, units: number) => `${lotsOf(lots)} (${numberText(units)})`,
      notListed: "Not listed any more",
    },
    /** A trade in its row, to who hears it; the price is null at the market's. */
    tag: (side: TradeAction, lots: number, price: string | null) =>
      `${side === "BUY" ? "buy" : "sell"} ${lotsOf(lots)}${price === null ? "" : ` at ${price}`}`,
    gone: (contracts: string) => `Not listed any more: ${contracts}`,
    unread: "A part of this address could not be understood.",
    choice: (strike: string, expiry: string) => `${strike} · ${expiry}`,
    strip: {
      name: "Strategy on this chain",
      loading: "Loading trades…",
      remove: (leg: string) => `Remove ${leg}`,
      clear: "Clear",
      analyze: "Analyze",
      openInBuilder: "Open in builder",
      failed: (symbol: string) => `The contracts of ${symbol} could not be had.`,
      retry: "Try again",
      trades: "Trades",
      figures: "Figures of the strategy",
      old: "Figures of the trades as they were before",
    },
    missing: {
      /** @param waiting trades that were pressed */
      desk: (waiting: number) =>
        waiting === 0
          ? notLoaded("The strategy on this chain")
          : `${notLoaded("The strategy on this chain")} ${countText(waiting, { one: "trade waits", other: "trades wait" })} for it.`,
      choice: notLoaded("Buy and sell"),
      modal: notLoaded("The analysis"),
      marks: "Your trades could not be marked on the chain. They are all in the strip below.",
      again: "Try again",
      reload: "Reload with the trades",
      hide: "Hide",
    },
    gate: {
      logIn: "Log in",
      visitor: "Log in to see what these trades win, lose and cost.",
      upgrade: (level: string) => `What these trades win, lose and cost is part of ${level}.`,
      plans: "See plans",
    },
  },
});
