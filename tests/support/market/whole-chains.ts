import { ID_OPTION_CHAIN_DELTA } from "#protocol/generated/layout.ts";
import { ChainMirror, inspectChain } from "#protocol/wire/chain-mirror.ts";

/** Reads the packets of one chain in their order: a packet 4 as the packet 3 that says the same, its rows whole. */
export function wholeRowsReader(): (message: Uint8Array) => Uint8Array {
  const mirror = new ChainMirror();
  return (message) => {
    const info = inspectChain(message);
    if (info === null) throw new Error("not a chain");
    const change = mirror.take(message, info);
    if (message[0] !== ID_OPTION_CHAIN_DELTA) return message;
    if (change !== "delta") throw new Error(`a ${change}, at sequence ${info.sequence}`);
    const whole = new Uint8Array(mirror.rowsSize(info));
    mirror.writeRows(info, whole);
    return whole;
  };
}
