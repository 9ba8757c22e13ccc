import type { ChainPacket } from "#protocol/frames/strategy-market.ts";
import { CHAIN_ROW_STRIKE } from "#protocol/generated/layout.ts";
import { type ChainRow, type ChainSide, readChainRow } from "#protocol/generated/records.ts";
import { type ChainView, chainView } from "#protocol/wire/codec.ts";

/** A packet 3 snapshot with its header read; rows are read where they are needed. */
export interface ReadChain {
  readonly message: Uint8Array;
  readonly data: DataView;
  readonly view: ChainView;
  /** The same as markets are made of it. */
  readonly packet: ChainPacket;
}

/** @throws RangeError for bytes that are no chain packet */
export function readChain(message: Uint8Array): ReadChain {
  const view = chainView(message);
  if ("error" in view) throw new RangeError(`The feed sent a chain that does not decode (${view.error})`);
  const data = new DataView(message.buffer, message.byteOffset, message.byteLength);
  const { header, root, rowsOffset, rowLength } = view;
  const packet: ChainPacket = {
    epoch: header.epoch,
    sequence: header.sequence,
    root,
    rowCount: root.rowCount,
    strike: (row) => data.getInt32(rowsOffset + row * rowLength + CHAIN_ROW_STRIKE, false),
    row: (row) => readChainRow(data, rowsOffset + row * rowLength),
  };
  return { message, data, view, packet };
}

export function rowAt({ data, view }: ReadChain, row: number): ChainRow {
  return readChainRow(data, view.rowsOffset + row * view.rowLength);
}

export function rowsOf(chain: ReadChain): ChainRow[] {
  return Array.from({ length: chain.view.root.rowCount }, (_, row) => rowAt(chain, row));
}

/** One IV a strike; the wire repeats it on both sides, and an unlisted side has none. NaN none. */
export function ivOf({ call, put }: { readonly call: ChainSide; readonly put: ChainSide }): number {
  return call.token !== 0 ? call.iv : put.iv;
}

/** Changes whenever a figure of the chain does: its place in its stream. */
export function versionOf({ view: { header, root } }: ReadChain): string {
  return `${header.epoch}.${header.sequence}.${root.expiry}.${root.state}`;
}

/** Every chain carries the spot of its own last turn; the newest speaks. Null without chains. */
export function newestRoot(chains: readonly ReadChain[]): ChainView["root"] | null {
  return chains.reduce<ChainView["root"] | null>(
    (best, { view: { root } }) => (best === null || root.marketTime >= best.marketTime ? root : best),
    null,
  );
}
