import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AppError } from "#domain/errors.ts";
import type { Bus } from "#server/platform/bus/bus.ts";

/** Two parties on one bus (they may be the same object); `ready` resolves when every subscription so far is in force. */
export interface BusHarness {
  readonly a: Bus;
  readonly b: Bus;
  ready(): Promise<void>;
  close(): Promise<void>;
}

const SOON = { timeout: 5_000 };

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (payload: Uint8Array): string => new TextDecoder().decode(payload);

async function refusal(promise: Promise<unknown>): Promise<AppError> {
  const error = await promise.then(
    () => new Error("it was answered"),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(AppError);
  return error as AppError;
}

/** What every bus promises, whatever carries it. */
export function busContract(name: string, create: () => Promise<BusHarness>): void {
  describe(`bus contract: ${name}`, () => {
    let harness: BusHarness;
    let a: Bus;
    let b: Bus;

    beforeEach(async () => {
      harness = await create();
      a = harness.a;
      b = harness.b;
    });
    afterEach(() => harness.close());

    /** Resolves when everything `a` published before has reached `b`'s subscribers. */
    async function settled(): Promise<void> {
      const seen = vi.fn();
      const stop = b.subscribe("contract.marker", seen);
      await harness.ready();
      a.publish("contract.marker", bytes("now"));
      await vi.waitFor(() => expect(seen).toHaveBeenCalled(), SOON);
      stop();
    }

    function collect(bus: Bus, subject: string): { got: string[]; stop: () => void } {
      const got: string[] = [];
      return { got, stop: bus.subscribe(subject, (payload, from) => got.push(`${from}=${text(payload)}`)) };
    }

    it("delivers a message to every subscriber of its subject, in order", async () => {
      const one = collect(b, "x.y");
      const two = collect(b, "x.y");
      await harness.ready();
      for (const word of ["1", "2", "3"]) a.publish("x.y", bytes(word));
      await settled();
      expect(one.got).toEqual(["x.y=1", "x.y=2", "x.y=3"]);
      expect(two.got).toEqual(one.got);
    });

    it("carries every byte value and empty payloads", async () => {
      const got: Uint8Array[] = [];
      b.subscribe("raw", (payload) => got.push(payload.slice()));
      await harness.ready();
      const all = Uint8Array.from({ length: 256 }, (_, i) => i);
      a.publish("raw", all);
      a.publish("raw", new Uint8Array(0));
      await settled();
      expect(got).toEqual([all, new Uint8Array(0)]);
    });

    it("sends the bytes of a view and not the buffer behind it", async () => {
      const got: string[] = [];
      b.subscribe("view", (payload) => got.push(text(payload)));
      await harness.ready();
      a.publish("view", bytes("..inner..").subarray(2, 7));
      await settled();
      expect(got).toEqual(["inner"]);
    });

    it("leaves the publisher's bytes usable after publishing", async () => {
      const one = collect(b, "kept");
      await harness.ready();
      const payload = bytes("kept");
      a.publish("kept", payload);
      a.publish("kept", payload);
      await settled();
      expect(one.got).toEqual(["kept=kept", "kept=kept"]);
      expect(text(payload)).toBe("kept");
    });

    it("matches deeper subjects with > and nothing else", async () => {
      const deep = collect(b, "market.chain.>");
      await harness.ready();
      for (const subject of ["market.chain.1.20261124", "market.chain.2", "market.chain", "market.chains.1"])
        a.publish(subject, bytes("v"));
      await settled();
      expect(deep.got).toEqual(["market.chain.1.20261124=v", "market.chain.2=v"]);
    });

    it("reaches subscribers on the publisher's own side too", async () => {
      const own = collect(a, "own");
      await harness.ready();
      a.publish("own", bytes("me"));
      await vi.waitFor(() => expect(own.got).toEqual(["own=me"]), SOON);
    });

    it("stops delivering after unsubscribing, to that subscriber alone", async () => {
      const first = collect(b, "s");
      const second = collect(b, "s");
      await harness.ready();
      first.stop();
      first.stop();
      await harness.ready();
      a.publish("s", bytes("later"));
      await settled();
      expect(first.got).toEqual([]);
      expect(second.got).toEqual(["s=later"]);
    });

    it("answers a request with the responder's bytes, both ways", async () => {
      b.respond("echo", (payload) => bytes(`b:${text(payload)}`));
      a.respond("ohce", async (payload) => bytes(`a:${text(payload)}`));
      await harness.ready();
      expect(text(await a.request("echo", bytes("hi")))).toBe("b:hi");
      expect(text(await b.request("ohce", bytes("hi")))).toBe("a:hi");
    });

    it("keeps parallel requests apart", async () => {
      b.respond("slow", async (payload) => {
        await new Promise((resolve) => setTimeout(resolve, payload[0]));
        return payload;
      });
      await harness.ready();
      const answers = await Promise.all(
        [15, 5, 10].map((ms) => a.request("slow", Uint8Array.of(ms)).then((reply) => reply[0])),
      );
      expect(answers).toEqual([15, 5, 10]);
    });

    it("refuses with server.unavailable when the subject has no responder", async () => {
      expect((await refusal(a.request("nobody", bytes(""), 200))).code).toBe("server.unavailable");
    });

    it("refuses with server.unavailable when the responder takes too long", async () => {
      b.respond("stuck", () => new Promise(() => {}));
      await harness.ready();
      expect((await refusal(a.request("stuck", bytes(""), 50))).code).toBe("server.unavailable");
    });

    it("hands the responder's own error code and details to the requester", async () => {
      b.respond("fails", () => {
        throw new AppError("underlying.not_found", "No such underlying.", { symbol: "ZZZ" });
      });
      await harness.ready();
      const error = await refusal(a.request("fails", bytes("")));
      expect([error.code, error.message, error.details]).toEqual([
        "underlying.not_found",
        "No such underlying.",
        { symbol: "ZZZ" },
      ]);
    });

    it("hides what an unexpected error said", async () => {
      b.respond("bug", () => {
        throw new Error("password 1234");
      });
      await harness.ready();
      const error = await refusal(a.request("bug", bytes("")));
      expect(error.code).toBe("server.internal");
      expect(error.message).not.toContain("1234");
    });

    it("stops answering when the responder is taken away", async () => {
      const stop = b.respond("gone", (payload) => payload);
      await harness.ready();
      await a.request("gone", bytes(""));
      stop();
      await harness.ready();
      expect((await refusal(a.request("gone", bytes(""), 200))).code).toBe("server.unavailable");
    });

    it("refuses requests and swallows publications after closing", async () => {
      await a.close();
      a.publish("after", bytes("close"));
      expect((await refusal(a.request("after", bytes(""), 100))).code).toBe("server.unavailable");
    });
  });
}
