import { describe, expect, it } from "vitest";
import {
  CHAIN_FLAG_SNAPSHOT,
  CHAIN_ROOT_SIZE,
  CHAIN_ROW_SIZE,
  DECODE_BAD_LENGTH,
  HEADER_SIZE,
} from "#protocol/generated/layout.ts";
import { type ChainRoot, type ChainRow, writeChainRoot } from "#protocol/generated/records.ts";
import {
  CELL_OFFSETS,
  decodeChainDelta,
  encodeChainDelta,
  takeRootWords,
} from "#protocol/wire/chain-delta.ts";
import { ChainMirror, inspectChain } from "#protocol/wire/chain-mirror.ts";
import { decodeMessage, encodeChain } from "#protocol/wire/codec.ts";
import { createRowChanges, takeChangedRows } from "#server/market/feed/chains/chain-rows.ts";
import {
  chainRoot,
  chainRows,
  createRandom,
  mutate,
  wireChainRows,
} from "../../support/relay/wire-samples.ts";

const ROWS = 40;
const EPOCH = 7;

function viewOf(bytes: Uint8Array) {
  return { words: new Uint32Array(bytes.buffer), view: new DataView(bytes.buffer) };
}

function rootView(root: ChainRoot): DataView {
  const view = new DataView(new ArrayBuffer(CHAIN_ROOT_SIZE));
  writeChainRoot(view, 0, root);
  return view;
}

/** A chain that moves, and its packets as the feed makes them. */
function movingChain(seed: number) {
  const random = createRandom(seed);
  const rows = chainRows(random, ROWS).map((row) => ({ ...row, put: { ...row.put, iv: row.call.iv } }));
  // An option that is not listed has no token, and no IV.
  rows[3]!.put = { ...rows[3]!.put, token: 0, iv: Number.NaN };
  let root: ChainRoot = {
    ...chainRoot(random),
    flags: 2,
    totalRows: ROWS,
    rowCount: 0,
    rowLength: CHAIN_ROW_SIZE,
  };
  const told = viewOf(wireChainRows(rows));
  const toldRoot = rootView(root);
  const changes = createRowChanges(ROWS);
  let sequence = 1;
  const stamp = () => ({ epoch: EPOCH, sequence, serverTime: 1_795_000_000_000 + sequence });
  const moveSide = (side: ChainRow["call"], iv: number) => ({
    ...side,
    lastPrice: random(2) === 0 ? side.lastPrice : random(2 ** 20),
    bid: random(3) === 0 ? random(2 ** 20) : side.bid,
    volume: (side.volume + random(2) * 65) >>> 0,
    flags: random(5) === 0 ? random(2 ** 32) : side.flags,
    iv,
  });
  return {
    random,
    snapshot: () =>
      encodeChain(
        { ...root, flags: root.flags | CHAIN_FLAG_SNAPSHOT },
        new Uint8Array(told.view.buffer),
        stamp(),
      ),
    delta() {
      sequence++;
      for (let n = random(ROWS); n > 0; n--) {
        const i = random(ROWS);
        const row = rows[i]!;
        const iv = random(2) === 0 ? row.call.iv : Math.fround(random(1000) / 997);
        rows[i] = {
          ...row,
          call: moveSide(row.call, iv),
          put: row.put.token === 0 ? row.put : moveSide(row.put, iv),
        };
      }
      root = { ...root, marketTime: root.marketTime + 100, spot: random(2e6) / 100, state: random(6) };
      const words = takeRootWords(toldRoot, rootView(root));
      takeChangedRows(told, viewOf(wireChainRows(rows)), ROWS, changes);
      return encodeChainDelta(root, toldRoot, words, told.view, changes, stamp());
    },
  };
}

function take(mirror: ChainMirror, message: Uint8Array) {
  const info = inspectChain(message);
  return info === null ? null : { info, change: mirror.take(message, info) };
}

