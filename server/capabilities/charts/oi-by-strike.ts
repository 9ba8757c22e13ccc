import { readChainRow } from "#protocol/generated/records.ts";
import type { BuilderOiRequest, BuilderOiResponse } from "#protocol/http/charts.ts";
import { type ChainView, chainView } from "#protocol/wire/codec.ts";
import { noExpiry } from "./chart-expiries.ts";
import { chartUnderlying } from "./chart-instruments.ts";
import type { ChartMarket } from "./chart-market.ts";

type ByStrike = NonNullable<BuilderOiResponse["payload"]["oi_vs_strike"]>;

interface Sums {
  call: number;
  put: number;
  callBefore: number;
  putBefore: number;
}

function addChain(
  sums: Map<number, Sums>,
  message: Uint8Array,
  { root, rowsOffset, rowLength }: ChainView,
): void {
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  for (let i = 0; i < root.rowCount; i++) {
    const { strike, call, put } = readChainRow(view, rowsOffset + i * rowLength);
    const rupees = strike / root.priceDivisor;
    const sum = sums.get(rupees) ?? { call: 0, put: 0, callBefore: 0, putBefore: 0 };
    sums.set(rupees, sum);
    if (call.token !== 0) {
      sum.call += call.oi;
      sum.callBefore += call.previousOi;
    }
    if (put.token !== 0) {
      sum.put += put.oi;
      sum.putBefore += put.previousOi;
    }
  }
}

/**
 * Open interest by strike over some expiries together.
 * @param chains packet 3 snapshots of the expiries asked for
 * @throws RangeError for bytes that are no chain packet
 */
export function oiByStrike(
  { underlying_symbol, expiries, oi_vs_strike, oi_change_vs_strike }: BuilderOiRequest,
  chains: readonly Uint8Array[],
): BuilderOiResponse["payload"] {
  const sums = new Map<number, Sums>();
  let newest: ChainView["root"] | null = null;
  for (const message of chains) {
    const view = chainView(message);
    if ("error" in view) throw new RangeError(`The feed sent a chain that does not decode (${view.error})`);
    addChain(sums, message, view);
    if (newest === null || view.root.marketTime >= newest.marketTime) newest = view.root;
  }
  const rows = [...sums].sort(([a], [b]) => a - b);
  const total = (of: (sum: Sums) => number): number => rows.reduce((all, [, sum]) => all + of(sum), 0);
  const list = (call: (sum: Sums) => number, put: (sum: Sums) => number): ByStrike =>
    rows.map(([strike, sum]) => ({ strike, call: call(sum), put: put(sum) }));
  const callOi = total((sum) => sum.call);
  const putOi = total((sum) => sum.put);
  return {
    underlying_symbol,
    expiries: [...expiries],
    last_updated_at: newest?.marketTime ?? null,
    underlying_price: newest !== null && Number.isFinite(newest.spot) ? newest.spot : null,
    total_call_oi: callOi,
    total_put_oi: putOi,
    pcr: callOi > 0 ? putOi / callOi : null,
    oi_vs_strike: oi_vs_strike
      ? list(
          (sum) => sum.call,
          (sum) => sum.put,
        )
      : null,
    oi_change_vs_strike: oi_change_vs_strike
      ? list(
          (sum) => sum.call - sum.callBefore,
          (sum) => sum.put - sum.putBefore,
        )
      : null,
  };
}

/**
 * Packet 3 of expiries of an underlying.
 * @throws AppError derivative.not_found for an expiry that is not listed
 */
export function chainsOf(
  market: Pick<ChartMarket, "chain">,
  token: number,
  symbol: string,
  expiries: readonly string[],
): Promise<Uint8Array[]> {
  return Promise.all(
    expiries.map(async (expiry) => {
      const message = await market.chain(token, expiry);
      if (message === null) throw noExpiry(symbol, expiry, []);
      return message;
    }),
  );
}

/**
 * Open interest by strike over the expiries that are asked for, each once.
 * @throws AppError underlying.not_found, derivative.not_found, server.unavailable, metacache.failed
 */
export async function oiOfExpiries(
  market: Pick<ChartMarket, "chain" | "directory">,
  request: BuilderOiRequest,
): Promise<BuilderOiResponse["payload"]> {
  const { underlying_symbol: symbol, expiries } = request;
  const directory = await market.directory();
  const { u, spot } = chartUnderlying(directory, symbol);
  const listed = directory.expiries(u);
  const unknown = expiries.find((expiry) => !listed.includes(expiry));
  if (unknown !== undefined) throw noExpiry(symbol, unknown, listed);
  const wanted = [...new Set(expiries)];
  const chains = await chainsOf(market, spot.instrument_token, symbol, wanted);
  return oiByStrike({ ...request, expiries: wanted }, chains);
}
