import {
  CHAIN_ROOT_EXPIRY,
  CHAIN_ROOT_ROW_LENGTH,
  CHAIN_ROOT_SIZE,
  CHAIN_ROOT_UNDERLYING,
  CHAIN_ROW_SIZE,
  HEADER_BLOCK_LENGTH,
  HEADER_ID,
  HEADER_SEQUENCE,
  HEADER_SIZE,
  ID_OPTION_CHAIN,
  ID_OPTION_CHAIN_DELTA,
} from "#protocol/generated/layout.ts";
import { viewOf } from "#protocol/wire/blocks.ts";
import { type ChainInfo, ChainMirror, inspectChain } from "#protocol/wire/chain-mirror.ts";

/** Chains as their packets leave them, so that a delta of cells can be read as the whole rows that it changed. */
interface ChainPackets {
  /** @returns what the decoder is to read in place of a packet 3 or 4; null when that says nothing new */
  read(message: Uint8Array): Uint8Array | null;
}

interface Known {
  readonly mirror: ChainMirror;
  heardAt: number;
}

/** A chain that is watched says something every second. One that has not for so long, by the server's clock, is let go of. */
const SILENT_MS = 60_000;

/**
 * @param input the decoder's own, so that nothing is copied twice
 * @param held packets that came before this code; those of them that are deltas of cells are handed to `deliver`
 */
export function createChainPackets(
  input: Uint8Array,
  held: readonly Uint8Array[],
  deliver: (message: Uint8Array) => void,
): ChainPackets {
  const chains = new Map<string, Known>();

  function letGo(heardAt: number): void {
    for (const [key, known] of chains) if (heardAt - known.heardAt > SILENT_MS) chains.delete(key);
  }

  /** A delta without rows that follows nothing, so that the chain is asked for again. */
  function gap({ underlying, expiry }: ChainInfo, message: Uint8Array): Uint8Array {
    const out = input.subarray(0, HEADER_SIZE + CHAIN_ROOT_SIZE);
    out.fill(0);
    out.set(message.subarray(0, HEADER_SIZE));
    const view = viewOf(out);
    view.setUint8(HEADER_ID, ID_OPTION_CHAIN);
    view.setUint16(HEADER_BLOCK_LENGTH, CHAIN_ROOT_SIZE);
    view.setUint32(HEADER_SEQUENCE, view.getUint32(HEADER_SEQUENCE) + 1);
    view.setUint32(HEADER_SIZE + CHAIN_ROOT_UNDERLYING, underlying);
    view.setUint32(HEADER_SIZE + CHAIN_ROOT_EXPIRY, expiry);
    view.setUint16(HEADER_SIZE + CHAIN_ROOT_ROW_LENGTH, CHAIN_ROW_SIZE);
    return out;
  }

  function readCells(message: Uint8Array, info: ChainInfo, { mirror }: Known): Uint8Array | null {
    const change = mirror.take(message, info);
    if (change === "old") return null;
    if (change !== "delta") {
      mirror.forget();
      return gap(info, message);
    }
    const out = input.subarray(0, mirror.rowsSize(info));
    mirror.writeRows(info, out);
    return out;
  }

  function read(message: Uint8Array): Uint8Array | null {
    const info = inspectChain(message);
    // What is wrong with it the decoder says.
    if (info === null) return message;
    const key = `${info.underlying}.${info.expiry}`;
    let known = chains.get(key);
    if (known === undefined) {
      letGo(info.serverTime);
      known = { mirror: new ChainMirror(), heardAt: 0 };
      chains.set(key, known);
    }
    known.heardAt = info.serverTime;
    if (message[HEADER_ID] === ID_OPTION_CHAIN_DELTA) return readCells(message, info, known);
    if (known.mirror.take(message, info) === "gap") known.mirror.forget();
    return message;
  }

  for (const message of held) {
    const readable = read(message);
    if (readable !== null && message[HEADER_ID] === ID_OPTION_CHAIN_DELTA) deliver(readable);
  }
  return { read };
}
