import { readChainRow } from "#protocol/generated/records.ts";
import { chainView } from "#protocol/wire/codec.ts";

/** Tokens of a chain's options, those nearest the money first. */
export function chainOptions(snapshot: Uint8Array): number[] {
  const chain = chainView(snapshot);
  if ("error" in chain) throw new Error(`no chain: ${chain.error}`);
  const { root } = chain;
  const view = new DataView(snapshot.buffer, snapshot.byteOffset, snapshot.byteLength);
  const rows = Array.from({ length: root.rowCount }, (_, i) =>
    readChainRow(view, chain.rowsOffset + i * chain.rowLength),
  );
  const distance = (strike: number): number => Math.abs(strike / root.priceDivisor - root.atmStrike);
  rows.sort((a, b) => distance(a.strike) - distance(b.strike));
  return rows.flatMap(({ call, put }) => [call.token, put.token]).filter((token) => token !== 0);
}
