import { describe, expect, it } from "vitest";
import { decodeMessage } from "#protocol/wire/codec.ts";
import { CHAIN_PACKET_ID, chainSnapshot } from "../../bench/fan-out/chain.ts";
import {
  createTurns,
  messageBytes,
  microsecondsSince,
  STAMP_AT,
  stampNow,
} from "../../bench/fan-out/load.ts";

describe("load of the fan-out bench", () => {
  it("is what the feed publishes, of the size that the bench says", () => {
    for (const quotes of [1, 5]) {
      const shape = { perTurn: 4, quotes };
      const [first, second] = createTurns(shape);
      expect(first).toHaveLength(4);
      for (const message of first!) {
        expect(message.length).toBe(messageBytes(shape));
        expect(decodeMessage(message)).toMatchObject({ id: 2 });
      }
      expect(first![0]!.equals(second![0]!)).toBe(false);
    }
    expect(chainSnapshot()[0]).toBe(CHAIN_PACKET_ID);
    expect(decodeMessage(chainSnapshot())).not.toHaveProperty("error");
  });

  it("stamps a message without harming it", () => {
    const message = createTurns({ perTurn: 1, quotes: 1 })[0]![0]!;
    message.writeUInt32BE(stampNow(), STAMP_AT);
    expect(decodeMessage(message)).toMatchObject({ id: 2 });
    expect(microsecondsSince(message.readUInt32BE(STAMP_AT))).toBeLessThan(1_000_000);
  });
});
