import { inLanguage } from "../../../shared/texts/texts.tsx";

/** Texts of several chains in one tab. */
export const TEXTS = inLanguage({
  en: {
    pageName: "Option chains",
    paneOf: (symbol: string, at: number, of: number) => `${symbol}, chain ${at} of ${of}`,
    chains: "Chains",
    choose: "choose another underlying",
    expiry: (symbol: string) => `Expiry of ${symbol}`,
    full: (most: number) => `A tab shows ${most} chains at most: with more none has the rows to be read.`,
    tooMany: (most: number) => `The address names more chains than a tab shows: the first ${most} are here.`,
    close: (symbol: string) => `Close the chain of ${symbol}`,
    pop: (symbol: string) => `Open the chain of ${symbol} in a window of its own`,
    popBlocked: "The browser did not let us open a window. Allow pop-ups of this site, then press again.",
    iv: "ATM IV",
    pcr: "PCR",
    straddle: "Straddle",
    percent: (figure: string) => `${figure} %`,
    move: (figure: string) => `±${figure} %`,
    documentTitle: (symbols: string) => `${symbols} · Option chains`,
  },
});