describe("a chain's delta in cells", () => {
  it.each([1, 2, 3])("leaves the very bytes that a snapshot of its sequence has (seed %i)", (seed) => {
    const chain = movingChain(seed);
    const mirror = new ChainMirror();
    take(mirror, chain.snapshot());
    for (let i = 0; i < 60; i++) {
      expect(take(mirror, chain.delta())?.change).toBe("delta");
      expect(Buffer.compare(mirror.snapshot!, chain.snapshot())).toBe(0);
    }
  });

  it("can be told as whole rows, with the same end", () => {
    const chain = movingChain(4);
    const [cells, rows] = [new ChainMirror(), new ChainMirror()];
    const first = chain.snapshot();
    for (const mirror of [cells, rows]) take(mirror, first);
    for (let i = 0; i < 50; i++) {
      const { info } = take(cells, chain.delta())!;
      const whole = new Uint8Array(cells.rowsSize(info));
      cells.writeRows(info, whole);
      expect(decodeMessage(whole)).toMatchObject({ kind: "chain", root: { rowCount: info.rowCount } });
      expect(take(rows, whole)?.change).toBe("delta");
      expect(Buffer.compare(rows.snapshot!, cells.snapshot!)).toBe(0);
    }
  });

  it("holds a head, the root's words that changed, and 4 bytes a cell", () => {
    const told = viewOf(wireChainRows(chainRows(createRandom(5), 3)));
    const root = { ...chainRoot(createRandom(5)), totalRows: 3 };
    const toldRoot = rootView(root);
    const words = takeRootWords(toldRoot, rootView({ ...root, pcr: 0.5 }));
    const changed = { count: 1, indices: Uint16Array.of(2), cells: Uint16Array.of(0b101) };
    const stamp = { epoch: 1, sequence: 2, serverTime: 3 };
    const message = encodeChainDelta(root, toldRoot, words, told.view, changed, stamp);
    expect(message.length).toBe(HEADER_SIZE + 20 + 4 * countWords(words) + 4 + 2 * 4);
    const row = 2 * CHAIN_ROW_SIZE;
    expect(decodeChainDelta(message)).toMatchObject({
      root: { underlying: root.underlying, rowCount: 1, totalRows: 3 },
      rows: [
        {
          index: 2,
          cells: 0b101,
          words: [0, 2].map((bit) => told.view.getUint32(row + CELL_OFFSETS[bit]!)),
        },
      ],
    });
  });

  it("is a gap when it does not follow, and old when it comes again", () => {
    const chain = movingChain(6);
    const mirror = new ChainMirror();
    take(mirror, chain.snapshot());
    const [first, second] = [chain.delta(), chain.delta()];
    expect(take(new ChainMirror(), first)?.change).toBe("gap");
    expect(take(mirror, second)?.change).toBe("gap");
    expect(take(mirror, first)?.change).toBe("delta");
    expect(take(mirror, first)?.change).toBe("old");
    expect(take(mirror, second)?.change).toBe("delta");
  });

  it("is refused when it names a row that the chain does not have, or a cell that no row has", () => {
    const root = { ...chainRoot(createRandom(7)), totalRows: 3 };
    const told = viewOf(wireChainRows(chainRows(createRandom(7), 4)));
    const delta = (index: number, cells: number) =>
      encodeChainDelta(
        root,
        rootView(root),
        { low: 0, high: 0 },
        told.view,
        { count: 1, indices: Uint16Array.of(index), cells: Uint16Array.of(cells) },
        { epoch: 1, sequence: 2, serverTime: 3 },
      );
    expect(decodeChainDelta(delta(3, 1))).toEqual({ error: DECODE_BAD_LENGTH });
    expect(inspectChain(delta(3, 1))).toBeNull();
    expect(inspectChain(delta(2, 0x8000))).toBeNull();
    expect(inspectChain(delta(2, 1))).not.toBeNull();
  });

  it("never breaks a mirror that keeps its chain, however it is mutilated", () => {
    const chain = movingChain(8);
    const mirror = new ChainMirror();
    const whole = chain.snapshot();
    for (let i = 0; i < 1_000; i++) {
      mirror.forget();
      take(mirror, chain.snapshot());
      const broken = mutate(chain.random, chain.delta().slice());
      expect(() => {
        const taken = take(mirror, broken);
        if (taken?.change === "delta" && taken.info.delta !== null) {
          mirror.writeRows(taken.info, new Uint8Array(mirror.rowsSize(taken.info)));
        }
        decodeMessage(broken);
      }).not.toThrow();
      expect(mirror.snapshot!.length).toBe(whole.length);
    }
  });
});

function countWords({ low, high }: { low: number; high: number }): number {
  return [low, high].reduce((sum, mask) => sum + mask.toString(2).replaceAll("0", "").length, 0);
}
