import { optionSymbol } from "#domain/instruments/symbol.ts";
import { encodeTokens, type MetacacheBody } from "#protocol/http/metacache.ts";
import { createChainStream, EXPIRY_INSTANT, NIFTY } from "./chain-stream.ts";

/** A metacache of NIFTY's two expiries (as createChainStream lists them), one future, and a share without derivatives. */
export function metacacheBody(etag = "e1"): MetacacheBody {
  const expiries = [20261124, 20261201];
  const streams = expiries.map((expiry) => createChainStream({ expiry }));
  const odd = streams[0]!.rows[3]!.put.token;
  return {
    version: 1,
    etag,
    date: "2026-11-20",
    asOf: EXPIRY_INSTANT - 4 * 86_400_000,
    simulated: true,
    vixToken: 264969,
    underlyers: {
      token: [NIFTY, 738561],
      symbol: ["NIFTY", "RELIANCE"],
      name: ["NIFTY 50", "Reliance Industries"],
      kind: ["index", "stock"],
      exchange: ["NSE", "NSE"],
      derivativeExchange: ["NFO", "NFO"],
      lotSize: [65, 500],
      multiplier: [1, 1],
      spotTickSize: [0.05, 0.1],
      strikeStep: [50, 10],
      isNonFno: [false, true],
      sectors: [[], ["Energy"]],
    },
    chains: {
      underlyer: [0, 0],
      expiry: expiries,
      type: ["weekly", "weekly"],
      expiryInstant: [EXPIRY_INSTANT, EXPIRY_INSTANT + 7 * 86_400_000],
      lastTrade: [0, 7].map((days) => EXPIRY_INSTANT + 5 * 60_000 + days * 86_400_000),
      lotSize: [65, 65],
      tickSize: [0.05, 0.05],
      strikes: streams.map((stream) => stream.rows.map((row) => row.strike / 100)),
      callTokens: streams.map((stream) => encodeTokens(stream.rows.map((row) => row.call.token))),
      putTokens: streams.map((stream) => encodeTokens(stream.rows.map((row) => row.put.token))),
    },
    futures: {
      underlyer: [0],
      expiry: [20261124],
      type: ["monthly"],
      token: [14_000_130],
      lotSize: [65],
      tickSize: [0.1],
    },
    symbols: { [odd]: `${optionSymbol("NIFTY", "2026-11-24", "weekly", 22_150, "PE")}X` },
  };
}
