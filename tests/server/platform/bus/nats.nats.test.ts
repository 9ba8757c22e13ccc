import { randomUUID } from "node:crypto";
import { connect as connectSocket } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import { createNatsBus, type NatsBus } from "#server/platform/bus/nats.ts";
import { busContract } from "../../../contract/bus.suite.ts";

const URL_ = "nats://127.0.0.1:4222";

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connectSocket(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

const available = await isListening(4222);
if (!available) console.warn("NATS is not running on 127.0.0.1:4222: its contract tests are skipped");

async function pair(): Promise<[NatsBus, NatsBus]> {
  const prefix = `test-${randomUUID()}`;
  return Promise.all([createNatsBus({ url: URL_, prefix }), createNatsBus({ url: URL_, prefix })]);
}

describe.skipIf(!available)("NATS", () => {
  busContract("nats", async () => {
    const [a, b] = await pair();
    return {
      a,
      b,
      ready: async () => void (await Promise.all([a.flush(), b.flush()])),
      close: async () => void (await Promise.all([a.close(), b.close()])),
    };
  });

  describe("what only NATS must care for", () => {
    const open: NatsBus[] = [];
    afterAll(() => Promise.all(open.map((bus) => bus.close())));

    it("carries messages above the server's limit, published, asked and answered", async () => {
      const [a, b] = await pair();
      open.push(a, b);
      const large = Uint8Array.from({ length: 2_500_000 }, (_, i) => i % 251);
      b.respond("mirror", (payload) => payload);
      const arrived = new Promise<Uint8Array>((resolve) =>
        b.subscribe("large", (payload) => resolve(payload.slice())),
      );
      await b.flush();
      a.publish("large", large);
      expect(Buffer.compare(await arrived, large)).toBe(0);
      expect(Buffer.compare(await a.request("mirror", large, 5_000), large)).toBe(0);
    });

    it("keeps installations with another prefix apart", async () => {
      const [a] = await pair();
      const [other] = await pair();
      open.push(a, other);
      other.respond("who", (payload) => payload);
      await other.flush();
      await expect(a.request("who", new Uint8Array(0), 300)).rejects.toMatchObject({
        code: "server.unavailable",
      });
    });
  });

  it("names the variable and the fix when no server answers", async () => {
    await expect(createNatsBus({ url: "nats://user:secret@127.0.0.1:1" })).rejects.toMatchObject({
      code: "server.unavailable",
      message: expect.stringMatching(/^NATS_URL="nats:\/\/…@127.0.0.1:1" does not answer: start nats-server/),
    });
  });
});
