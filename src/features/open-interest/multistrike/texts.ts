import { inLanguage } from "../../../shared/texts/texts.tsx";

/** What is read on the multi-strike tab. */
export const TEXTS = inLanguage({
  en: {
    name: (symbol: string) => `Open interest of contracts of ${symbol}`,
    chosen: "Contracts",
    rank: "Most by",
    ranks: { oi: "OI", change: "OI change", volume: "Volume" },
    own: "Own choice",
    add: "Add a contract",
    type: "Type",
    types: { CE: "Call", PE: "Put", FUT: "Future" },
    strike: "Strike",
    expiry: "Expiry",
    put: "Add",
    remove: (name: string) => `Leave out ${name}`,
    clear: "Leave out all",
    most: (count: number) => `At most ${count} contracts: leave one out first`,
    empty: "Choose contracts, or one of the lists above.",
    pane: "OI",
    ranking: "Looking for the greatest…",
    notListed: (names: string) => `Not listed, left out: ${names}`,
    future: "FUT",
  },
});
