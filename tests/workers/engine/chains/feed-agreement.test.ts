import { describe, expect, test, vi } from "vitest";
import { CHAIN_STATES } from "#domain/chain/flags.ts";
import { createMarketStates } from "#domain/chain/market-states.ts";
import { referenceKernel } from "#domain/pricing/reference-kernel.ts";
import { readChainRow } from "#protocol/generated/records.ts";
import { chainView } from "#protocol/wire/codec.ts";
import { createChainBook } from "#server/market/feed/chains/chain-book.ts";
import { createInterest } from "#server/market/feed/interest.ts";
import { createLocalBus } from "#server/platform/bus/local.ts";
import { createEngineWorld, viewSpec } from "../../../support/engine/engine-world.ts";
import { ist, simulatedMarket } from "../../../support/market/simulated-market.ts";

/** A snapshot of every expiry as the real feed solves and encodes it. */
function feedSnapshots(symbol: string, at: string): Uint8Array[] {
  const market = simulatedMarket({ startAt: ist(at), universe: [symbol] });
  const book = createChainBook({
    table: market.table(),
    source: market.source,
    kernel: referenceKernel,
    states: createMarketStates(true),
    interest: createInterest(),
    bus: createLocalBus(),
    epoch: 5,
    cpuNow: () => 0,
  });
  book.solveAll(ist(at), ist(at));
  return book.snapshots(market.underlying(symbol).underlying.token, ist(at), ist(at)) ?? [];
}

describe("the engine's own solution", () => {
  test.each([
    ["NIFTY", "2026-08-19T11:00", "live"],
    ["NIFTY", "2026-08-19T15:20", "spot_auction"],
    ["NIFTY", "2026-08-19T20:00", "closed"],
    ["NIFTY", "2026-08-18T15:34", "spot_auction"],
    ["NIFTY", "2026-08-18T15:36", "settled", "spot_closed"],
    ["NIFTY", "2026-08-18T20:00", "expired", "closed"],
    ["CRUDEOIL", "2026-08-17T23:45", "expired", "closed"],
    ["NIFTY", "2026-08-22T11:00", "closed"],
    ["RELIANCE", "2026-08-19T13:00", "live"],
    ["CRUDEOIL", "2026-08-19T18:00", "live"],
    ["USDINR", "2026-08-19T12:00", "live"],
  ])("is the feed's at the same sequence: %s at %s (%s)", async (symbol, at, state, others = state) => {
    const snapshots = feedSnapshots(symbol, at);
    expect(snapshots.length).toBeGreaterThan(0);
    let compared = 0;
    for (const [position, snapshot] of snapshots.slice(0, 4).entries()) {
      const packet = chainView(snapshot);
      if ("error" in packet) throw new Error("not a chain");
      const { root } = packet;
      expect(CHAIN_STATES[root.state]).toBe(position === 0 ? state : others);
      const world = createEngineWorld();
      const tab = await world.tab();
      world.relay.socket.open();
      const text = String(root.expiry);
      const expiry = `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
      const fields = ["iv", "call.flags", "put.flags", "call.ltp", "put.oi"] as const;
      const spec = viewSpec({
        underlying: root.underlying,
        expiry,
        strikesAbove: 500,
        strikesBelow: 500,
        fields,
      });
      const { port } = await world.open(tab.id, spec);
      port.credit();
      await world.clock.run(20);
      world.relay.socket.say(snapshot);
      // Outside the session a first chain waits for the calendar's code.
      await vi.waitFor(
        async () => {
          port.credit();
          await world.clock.run(200);
          expect(port.head("rows")).toBe(root.totalRows);
        },
        { timeout: 10_000 },
      );
      expect(port.head("forward")).toBe(root.forward);
      expect(port.head("atmStrike")).toBe(root.atmStrike);
      const view = new DataView(snapshot.buffer, snapshot.byteOffset, snapshot.byteLength);
      for (let i = 0; i < root.rowCount; i++) {
        const row = readChainRow(view, packet.rowsOffset + i * packet.rowLength);
        const strike = row.strike / root.priceDivisor;
        for (const side of ["call", "put"] as const) {
          if (row[side].token === 0) continue;
          const iv = port.cell(strike, "iv") / 100;
          const where = `${symbol} ${expiry} ${strike} ${side}`;
          if (Number.isNaN(row[side].iv)) expect(iv, where).toBeNaN();
          else expect(Math.abs(iv - row[side].iv), where).toBeLessThan(1e-6 * Math.max(1, row[side].iv));
          expect(port.cell(strike, `${side}.flags`), where).toBe(row[side].flags);
          compared++;
        }
      }
    }
    expect(compared).toBeGreaterThan(20);
  });
});
