import { describe, expect, test } from "vitest";
import { FRAME_DELTA, FRAME_FULL } from "#protocol/frames/chain-frame.ts";
import { fillWindow } from "#workers/engine/tabs/view-window.ts";
import type { FakePort } from "../../../support/engine/engine-world.ts";
import { liveView, next } from "../../../support/engine/live-view.ts";
import { createChainStream } from "../../../support/market/chain-stream.ts";

describe("a view's window", () => {
  const strikes = Float64Array.from({ length: 41 }, (_, i) => 23_000 + 50 * i);
  const rowsOf = (centre: number, spec: Parameters<typeof fillWindow>[4]): number[] => {
    const rows = new Int32Array(41);
    return [...rows.subarray(0, fillWindow(rows, strikes, 41, centre, spec))].map((i) => strikes[i]!);
  };

  test("is so many strikes on either side of the centre, cut at the chain's ends", () => {
    expect(rowsOf(20, { strikesAbove: 2, strikesBelow: 1, hundredsOnly: false })).toEqual([
      23_950, 24_000, 24_050, 24_100,
    ]);
    expect(rowsOf(0, { strikesAbove: 1, strikesBelow: 5, hundredsOnly: false })).toEqual([23_000, 23_050]);
    expect(rowsOf(40, { strikesAbove: 5, strikesBelow: 1, hundredsOnly: false })).toEqual([24_950, 25_000]);
    expect(rowsOf(20, { strikesAbove: 0, strikesBelow: 0, hundredsOnly: false })).toEqual([24_000]);
  });

  test("the hundreds filter counts what it shows and keeps the at-the-money strike", () => {
    expect(rowsOf(21, { strikesAbove: 2, strikesBelow: 2, hundredsOnly: true })).toEqual([
      23_900, 24_000, 24_050, 24_100, 24_200,
    ]);
  });

  test("opens around the forward's strike and stays there until the ATM moves, then comes whole", async () => {
    const live = await liveView({ strikesAbove: 3, strikesBelow: 3 });
    const { view, stream } = live;
    expect([...view.port.strikes]).toEqual([23_900, 23_950, 24_000, 24_050, 24_100, 24_150, 24_200]);
    expect(view.port.head("atmRow")).toBe(3);
    expect(view.port.head("forwardLine")).toBe(4);
    expect(view.port.head("firstRow")).toBe(38);

    stream.root.forward = 24_074;
    await next(live, stream.delta([40]));
    expect(view.port.head("kind")).toBe(FRAME_DELTA);

    stream.root.forward = 24_076;
    await next(live, stream.delta([40]));
    expect(view.port.head("kind")).toBe(FRAME_FULL);
    expect(view.port.strikes[0]).toBe(23_950);
    expect(view.port.head("atmRow")).toBe(3);
    expect(view.port.head("forwardLine")).toBe(3);
  });

  test("without an underlying keeps its place and shows no ATM", async () => {
    const live = await liveView({ strikesAbove: 3, strikesBelow: 3 });
    const { stream, view } = live;
    Object.assign(stream.root, {
      forward: Number.NaN,
      spot: Number.NaN,
      atmStrike: Number.NaN,
      forwardSource: 0,
      state: 4,
    });
    await next(live, stream.delta([40]));
    expect(view.port.head("atmRow")).toBe(-1);
    expect(view.port.strikes[0]).toBe(23_900);
    expect(view.port.head("marketState")).toBe(4);
  });
});

