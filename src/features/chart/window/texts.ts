import { countText, inLanguage } from "../../../shared/texts/texts.tsx";

/** What is read of the chart's window. */
export const TEXTS = inLanguage({
  en: {
    title: (symbol: string) => `${symbol} chart`,
    full: "Full screen",
    notFull: "Back to a window",
    alwaysFull: "Always open in full screen",
    page: "Open as a page",
    trading: "Chart trading",
    tradingHint: "B and S at the crosshair's price add a lot to your strategy. Nothing is placed.",
    atPrice: "At price",
    tradingOf: "Choose a contract: only options and futures are added to a strategy.",
    buy: (price: string) => `Buy a lot at ${price} in the strategy`,
    sell: (price: string) => `Sell a lot at ${price} in the strategy`,
    buyWord: "B",
    sellWord: "S",
    added: (side: "BUY" | "SELL", symbol: string, price: string) =>
      `${side === "BUY" ? "Bought" : "Sold"} in the strategy: a lot of ${symbol} at ${price}`,
    addedDetail: "Planned alone: no order was placed.",
    openBuilder: "Open in builder",
    lots: (lots: number) => countText(lots, { one: "lot", other: "lots" }),
    units: (units: number) => countText(units, { one: "unit", other: "units" }),
    line: {
      held: (side: string, size: string, price: string, pnl: string) =>
        `Held ${side} ${size} at ${price}, P&L ${pnl}`,
      planned: (side: string, size: string, price: string, pnl: string) =>
        `Planned ${side} ${size} at ${price}, P&L ${pnl}`,
    },
  },
});
