import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Connection, createConnection } from "#workers/engine/connection/connection.ts";
import { transition } from "#workers/engine/connection/connection-state.ts";
import { createReconnectPolicy } from "#workers/engine/connection/reconnect.ts";
import { createFakeClock, type FakeClock } from "../../../support/fake-clock.ts";
import { createFakeRelay, type FakeRelay } from "../../../support/relay/fake-relay.ts";

interface Bench {
  readonly clock: FakeClock;
  readonly relay: FakeRelay;
  readonly connection: Connection;
  readonly events: string[];
}

const PING = "ping";

function bench(
  random: () => number = () => 0,
  mayHaveMarket: () => Promise<boolean | null> = async () => null,
): Bench {
  const clock = createFakeClock();
  const relay = createFakeRelay(clock.monotonic);
  const events: string[] = [];
  const connection = createConnection(
    {
      clock,
      policy: createReconnectPolicy(random),
      connect: () => relay.connect("ws://relay", []),
      mayHaveMarket,
    },
    {
      onOpen: () => events.push("open"),
      onMessage: (data) => data === PING,
      onLost: () => events.push("lost"),
      onWake: () => events.push("wake"),
      onChange: () => {},
    },
  );
  return { clock, relay, connection, events };
}

/** Pings every 2 s for so long. */
function live({ clock, relay }: Bench, ms: number): void {
  for (let t = 0; t < ms; t += 2_000) {
    relay.socket.say(PING);
    clock.step(2_000);
  }
}