describe("credit and rate", () => {
  test("no frame without credit, one with it, the newest state each time", async () => {
    const live = await liveView();
    const { world, stream, view } = live;
    const before = view.port.frames.length;
    for (let i = 1; i <= 20; i++) {
      stream.rows[40]!.call.oi = 65 * i;
      world.relay.socket.say(stream.delta([40]));
      await world.clock.run(100);
    }
    expect(view.port.frames).toHaveLength(before);
    view.port.credit();
    await world.clock.run(5);
    expect(view.port.frames).toHaveLength(before + 1);
    expect(view.port.cell(24_000, "call.oi")).toBe(65 * 20);
    await world.clock.run(1_000);
    expect(view.port.frames).toHaveLength(before + 1);
  });

  test.each([
    [10, 10],
    [4, 4],
    [25, 25],
    [0, 10],
  ])("maxRate %i gives at most %i frames a second under 200 messages a second", async (maxRate, most) => {
    const live = await liveView({ maxRate });
    const { world, stream, view } = live;
    const at: number[] = [];
    const post = view.port.postMessage;
    view.port.postMessage = (message, transfer) => {
      at.push(world.clock.monotonic());
      post.call(view.port, message, transfer);
      view.port.credit();
    };
    view.port.credit();
    for (let i = 0; i < 600; i++) {
      stream.rows[40]!.call.oi += 65;
      world.relay.socket.say(stream.delta([40]));
      await world.clock.run(5);
    }
    for (let i = 1; i < at.length; i++) expect(at[i]! - at[i - 1]!).toBeGreaterThanOrEqual(1000 / most);
    expect(at.length).toBeGreaterThan(3 * most * 0.85);
  });

  test("an unchanged view posts nothing", async () => {
    const live = await liveView();
    const { stream, view, world } = live;
    const before = view.port.frames.length;
    view.port.credit();
    for (let i = 0; i < 20; i++) {
      world.relay.socket.say(stream.delta([]));
      world.relay.socket.say(stream.ping());
      await world.clock.run(100);
    }
    expect(view.port.frames).toHaveLength(before);
  });

  /** So many more tabs, whose receivers always ask for more; what they get in the next two seconds of a busy chain. */
  async function crowd(count: number): Promise<{ turns: Set<number>; ports: FakePort[] }> {
    const live = await liveView();
    const { world, stream } = live;
    const turns = new Set<number>();
    const ports: FakePort[] = [];
    let first = 0;
    for (let i = 0; i < count; i++) {
      const tab = await world.tab();
      // As when a user goes from the second to the first, and the second has not yet said that it lost the focus.
      if (i === 1) await world.engine.setFocused(tab.id, true);
      if (i === 2) await world.engine.setFocused(first, true);
      if (i === 0) first = tab.id;
      const { port } = await world.open(tab.id);
      const post = port.postMessage;
      port.postMessage = (message, transfer) => {
        turns.add(world.clock.monotonic());
        post.call(port, message, transfer);
        port.credit();
      };
      port.credit();
      ports.push(port);
      await world.clock.run(7);
    }
    await world.clock.run(300);
    turns.clear();
    for (const port of ports) port.frames.length = 0;
    for (let i = 0; i < 40; i++) {
      stream.rows[40]!.call.oi += 65;
      world.relay.socket.say(stream.delta([40]));
      await world.clock.run(50);
    }
    return { turns, ports };
  }

  test("all views of many tabs are served in the same turns", async () => {
    const { turns, ports } = await crowd(12);
    expect(turns.size).toBeLessThanOrEqual(21);
    for (const port of ports) expect(port.frames.length).toBeGreaterThanOrEqual(18);
  });

  test.each([
    [100, 60],
    [50, 30],
  ])(
    "frames fall in step with a feed of a turn every %i ms instead of keeping its news waiting",
    async (turn, after) => {
      const live = await liveView();
      const { world, stream, view } = live;
      const ages: number[] = [];
      let saidAt = 0;
      const post = view.port.postMessage;
      view.port.postMessage = (message, transfer) => {
        ages.push(world.clock.monotonic() - saidAt);
        post.call(view.port, message, transfer);
        view.port.credit();
      };
      view.port.credit();
      // Every turn comes well after what the engine's own tick would be.
      await world.clock.run(after);
      for (let i = 0; i < 6000 / turn; i++) {
        stream.rows[40]!.call.oi += 65;
        saidAt = world.clock.monotonic();
        world.relay.socket.say(stream.delta([40]));
        await world.clock.run(turn);
      }
      expect(ages.length).toBeGreaterThanOrEqual(58);
      expect(ages.length).toBeLessThanOrEqual(62);
      expect(ages.slice(-40).every((age) => age <= 5)).toBe(true);
    },
  );

  test("thirty in sight share a budget of frames; the one that has the focus keeps its rate", async () => {
    const { turns, ports } = await crowd(30);
    const [focused, ...others] = ports.map((port) => port.frames.length);
    expect(focused).toBeGreaterThanOrEqual(18);
    for (const frames of others) {
      expect(frames).toBeGreaterThanOrEqual(6);
      expect(frames).toBeLessThanOrEqual(11);
    }
    expect(turns.size).toBeLessThanOrEqual(21);
  });

  test("a hidden tab gets nothing, and one full frame on its return", async () => {
    const live = await liveView();
    const { world, stream, tab, view } = live;
    await world.engine.setVisible(tab.id, false);
    view.port.credit();
    const before = view.port.frames.length;
    for (let i = 0; i < 20; i++) {
      stream.rows[40]!.call.oi += 65;
      world.relay.socket.say(stream.delta([40]));
      await world.clock.run(100);
    }
    expect(view.port.frames).toHaveLength(before);
    await world.engine.setVisible(tab.id, true);
    await world.clock.run(5);
    expect(view.port.frames).toHaveLength(before + 1);
    expect(view.port.head("kind")).toBe(FRAME_FULL);
    expect(view.port.cell(24_000, "call.oi")).toBe(stream.rows[40]!.call.oi);
  });

  test("quotes are asked for only while a visible tab shows them", async () => {
    const live = await liveView();
    const { world, tab } = live;
    await world.clock.run(30);
    const asked = (): string[] => world.relay.socket.sent.map((m) => `${m.command} ${m.uniqueId}`);
    expect(asked()).toContain("subscribe q.256265.20261124");
    await world.engine.setVisible(tab.id, false);
    await world.clock.run(30);
    expect(asked()).toContain("unsubscribe q.256265.20261124");
    expect(asked()).not.toContain("unsubscribe c.256265.2026-11-24");
  });

  test("configuring another expiry sends a full frame of it at once and releases the old stream", async () => {
    const live = await liveView();
    const { world, view } = live;
    const other = createChainStream({ expiry: 20261201, forward: 24_110 });
    view.port.credit();
    const spec = {
      underlying: 256265,
      expiry: "2026-12-01",
      strikesAbove: 2,
      strikesBelow: 2,
      hundredsOnly: false,
      fields: ["call.ltp"] as const,
      maxRate: 10,
    };
    expect(await world.engine.configureChain(view.id, spec)).toEqual({ ok: true, value: null });
    await world.clock.run(25);
    expect(view.port.head("rows")).toBe(0);
    expect(view.port.state).toBe("loading");
    world.relay.socket.say(other.snapshot());
    view.port.credit();
    // As soon as they are there, not an interval after the frame that said there were none.
    await world.clock.run(10);
    expect(view.port.head("kind")).toBe(FRAME_FULL);
    expect([...view.port.strikes]).toEqual([24_000, 24_050, 24_100, 24_150, 24_200]);
    const said = world.relay.socket.sent.map((m) => `${m.command} ${m.uniqueId}`);
    expect(said).toContain("unsubscribe c.256265.2026-11-24");
    expect(said.filter((text) => text === "subscribe c.256265.2026-12-01")).toHaveLength(1);
  });
});

