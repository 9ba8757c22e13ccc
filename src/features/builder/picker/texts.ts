import { countText, inLanguage } from "../../../shared/texts/texts.tsx";

/** What is read in the list of contracts that legs are picked from. */
export const TEXTS = inLanguage({
  en: {
    name: "Add legs",
    close: "Close the list",
    expiries: "Expiry",
    futures: "Futures",
    grid: (expiry: string) => `Options of ${expiry}, calls left, puts right`,
    sides: { call: "Calls", put: "Puts" },
    heads: { ltp: "LTP", iv: "IV %", delta: "Delta", oi: "OI", strike: "Strike" },
    actions: { BUY: "B", SELL: "S" },
    spokenActions: { BUY: "Buy", SELL: "Sell" },
    press: (action: string, contract: string, lots: number) =>
      lots === 0
        ? `${action} ${contract}`
        : `${action} ${contract}, ${countText(lots, { one: "lot", other: "lots" })} in the strategy`,
    stale: "These prices are old: nothing newer has come.",
    waiting: "Waiting for prices…",
    none: "No strikes are listed here",
    keys: "Arrows move, B buys, S sells; pressed again, a lot more",
  },
});
