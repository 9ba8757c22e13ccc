import { countText, inLanguage } from "../../../../shared/texts/texts.tsx";

const minutesText = (minutes: number): string => countText(minutes, { one: "minute", other: "minutes" });

/** What is read in the window on a strike. */
export const TEXTS = inLanguage({
  en: {
    title: (contract: string) => `${contract} through the day`,
    expiry: "Expiry",
    oi: "OI",
    price: "Price",
    sides: { CE: "Call", PE: "Put" },
    lines: { oi: (side: string) => `${side} OI`, price: (side: string) => `${side} price` },
    since: "Since the close before",
    oiChange: "OI",
    priceChange: "Price",
    none: (contract: string) => `${contract} is not listed`,
    chart: (contract: string) => `Open interest and price of ${contract} through the day`,
    built: (minutes: number) =>
      `What was built, every ${minutesText(minutes)}: change of OI, of the price, and both`,
    until: "Until",
  },
});