describe("capacity", () => {
  test("views beyond the engine's limit are refused with engine.capacity", async () => {
    const { world, tab } = await liveView();
    const spec = {
      underlying: 256265,
      expiry: "2026-11-24",
      strikesAbove: 1,
      strikesBelow: 1,
      hundredsOnly: false,
      fields: [],
      maxRate: 1,
    };
    for (let i = 1; i < 512; i++)
      await world.engine.openChain(tab.id, spec, { postMessage() {}, onmessage: null, close() {} });
    const refused = await world.engine.openChain(tab.id, spec, {
      postMessage() {},
      onmessage: null,
      close() {},
    });
    expect(refused).toMatchObject({ ok: false, code: "engine.capacity" });
  });

  test("a specification that makes no sense is refused, not obeyed", async () => {
    const { world, tab, view } = await liveView();
    const spec = {
      underlying: 256265,
      expiry: "24 Nov",
      strikesAbove: 1,
      strikesBelow: 1,
      hundredsOnly: false,
      fields: [],
      maxRate: 1,
    };
    expect(await world.engine.configureChain(view.id, spec)).toMatchObject({
      ok: false,
      code: "request.invalid",
    });
    const port = { postMessage() {}, onmessage: null, close() {} };
    expect(
      await world.engine.openChain(tab.id, { ...spec, expiry: "2026-11-24", underlying: 0 }, port),
    ).toMatchObject({ ok: false });
  });
});
