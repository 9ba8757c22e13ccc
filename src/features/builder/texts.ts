import { inLanguage } from "../../shared/texts/texts.tsx";

/** What is read on the builder's page around its parts. */
export const TEXTS = inLanguage({
  en: {
    documentTitle: (symbol: string) => `${symbol} Strategy Builder · Strikewise`,
    title: (symbol: string) => `${symbol} strategy builder`,
    loading: (symbol: string) => `Loading ${symbol}...`,
    opening: "Opening the strategy...",
    head: {
      choose: "Choose another underlying",
      spot: "Price of the underlying",
      implied: "implied",
      impliedTitle: "The cash market is in its closing auction: implied from the nearest forward",
      lastSpot: (price: string) => `last ${price}`,
      auction: "Closing auction",
      auctionTitle: "The cash market is in its closing auction: this is its last price before",
      undo: "Undo",
      redo: "Redo",
      undoTitle: "Undo (Ctrl Z)",
      redoTitle: "Redo (Ctrl Shift Z)",
      settings: "Settings",
      source: (source: string, name: string) => `${source} · ${name}`,
    },
    failed: {
      title: (symbol: string) => `${symbol} cannot be loaded`,
      next: "Press / to choose another underlying.",
      retry: "Try again",
    },
  },
});
