import { createHash } from "node:crypto";
import { fromCompactDate } from "#domain/calendar/ist.ts";
import { FLAG_IS_LIQUID, liquidityWarnings } from "#domain/chain/flags.ts";
import { netChange, oiChange } from "#domain/chain/measures.ts";
import type { GreekColumns } from "#domain/chain/solve.ts";
import { referenceKernel } from "#domain/pricing/kernel.ts";
import { yearsToExpiry } from "#domain/pricing/time.ts";
import { type ChainRow, type ChainSide, readChainRow } from "#protocol/generated/records.ts";
import type { LiveExpiry, LiveFuture, LiveOption, LivePrices } from "#protocol/http/live-prices.ts";
import { type ChainView, chainView, decodeQuotePacket } from "#protocol/wire/codec.ts";

/** Unknown is NaN in figures and null in JSON. */
function known(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

function rowsOf(message: Uint8Array, { root, rowsOffset, rowLength }: ChainView): ChainRow[] {
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  return Array.from({ length: root.rowCount }, (_, i) => readChainRow(view, rowsOffset + i * rowLength));
}

function greeksOf(rows: readonly ChainRow[], { root }: ChainView): GreekColumns {
  const count = rows.length;
  const column = () => new Float64Array(count).fill(Number.NaN);
  const greeks = {
    callDelta: column(),
    putDelta: column(),
    gamma: column(),
    vega: column(),
    callTheta: column(),
    putTheta: column(),
  };
  const strikes = Float64Array.from(rows, (row) => row.strike / root.priceDivisor);
  const sigma = Float64Array.from(rows, ivOf);
  const years = yearsToExpiry(root.marketTime, root.expiryInstant);
  if (Number.isFinite(root.forward)) {
    referenceKernel.greeks(count, root.forward, strikes, years, 0, sigma, greeks);
  }
  return greeks;
}

/** One IV a strike; the wire repeats it on both sides, and an unlisted side has none. */
function ivOf(row: ChainRow): number {
  return row.call.token !== 0 ? row.call.iv : row.put.iv;
}

function option(side: ChainSide, divisor: number, iv: number, greeks: readonly number[]): LiveOption {
  // Without an IV there are no greeks, whatever the kernel left in its columns.
  const [delta, gamma, vega, theta] = greeks.map((greek) => (Number.isFinite(iv) ? known(greek) : null));
  const traded = side.lastPrice > 0;
  return {
    token: side.token,
    last_price: traded ? side.lastPrice / divisor : null,
    ltp_change: traded && side.close > 0 ? known(netChange(side.lastPrice, side.close)) : null,
    last_trade_time: side.lastTradeTime > 0 ? side.lastTradeTime * 1000 : null,
    oi: side.oi,
    oi_change: known(oiChange(side.oi, side.previousOi)),
    volume: side.volume,
    is_liquid: (side.flags & FLAG_IS_LIQUID) !== 0,
    greeks_with_iv: {
      iv: known(iv),
      delta: delta ?? null,
      gamma: gamma ?? null,
      vega: vega ?? null,
      theta: theta ?? null,
    },
    liquidity_warnings: liquidityWarnings(side.flags),
  };
}

function expiryOf(message: Uint8Array, view: ChainView, future: LiveFuture | null): LiveExpiry {
  const { root } = view;
  const rows = rowsOf(message, view);
  const g = greeksOf(rows, view);
  const options: LiveExpiry["options"] = {};
  let maxOi = 0;
  for (const [i, row] of rows.entries()) {
    const iv = Number(ivOf(row).toPrecision(7));
    const at = (column: Float64Array) => column[i] ?? Number.NaN;
    const pair: LiveExpiry["options"][string] = {};
    const { call, put } = row;
    if (call.token !== 0) {
      pair.CE = option(call, root.priceDivisor, iv, [
        at(g.callDelta),
        at(g.gamma),
        at(g.vega),
        at(g.callTheta),
      ]);
    }
    if (put.token !== 0) {
      pair.PE = option(put, root.priceDivisor, iv, [at(g.putDelta), at(g.gamma), at(g.vega), at(g.putTheta)]);
    }
    options[String(row.strike / root.priceDivisor)] = pair;
    maxOi = Math.max(maxOi, call.oi, put.oi);
  }
  return {
    atm_strike: known(root.atmStrike),
    atm_iv: known(root.atmIv),
    atm_iv_change: known(root.atmIv - root.atmIvPrevious),
    atm_iv_percentile: known(root.atmIvPercentile),
    max_oi: maxOi,
    pcr: known(root.pcr),
    max_pain_strike: known(root.maxPain),
    forward: known(root.forward),
    future_price: known(root.future) ?? known(root.synthetic),
    future_data: future,
    options,
  };
}

/** The future of a packet of a quote batch; null for what is no quote. */
export function liveFuture(packet: Uint8Array): LiveFuture | null {
  const quote = decodeQuotePacket(packet);
  if (quote === null) return null;
  const { lastPrice, ohlc } = quote;
  const close = ohlc.close ?? Number.NaN;
  return {
    token: quote.instrumentToken,
    last_price: lastPrice > 0 ? lastPrice : null,
    ltp_change: lastPrice > 0 && close > 0 ? known(netChange(lastPrice, close)) : null,
    last_trade_time: quote.lastTradeTime,
    oi: quote.openInterest ?? 0,
    volume: quote.volume ?? 0,
  };
}

export interface ReadChain {
  readonly message: Uint8Array;
  readonly view: ChainView;
}

/** @throws RangeError for bytes that are no chain packet */
export function readChains(messages: readonly Uint8Array[]): ReadChain[] {
  return messages.map((message) => {
    const view = chainView(message);
    if ("error" in view) throw new RangeError(`The feed sent a chain that does not decode (${view.error})`);
    return { message, view };
  });
}

/** Changes whenever a figure of any expiry does: the place of every chain in its stream. */
export function liveEtag(chains: readonly ReadChain[]): string {
  const hash = createHash("sha256");
  for (const { view } of chains) {
    hash.update(`${view.header.epoch}.${view.header.sequence}.${view.root.expiry}.${view.root.state};`);
  }
  return hash.digest("base64url").slice(0, 22);
}

/** JSON of the member of `per_expiry_data` that one chain makes. */
export function expiryMember({ message, view }: ReadChain, futures: ReadonlyMap<number, LiveFuture>): string {
  const { root } = view;
  const expiry = expiryOf(message, view, futures.get(root.futureToken) ?? null);
  return `${JSON.stringify(fromCompactDate(root.expiry))}:${JSON.stringify(expiry)}`;
}

/**
 * JSON of the answer of live_derivative_prices.
 * @param members `expiryMember` of each chain
 */
export function livePricesJson(
  underlyingToken: number,
  etag: string,
  chains: readonly ReadChain[],
  members: readonly string[],
): string {
  // Every chain carries the spot of its own last turn; the newest speaks.
  const newest = chains.reduce<ChainView["root"] | null>(
    (best, { view: { root } }) => (best === null || root.marketTime >= best.marketTime ? root : best),
    null,
  );
  const head: Omit<LivePrices, "per_expiry_data"> = {
    underlying_token: underlyingToken,
    underlying_price: known(newest?.spot ?? Number.NaN),
    last_updated_at: newest?.marketTime ?? 0,
    etag,
  };
  const data = `${JSON.stringify(head).slice(0, -1)},"per_expiry_data":{${members.join()}}}`;
  return `{"data":${data},"etag":${JSON.stringify(etag)}}`;
}
