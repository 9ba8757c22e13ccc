/** Made-up files in the exchanges' forms, priced by Black-76 so that what they publish is known. */
import { blackPrice } from "#domain/pricing/black76.ts";

export const SPOT = 24_000;
export const DAY = "2026-08-19";
const EXPIRY = "2026-08-25";
const YEARS = 6 / 365;
const GROWTH = Math.exp(0.1 * YEARS);
const STRIKES = Array.from({ length: 17 }, (_, i) => 23_600 + 50 * i);

/** Prices as NSE's site would have them at a volatility of 12 %, to a tick of a paisa so that rounding is small. */
const sitePrice = (type: "CE" | "PE", strike: number): number =>
  Math.round((100 * blackPrice(type, SPOT * GROWTH, strike, YEARS, 0.12, 0)) / GROWTH) / 100;

/** NSE's answer; `spoil` changes one published IV. */
export function nseAnswer(spoil: { strike: number; iv: number } | null = null): string {
  const side = (type: "CE" | "PE", strike: number) => ({
    strikePrice: strike,
    expiryDate: "25-Aug-2026",
    underlying: "NIFTY",
    openInterest: type === "CE" ? 100 + strike / 50 : 90,
    changeinOpenInterest: 1,
    totalTradedVolume: 500,
    impliedVolatility: type === "CE" && strike === spoil?.strike ? spoil.iv : 12,
    lastPrice: sitePrice(type, strike),
    bidprice: 0,
    askPrice: 0,
  });
  const data = STRIKES.map((strike) => ({
    strikePrice: strike,
    CE: side("CE", strike),
    PE: side("PE", strike),
  }));
  const sum = (type: "CE" | "PE") => data.reduce((total, row) => total + row[type].openInterest, 0);
  return JSON.stringify({
    records: { timestamp: "19-Aug-2026 12:30:00", underlyingValue: SPOT, data },
    filtered: { CE: { totOI: sum("CE") }, PE: { totOI: sum("PE") } },
  });
}

export const SITE_NAME = "option-chain-ED-NIFTY-25-Aug-2026.csv";

const grouped = (value: number): string => `"${value.toLocaleString("en-IN")}"`;

/** The download below NSE's option chain, with its two header lines. */
export function siteCsv(): string {
  const rows = STRIKES.map((strike) => {
    const [call, put] = [sitePrice("CE", strike), sitePrice("PE", strike)].map(grouped);
    return `,100,-,"1,500",12.00,${call},-,65,-,-,65,${grouped(strike)},65,-,-,65,-,${put},12.00,"1,500",-,90,`;
  });
  const head =
    ",OI,CHNG IN OI,VOLUME,IV,LTP,CHNG,BID QTY,BID,ASK,ASK QTY,STRIKE,BID QTY,BID,ASK,ASK QTY,CHNG,LTP,IV,VOLUME,CHNG IN OI,OI,";
  return ["CALLS,,PUTS", head, ...rows].join("\r\n");
}

const FORWARD = 24_060;
const CLOSE_YEARS = (Date.parse(`${EXPIRY}T15:40:00+05:30`) - Date.parse(`${DAY}T15:40:00+05:30`)) / 31_536e6;

/** The reduced bhavcopy: one index expiry with its future. @param futureClose of that future */
export function foEod(futureClose = FORWARD): string {
  const head = "SYMBOL,TYPE,EXPIRY,STRIKE,OPT,CLOSE,PREV_CLOSE,UNDERLYING,OI,CHG_OI,VOLUME,LOT_SIZE,DATE";
  const tail = (oi: number) => `10,${SPOT},${oi},0,400,65,${DAY}`;
  const rows = STRIKES.flatMap((strike) =>
    (["CE", "PE"] as const).map((type) => {
      const price = blackPrice(type, FORWARD, strike, CLOSE_YEARS, 0.12, 0).toFixed(4);
      return `NIFTY,IDO,${EXPIRY},${strike},${type},${price},${tail(type === "CE" ? 650 : 1300)}`;
    }),
  );
  return [head, `NIFTY,IDF,${EXPIRY},0,,${futureClose},${tail(65)}`, ...rows, ""].join("\n");
}