describe("the connection's state machine", () => {
  test("an event without a meaning in a state leaves it as it is", () => {
    expect(transition("idle", "opened")).toBe("idle");
    expect(transition("backoff", "opened")).toBe("backoff");
    expect(transition("connecting", "silent")).toBe("connecting");
    expect(transition("idle", "heard")).toBe("idle");
    expect(transition("stale", "heard")).toBe("live");
    for (const state of ["connecting", "live", "stale", "backoff", "offline"] as const) {
      expect(transition(state, "released")).toBe("idle");
    }
  });

  test("nothing is attempted before a tab wants it, and one attempt is made then", () => {
    const b = bench();
    b.clock.step(60_000);
    expect(b.relay.sockets).toHaveLength(0);
    b.connection.want();
    b.connection.want();
    expect(b.relay.sockets).toHaveLength(1);
    expect(b.relay.socket.binaryType).toBe("arraybuffer");
    b.relay.socket.open();
    expect(b.connection.state).toBe("live");
    expect(b.events).toEqual(["open"]);
  });

  test("releasing closes the socket, and nothing ticks afterwards", () => {
    const b = bench();
    b.connection.want();
    b.relay.socket.open();
    b.connection.release();
    expect(b.relay.socket.isClosed).toBe(true);
    expect(b.connection.state).toBe("idle");
    expect(b.clock.pending).toBe(0);
  });

  test("[LIVE-10] more than 4 pings reset the retry count, 4 do not", () => {
    for (const [pings, wait] of [
      [4, 4_000],
      [5, 2_000],
    ] as const) {
      const b = bench();
      b.connection.want();
      b.relay.socket.drop();
      b.clock.step(2_000);
      b.relay.socket.open();
      for (let i = 0; i < pings; i++) b.relay.socket.say(PING);
      b.relay.socket.drop();
      const { at } = b.relay.socket;
      b.clock.step(20_000);
      expect(b.relay.sockets[2]!.at - at).toBe(wait);
    }
  });

  test("[LIVE-10] no ping for over 60 s closes and reconnects at a check every 15 s, even when other messages flow", () => {
    const b = bench();
    b.connection.want();
    b.relay.socket.open();
    live(b, 20_000);
    const first = b.relay.socket;
    for (let t = 0; t < 58_000; t += 1_000) {
      first.say("quotes");
      b.clock.step(1_000);
    }
    expect(first.isClosed).toBe(false);
    for (let t = 0; t < 20_000; t += 1_000) {
      first.say("quotes");
      b.clock.step(1_000);
    }
    expect(first.isClosed).toBe(true);
    expect(b.relay.sockets).toHaveLength(2);
  });

  test("silence makes the state stale within 5 s, any message makes it live again", () => {
    const b = bench();
    b.connection.want();
    b.relay.socket.open();
    live(b, 4_000);
    b.clock.step(5_000);
    expect(b.connection.state).toBe("stale");
    b.relay.socket.say("anything");
    expect(b.connection.state).toBe("live");
  });

  test("[LIVE-13] the error is set after a delay and cleared by any received message", () => {
    const b = bench();
    b.connection.want();
    b.relay.socket.drop();
    expect(b.connection.error).toBe(false);
    b.clock.step(2_000);
    expect(b.connection.error).toBe(true);
    b.relay.socket.open();
    expect(b.connection.error).toBe(true);
    b.relay.socket.say("anything");
    expect(b.connection.error).toBe(false);
    b.clock.step(3_000);
    expect(b.connection.error).toBe(false);
  });

  test("an error that a message follows within the delay is never shown", () => {
    const b = bench();
    b.connection.want();
    b.relay.socket.open();
    live(b, 12_000);
    b.relay.socket.drop();
    b.clock.step(1_999);
    expect(b.connection.error).toBe(false);
    b.clock.step(1);
    b.relay.socket.open();
    b.relay.socket.say(PING);
    expect(b.connection.error).toBe(false);
  });

  test("[LIVE-9] offline makes no attempt and looks again every 5 s", () => {
    const b = bench();
    b.connection.setOnline(false);
    b.connection.want();
    b.clock.step(60_000);
    expect(b.relay.sockets).toHaveLength(0);
    expect(b.connection.state).toBe("offline");
  });

  test("the first attempt after online is immediate, and the waits apply from then on", () => {
    const b = bench();
    b.connection.want();
    b.relay.socket.drop();
    b.clock.step(2_000);
    b.relay.socket.drop();
    b.connection.setOnline(false);
    b.clock.step(30_000);
    const before = b.relay.sockets.length;
    b.connection.setOnline(true);
    expect(b.relay.sockets).toHaveLength(before + 1);
    b.relay.socket.drop();
    b.clock.step(1_999);
    expect(b.relay.sockets).toHaveLength(before + 1);
    b.clock.step(1);
    expect(b.relay.sockets).toHaveLength(before + 2);
  });

  test("online with a socket that fell silent calls again at once; a lively one is kept", () => {
    const silent = bench();
    silent.connection.want();
    silent.relay.socket.open();
    live(silent, 12_000);
    silent.connection.setOnline(false);
    silent.clock.step(3_000);
    silent.connection.setOnline(true);
    expect(silent.relay.sockets).toHaveLength(2);
    expect(silent.connection.state).toBe("connecting");

    const lively = bench();
    lively.connection.want();
    lively.relay.socket.open();
    live(lively, 12_000);
    lively.connection.setOnline(false);
    live(lively, 4_000);
    lively.relay.socket.say(PING);
    lively.connection.setOnline(true);
    live(lively, 20_000);
    expect(lively.relay.sockets).toHaveLength(1);
  });

  test("after a sleep of more than 10 s the first attempt is immediate", () => {
    const b = bench();
    b.connection.want();
    b.relay.socket.open();
    live(b, 12_000);
    b.clock.sleep(11_000);
    b.clock.step(1_000);
    expect(b.events).toContain("wake");
    expect(b.relay.sockets).toHaveLength(2);
  });

  test("a backoff that was slept through ends at once", () => {
    const b = bench();
    b.connection.want();
    for (let i = 0; i < 6; i++) {
      b.relay.socket.drop();
      b.clock.step(2_000 * (i + 1));
    }
    b.relay.socket.drop();
    b.clock.sleep(600_000);
    const { length } = b.relay.sockets;
    b.clock.step(1_000);
    expect(b.relay.sockets).toHaveLength(length + 1);
  });

  test("after a short freeze a silent socket is replaced soon, one that speaks is kept", () => {
    const dead = bench();
    dead.connection.want();
    dead.relay.socket.open();
    live(dead, 12_000);
    dead.clock.sleep(6_000);
    dead.clock.step(4_000);
    expect(dead.relay.sockets).toHaveLength(2);

    const alive = bench();
    alive.connection.want();
    alive.relay.socket.open();
    live(alive, 12_000);
    alive.clock.sleep(6_000);
    alive.clock.step(500);
    live(alive, 20_000);
    expect(alive.relay.sockets).toHaveLength(1);
  });

  test("a device clock set a day back or forth costs no connection that speaks", () => {
    for (const days of [-1, 1]) {
      const b = bench();
      b.connection.want();
      b.relay.socket.open();
      live(b, 12_000);
      b.clock.setWall(b.clock.now() + days * 86_400_000);
      b.clock.step(1_000);
      if (b.connection.state === "connecting") b.relay.socket.open();
      live(b, 60_000);
      // Forward looks like a long sleep: one fresh connection at most, never a loop.
      expect(b.relay.sockets.length).toBeLessThanOrEqual(days > 0 ? 2 : 1);
    }
  });

  test("a handshake that hangs is given up after 15 s", () => {
    const b = bench();
    b.connection.want();
    b.clock.step(20_000);
    expect(b.relay.sockets[0]!.isClosed).toBe(true);
    expect(b.relay.sockets.length).toBeGreaterThan(1);
  });

  test("4012 reconnects within the usual wait and its jitter", () => {
    const waits = new Set<number>();
    for (const random of [0, 0.25, 0.5, 0.99]) {
      const b = bench(() => random);
      b.connection.want();
      b.relay.socket.open();
      live(b, 12_000);
      const dropped = b.clock.monotonic();
      b.relay.socket.drop(4012);
      b.clock.step(4_000);
      waits.add(b.relay.socket.at - dropped);
      expect(b.connection.problem).toBeNull();
    }
    expect([...waits].every((wait) => wait >= 2_000 && wait <= 3_000)).toBe(true);
    expect(waits.size).toBe(4);
  });

  test.each([
    [4008, "relay.abuse"],
    [4009, "relay.limit_connections"],
  ])("%i is surfaced and answered by 30 s of quiet", (code, problem) => {
    const b = bench();
    b.connection.want();
    b.relay.socket.open();
    b.relay.socket.drop(code);
    expect(b.connection.problem).toBe(problem);
    b.clock.step(29_999);
    expect(b.relay.sockets).toHaveLength(1);
    b.clock.step(1);
    expect(b.relay.sockets).toHaveLength(2);
    b.relay.socket.open();
    b.relay.socket.say(PING);
    expect(b.connection.problem).toBeNull();
  });

  test.each([
    [4003, "relay.session_ended"],
    [4026, "relay.protocol"],
  ])("%i is surfaced and not retried until a new tab, online or a wake", (code, problem) => {
    const b = bench();
    b.connection.want();
    b.relay.socket.open();
    b.relay.socket.drop(code);
    b.clock.step(600_000);
    expect(b.relay.sockets).toHaveLength(1);
    expect(b.connection.problem).toBe(problem);
    b.connection.retrySoon();
    b.clock.step(3_000);
    expect(b.relay.sockets).toHaveLength(2);
  });

  test("events of a socket that was given up change nothing", () => {
    const b = bench();
    b.connection.want();
    const first = b.relay.socket;
    const { onopen, onmessage, onclose } = first;
    first.drop();
    b.clock.step(2_000);
    onopen?.(undefined as never);
    onmessage?.({ data: PING });
    onclose?.({ code: 1006, reason: "" });
    expect(b.relay.sockets).toHaveLength(2);
    expect(b.connection.state).toBe("connecting");
  });

  test("1,000 random lives: one socket at a time, and every wait within the bounds of its rules", () => {
    type Step = readonly [
      kind: "drop" | "open" | "ping" | "wait" | "offline" | "online" | "leave",
      ms: number,
    ];
    const step: fc.Arbitrary<Step> = fc.tuple(
      fc.constantFrom("drop", "open", "ping", "wait", "offline", "online", "leave"),
      fc.integer({ min: 0, max: 12_000 }),
    );
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 5, maxLength: 60 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (steps, random) => {
          const b = bench(() => random);
          let online = true;
          b.connection.want();
          for (const [kind, ms] of steps) {
            const count = b.relay.sockets.length;
            if (kind === "drop" && !b.relay.socket.isClosed) b.relay.socket.drop();
            if (kind === "open" && !b.relay.socket.isClosed) b.relay.socket.open();
            if (kind === "ping" && b.connection.state === "live") b.relay.socket.say(PING);
            if (kind === "offline") b.connection.setOnline((online = false));
            if (kind === "online") b.connection.setOnline((online = true));
            if (kind === "leave") {
              b.connection.release();
              b.connection.want();
            }
            b.clock.step(ms);
            if (!online) expect(b.relay.sockets.length - count).toBeLessThanOrEqual(kind === "leave" ? 1 : 0);
            expect(b.relay.sockets.filter((socket) => !socket.isClosed).length).toBeLessThanOrEqual(1);
          }
          const at = b.relay.sockets.map((socket) => socket.at);
          for (let i = 0; i < at.length; i++) {
            const earlier = at.slice(0, i);
            const since = (ms: number): number => earlier.filter((t) => at[i]! - t < ms).length;
            // After so many attempts in the window the next one waits the minimum: so never more than these within it.
            expect(since(10_000)).toBeLessThanOrEqual(4);
            expect(since(20_000)).toBeLessThanOrEqual(8);
            expect(since(30_000)).toBeLessThanOrEqual(15);
          }
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

describe("a market that may not be passed on", () => {
  const MINUTE = 60_000;

  /** A relay that refuses the handshake, which a browser sees as a close without a reason. */
  async function refused(mayHave: { value: boolean | null }) {
    const b = bench(
      () => 0,
      async () => mayHave.value,
    );
    b.connection.want();
    b.relay.socket.drop();
    await b.clock.run(0);
    return b;
  }

  test("is asked about after a failed handshake, said, and left alone for a minute at a time", async () => {
    const b = await refused({ value: false });
    expect(b.connection).toMatchObject({ state: "backoff", problem: "access.denied", error: false });
    await b.clock.run(MINUTE - 1);
    expect(b.relay.sockets).toHaveLength(1);
    expect(b.connection.error).toBe(false);
    await b.clock.run(1);
    expect(b.relay.sockets).toHaveLength(2);
    b.relay.socket.drop();
    await b.clock.run(MINUTE - 1);
    expect(b.relay.sockets).toHaveLength(2);
    expect(b.connection).toMatchObject({ state: "backoff", problem: "access.denied", error: false });
  });

  test("is tried at once after a login, and is forgotten when it opens", async () => {
    const b = await refused({ value: false });
    await b.clock.run(5_000);
    b.connection.renew();
    expect(b.connection.problem).toBeNull();
    await b.clock.run(2_000);
    expect(b.relay.sockets).toHaveLength(2);
    b.relay.socket.open();
    b.relay.socket.say(PING);
    expect(b.connection).toMatchObject({ state: "live", problem: null });
  });

  test("an answer that comes after a login says nothing about the account that logged in", async () => {
    let answer: (mayHave: boolean) => void = () => {};
    const b = bench(
      () => 0,
      () => new Promise((resolve) => (answer = resolve)),
    );
    b.connection.want();
    b.relay.socket.drop();
    b.connection.renew();
    answer(false);
    await b.clock.run(0);
    expect(b.connection.problem).toBeNull();
    await b.clock.run(5_000);
    expect(b.relay.sockets).toHaveLength(2);
  });

  test("is not what a relay that is away is taken for, nor one whose server does not say", async () => {
    for (const value of [true, null]) {
      const b = await refused({ value });
      await b.clock.run(2_000);
      expect(b.connection.problem).toBeNull();
      expect(b.relay.sockets).toHaveLength(2);
    }
  });

  test("a connection that was open is not asked about: its close code says why it ended", async () => {
    let asked = 0;
    const b = bench(
      () => 0,
      async () => {
        asked++;
        return false;
      },
    );
    b.connection.want();
    b.relay.socket.open();
    b.relay.socket.drop(4012);
    await b.clock.run(0);
    expect(asked).toBe(0);
  });
});
