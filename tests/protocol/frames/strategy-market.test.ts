import { describe, expect, test } from "vitest";
import { readStrategyMarket } from "#protocol/frames/read-strategy-market.ts";
import { type LinearQuote, writeStrategyMarket } from "#protocol/frames/strategy-market.ts";
import { readChainRow } from "#protocol/generated/records.ts";
import { chainView } from "#protocol/wire/codec.ts";
import { createReferenceDecoder } from "#wasm/reference-decoder.ts";
import { ENGINE_PARTS } from "#workers/engine/streams/engine-parts.ts";
import { createChainStream } from "../../support/market/chain-stream.ts";

const FUTURE: LinearQuote = {
  token: 14_000_130,
  lastPrice: 24_061.5,
  previousClose: 24_000,
  bid: 24_061,
  ask: Number.NaN,
  volume: 65_000,
  oi: 1_300,
  lastTradeTime: 0,
};

/** What the decoder made of a packet, as an engine would write it into a frame. */
function written(message: Uint8Array) {
  const decoder = createReferenceDecoder();
  const { epoch, sequence } = decoder.decode(message);
  const root = decoder.chain.root();
  const words = ENGINE_PARTS.copyRows(decoder.chain);
  return {
    expiry: root.expiry,
    state: "live" as const,
    packet: { epoch, sequence, root, words, rows: ENGINE_PARTS.countRows(words) },
  };
}

describe("a frame of a strategy's market", () => {
  test("is read as it was written, to the bit: roots, rows, places and quotes", () => {
    const near = createChainStream();
    const far = createChainStream({ expiry: 20261201, strikes: 7 });
    far.root.discount = 0.99125;
    far.rows[2]!.call.iv = Number.NaN;
    far.rows[3]!.put.token = 0xffff_fff2;
    far.rows[3]!.previousIv = 65_535;
    const messages = [near.snapshot(), far.snapshot()];
    const frame = readStrategyMarket(
      writeStrategyMarket({ frame: 3, state: "closed", receivedAt: 17 }, messages.map(written), [FUTURE]),
    );
    expect(frame).toMatchObject({ frame: 3, state: "closed", receivedAt: 17 });
    expect(frame.quotes).toStrictEqual([FUTURE]);
    for (const [i, message] of messages.entries()) {
      const view = chainView(message);
      if ("error" in view) throw new Error("not a chain");
      const { expiry, packet } = frame.expiries[i]!;
      expect(expiry).toBe(view.root.expiry);
      expect(packet).toMatchObject({ epoch: view.header.epoch, sequence: view.header.sequence });
      expect(packet!.root).toStrictEqual(view.root);
      expect(packet!.rowCount).toBe(view.root.rowCount);
      const data = new DataView(message.buffer, message.byteOffset, message.byteLength);
      for (let row = 0; row < packet!.rowCount; row++) {
        const wire = readChainRow(data, view.rowsOffset + row * view.rowLength);
        expect(packet!.row(row)).toStrictEqual(wire);
        expect(packet!.strike(row)).toBe(wire.strike);
      }
    }
  });

  test("says of an expiry that has not come that it is awaited", () => {
    const near = written(createChainStream().snapshot());
    const awaited = { expiry: 20261229, state: "loading" as const, packet: null };
    const head = { frame: 1, state: "loading" as const, receivedAt: Number.NaN };
    const { expiries } = readStrategyMarket(writeStrategyMarket(head, [awaited, near], []));
    expect(expiries.map(({ expiry, state }) => [expiry, state])).toEqual([
      [20261229, "loading"],
      [20261124, "live"],
    ]);
    expect(expiries[0]!.packet).toBeNull();
    expect(expiries[1]!.packet!.row(80).strike).toBe(2_600_000);
  });
});
