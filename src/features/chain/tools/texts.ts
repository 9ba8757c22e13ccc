import { countText, inLanguage } from "../../../shared/texts/texts.tsx";

/** Texts of what helps about on the chain: they come after its figures. */
export const TEXTS = inLanguage({
  en: {
    sides: { call: (heading: string) => `Call ${heading}`, put: (heading: string) => `Put ${heading}` },
    menu: {
      name: "Take the chain along",
      copy: "Copy the chain",
      csv: "Download as CSV",
      website: "Download as NSE's website writes it",
      copied: (strikes: number) => `${countText(strikes, { one: "strike", other: "strikes" })} copied.`,
      missing:
        "Copy and export could not be fetched. Press again, or load the page anew: there may be a newer version.",
      failed: "The browser did not let us copy. Choose Download as CSV instead.",
      beside: "Another chain beside this one",
      pop: "Open in a window of its own",
      popBlocked: "The browser did not let us open a window. Allow pop-ups of this site, then press again.",
      titleOn: "Price in the tab's title",
      titleOff: "No price in the tab's title",
      unknown: "There are no figures to take along yet.",
      fileName: (symbol: string, expiry: string, date: string, time: string) =>
        `${symbol}_${expiry}_chain_${date}_${time}.csv`,
      /** The website's own way, dashes and all. */
      websiteFileName: (symbol: string, expiry: string) => `option-chain-ED-${symbol}-${expiry}.csv`,
    },
    /** The website's own words, calls from the left; puts mirror them. */
    website: {
      calls: "CALLS",
      puts: "PUTS",
      strike: "STRIKE",
      figures: ["OI", "CHNG IN OI", "VOLUME", "IV", "LTP", "CHNG"],
      book: ["BID QTY", "BID", "ASK", "ASK QTY"],
    },
    /** Of a browser's tab, whose first words are what is seen of it. */
    tabTitle: (price: string, change: string, symbol: string) => `${price} ${change} % · ${symbol}`,
    money: (strike: string) => `ATM ${strike}`,
    toMoney: (strike: string) => `Back to the at-the-money strike ${strike}`,
    marked: (strikes: number) =>
      `All ${countText(strikes, { one: "strike", other: "strikes" })} marked: Ctrl C copies them with their headings.`,
    search: {
      found: (typed: string, strike: string) => `${typed}… ${strike}`,
      none: (typed: string) => `No strike begins with ${typed}`,
    },
  },
});
