import type { ExchangeTableId, FileReport, VectorName } from "#workers/validation/api.ts";
import { countText, inLanguage, numberText, rich } from "../../shared/texts/texts.tsx";

const figures = (count: number): string => countText(count, { one: "figure", other: "figures" });

/** Every text of the page but the formulas, which are in `making`. */
export const TEXTS = inLanguage({
  en: {
    title: "How our numbers are made",
    lead: "Every figure has a rule, and every rule has cases that were computed without our code. Your browser computes them again on this page, with the program that feeds your option chain.",
    contents: "On this page",
    parts: {
      checks: "Checked in your browser",
      file: "Check an exchange’s file",
      making: "How each is made",
    },

    running: (done: number, of: number) =>
      `Recomputing: ${numberText(done)} of ${numberText(of)} files done …`,
    starting: "Fetching what is to be recomputed …",
    allRight: (count: number, files: number) =>
      `All ${figures(count)} of ${countText(files, { one: "file", other: "files" })} are what they should be.`,
    someWrong: (wrong: number, count: number) =>
      `${numberText(wrong)} of ${figures(count)} ${wrong === 1 ? "is" : "are"} not what they should be.`,
    took: (seconds: string) => `Recomputed in ${seconds} s.`,
    kernel: {
      wasm: "By the same WebAssembly as the chain; what it has no part in by the same TypeScript.",
      typescript:
        "WebAssembly did not load in this browser, so TypeScript computed everything, as it does for your chain.",
    },
    failed: "This part did not load. Check the connection, then try again.",
    missing: (names: string) => `Not recomputed, because they did not load: ${names}.`,
    again: "Try again",
    onlyWrong: "Failures only",
    noneWrong: "No figure is wrong.",
    download: "Download every row:",
    formats: { csv: "CSV", json: "JSON" },
    fileName: (from: "vectors" | "file", format: string) =>
      from === "vectors" ? `strikewise-vectors.${format}` : `strikewise-file-report.${format}`,

    right: "Right",
    wrong: (count: number) => `${numberText(count)} wrong`,
    off: (count: number) => `${numberText(count)} off`,
    figures,
    largestOf: (largest: string, allowed: string) => `largest error ${largest}, allowed ${allowed}`,
    exactly: "equal or not",
    shares: {
      wasm: "WebAssembly, with TypeScript around it",
      typescript: "TypeScript, here and on the server",
    },
    licence: "Licence",
    source: "Expected values",
    byWhom: "Computed by",
    licences: {
      own: "Strikewise’s own, MIT",
      quantlib: rich(
        "Values published by E. G. Haug, as QuantLib’s European option tests hold them: © 2003, 2007 Ferdinando Ametrano, © 2003, 2007 StatPro Italia srl, © 2009 Klaus Spanderen. {link}",
      ),
      link: "QuantLib licence (BSD, three clauses)",
    },
    statistics: {
      count: "Numbers compared",
      bias: "Bias",
      meanAbsolute: "Mean absolute error",
      median: "Median",
      p99: "99th percentile",
      largest: "Largest",
    },
    statisticsNote:
      "Bias is the mean of the errors with their signs; the others are of their sizes. An error is ours less what was expected.",
    relative: "Errors are parts of the figure: 10⁻¹² is a rupee in a lakh crore.",
    histogram: (count: number) => `Distribution of ${numberText(count)} errors`,
    exact: "exact",
    upTo: (power: string) => `below ${power}`,
    beyond: "and beyond",
    points: (value: string) => `${value} points`,
    percent: (value: string) => `${value} %`,
    rupees: (value: string) => value,
    nothing: "(none)",
    unlimited: "Unlimited",
    columns: { of: "Case", figure: "Figure", wanted: "Expected", got: "Ours", error: "Error" },
    state: { right: "right", wrong: "wrong", off: "off" },
    rows: (shown: number, total: number) => `${numberText(shown)} of ${numberText(total)} rows`,
    more: "Show more",

    fileLead:
      "Drop a file of NSE or BSE here and the same code recomputes what it publishes. It is read in this tab and sent nowhere. Exchanges do not let us hand out their files, so bring your own.",
    kinds: [
      "F&O bhavcopy (UDiFF) of NSE or BSE, .csv or the .csv.zip as published",
      "NSE’s F&O end of day with fewer columns",
      "the option chain that NSE’s site offers as CSV (enter its day: the file does not say it)",
      "the JSON answer of NSE’s option chain",
    ],
    drop: "Drop a file here, or",
    choose: "Choose a file",
    day: "Day of the file, if it does not say it",
    reading: (name: string) => `Reading ${name} …`,
    fileFailed: "This file was not taken",
    code: (code: string) => `Code: ${code}`,
    fileBroken: "Something went wrong here, not in your file. Reload the page and drop it once more.",
    kindNames: {
      "fo-eod": "NSE F&O end of day",
      udiff: "UDiFF F&O bhavcopy",
      "nse-answer": "NSE option chain, JSON",
      "nse-site": "NSE option chain, CSV",
    } satisfies Record<FileReport["kind"], string>,
    of: (kind: string, date: string) => `${kind}, ${date}`,
    spot: (spot: string) => `Spot ${spot}.`,
    spotFound: (spot: string) =>
      `The file does not say its spot; most of its own IVs agree on ${spot}, so that is what was used.`,
    tables: {
      "published-iv": {
        title: "Published IV of each option near the money",
        what: "NSE’s own convention put into our solver: Black-Scholes on spot at 10 %, whole days. Within 2 % of spot, traded. Last prices are seconds to hours older than the spot, so some rows are off and say by how much.",
      },
      totals: {
        title: "Totals of the nearest expiry",
        what: "Our sums of open interest beside the exchange’s own.",
      },
      "forward-index": {
        title: "Index forward from options, against the future’s close",
        what: "Put-call parity at the strikes near the money. An error here is a forward that the future does not trade at.",
      },
      "forward-share": {
        title: "Share forward from options, against the future’s close",
        what: "The same for shares. Their options trade once in a while, so a close may be hours older than the future’s.",
      },
      "iv-returns": {
        title: "Price that each solved IV gives back",
        what: "WebAssembly solves an IV from a close; TypeScript’s Black-76 turns it into a price again. Errors are parts of the forward.",
      },
      "open-interest": {
        title: "PCR and max pain",
        what: "Beside whole-number arithmetic straight from their definitions, every strike against every strike.",
      },
    } satisfies Record<ExchangeTableId, { title: string; what: string }>,
    /** What a file of vectors is about, in a few words. */
    vectors: {
      "black-76": "Price and greeks of an option",
      "published-black-scholes": "Values a textbook publishes",
      "implied-volatility": "Implied volatility",
      "normalised-volatility": "Implied volatility at its extremes",
      "strike-volatility": "Implied volatility of a strike",
      "usable-price": "The price behind IV",
      chain: "An expiry: forward, IVs, PCR, max pain",
      "open-interest": "PCR and max pain",
      "discount-curve": "Discounts: all expiries, and whose curve is heard",
      straddle: "Straddles",
      "build-up": "Build-up",
      "iv-statistics": "IV percentile and rank",
      "constant-maturity-iv": "30-day IV",
      "historical-volatility": "Historical volatility",
      probability: "Probability of profit",
      "settlement-distribution": "Where an expiry settles, by its smile",
      strategy: "Strategies: payoff, breakevens, greeks",
      margin: "Margin",
      charges: "Charges",
      indicators: "Indicators of charts",
      "candle-patterns": "Candlestick patterns",
    } satisfies Record<VectorName, string>,

    makingLead: "The rules in full, with their sources and edge cases, are in docs/quant.md of the source.",
    checkedBy: "Checked by",
  },
});
