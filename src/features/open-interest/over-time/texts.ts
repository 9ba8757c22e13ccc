import { inLanguage } from "../../../shared/texts/texts.tsx";

/** What is read on the charts over time. */
export const TEXTS = inLanguage({
  en: {
    name: (symbol: string) => `Open interest of ${symbol} over time`,
    futures: (symbol: string) => `Open interest of the futures of ${symbol} over time`,
    call: "Call OI",
    put: "Put OI",
    difference: "Put − call",
    pcr: "PCR",
    spot: (symbol: string) => symbol,
    oi: "OI",
    sum: "All three",
    price: "Price",
    priceOf: (future: string) => `${future}, price`,
    future: (expiry: string) => `${expiry} future`,
    previous: "Since the close before the first session",
    previousOne: "Since the close before",
    contract: "Future",
    oiNow: "OI",
    oiChange: "OI change",
    priceChange: "Price change",
    buildUp: "Build-up",
  },
});
