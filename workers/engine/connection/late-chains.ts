import { ID_OPTION_CHAIN_DELTA } from "#protocol/generated/layout.ts";
import { createLatePart } from "../late-part.ts";

/** Messages held while the code comes; what is dropped is a gap, which is asked for again. */
const MAX_HELD = 64;

/**
 * Packets 3 and 4 on their way to the decoder. The code that reads deltas of cells comes with the first of them: the chain is on
 * screen by then, and what comes meanwhile waits.
 * @param input the decoder's own
 * @param read takes what waited, in its order
 * @returns what the decoder is to read in place of a message; null when nothing is, or not yet
 */
export function createLateChains(
  input: Uint8Array,
  read: (message: Uint8Array) => void,
): (message: Uint8Array) => Uint8Array | null {
  const held: Uint8Array[] = [];
  const packets = createLatePart(async () => {
    const { createChainPackets } = await import("./chain-packets.ts");
    return () => createChainPackets(input, held.splice(0), read);
  });

  return (message) => {
    if (packets.current !== null) return packets.current.read(message);
    if (held.push(message) > MAX_HELD) held.shift();
    if (message[0] !== ID_OPTION_CHAIN_DELTA) return message;
    packets.load().catch(() => {});
    return null;
  };
}
