import { type ChainRoot, readChainRow } from "#protocol/generated/records.ts";
import { chainView } from "#protocol/wire/codec.ts";

/** Open interest of one option as packet 3 has it, units. */
export interface OptionOi {
  readonly oi: number;
  readonly previousOi: number;
}

/** What charts take of a chain: exactly what the page of the chain shows. */
export interface ChainFigures {
  readonly root: ChainRoot;
  /** by token */
  readonly options: ReadonlyMap<number, OptionOi>;
}

/** @throws RangeError for bytes that are no chain packet */
export function chainFigures(message: Uint8Array): ChainFigures {
  const chain = chainView(message);
  if ("error" in chain) throw new RangeError(`The feed sent a chain that does not decode (${chain.error})`);
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  const options = new Map<number, OptionOi>();
  for (let i = 0; i < chain.root.rowCount; i++) {
    const { call, put } = readChainRow(view, chain.rowsOffset + i * chain.rowLength);
    for (const { token, oi, previousOi } of [call, put])
      if (token !== 0) options.set(token, { oi, previousOi });
  }
  return { root: chain.root, options };
}
