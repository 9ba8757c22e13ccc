import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import WebSocket from "ws";
import { type RelayHarness, startRelay } from "../../../../support/relay/relay-client.ts";

let harness: RelayHarness;
beforeEach(async () => {
  harness = await startRelay({ connectionsPerAddress: 5 });
});
afterEach(() => harness.stop());

/** Speaks HTTP by hand and returns the whole answer. */
async function request(path: string, headers: Record<string, string> = {}): Promise<string> {
  const socket = connect(harness.port, "127.0.0.1");
  const lines = {
    host: `127.0.0.1:${harness.port}`,
    connection: "Upgrade",
    upgrade: "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
    origin: harness.origin,
    ...headers,
  };
  const head = Object.entries(lines)
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`GET ${path} HTTP/1.1\r\n${head.join("")}\r\n`);
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk.toString("latin1");
    if (text.startsWith("HTTP/1.1 101")) socket.destroy();
  });
  await once(socket, "close");
  return text;
}

function answer(text: string): { status: number; code: string | undefined } {
  const status = Number(text.split(" ")[1]);
  const body = text.slice(text.indexOf("\r\n\r\n") + 4);
  return {
    status,
    code: status === 101 ? undefined : (JSON.parse(body) as { error: { code: string } }).error.code,
  };
}

describe("the relay's door", () => {
  it.each(["no_plan", "free", "trial", "mini_trial", "lite", "pro", "PRO"])(
    "lets plan %s in",
    async (plan) => {
      expect(answer(await request(`/broker/1?consumerType=platform_${plan}`)).status).toBe(101);
    },
  );

  it.each(["0", "1", "2", "3", "4", "5"])("lets broker %s in", async (broker) => {
    expect(answer(await request(`/broker/${broker}?consumerType=platform_pro`)).status).toBe(101);
  });

  it.each(["6", "-1", "1.0", "01e0", "9999", "kite", "%31"])(
    "refuses broker %s with JSON",
    async (broker) => {
      expect(answer(await request(`/broker/${broker}?consumerType=platform_pro`))).toEqual({
        status: 404,
        code: "relay.unknown_broker",
      });
    },
  );

  it.each([
    "",
    "?consumerType=",
    "?consumerType=pro",
    "?consumerType=platform_gold",
    "?consumerType=platform_",
  ])("refuses the plan of %j", async (query) => {
    expect(answer(await request(`/broker/1${query}`))).toEqual({ status: 400, code: "relay.unknown_plan" });
  });

  it.each(["/", "/broker", "/broker/1/x?consumerType=platform_pro", "/socket"])(
    "has nothing at %s",
    async (path) => {
      expect(answer(await request(path))).toEqual({ status: 404, code: "request.not_found" });
    },
  );

  it.each([
    "https://evil.example",
    "http://127.0.0.1",
    "http://127.0.0.1:1",
    "null",
    "http://localhost.evil.example",
    "https://127.0.0.1:PORT",
    "http://127.0.0.1:PORT.evil.example",
  ])("refuses the foreign origin %s", async (origin) => {
    const text = await request("/broker/1?consumerType=platform_pro", {
      origin: origin.replace("PORT", String(harness.port)),
    });
    expect(answer(text)).toEqual({ status: 403, code: "relay.origin_refused" });
  });

  it("takes the loopback names as its own origins, and a tool of this machine without one", async () => {
    for (const origin of [`http://localhost:${harness.port}`, `http://[::1]:${harness.port}`, ""]) {
      expect(answer(await request("/broker/1?consumerType=platform_pro", { origin })).status).toBe(101);
    }
  });

  it("answers a broken handshake with JSON", async () => {
    const text = await request("/broker/1?consumerType=platform_pro", { "sec-websocket-key": "short" });
    expect(answer(text)).toEqual({ status: 400, code: "relay.protocol" });
  });

  it.each(["8", "14", "x"])(
    "names its version of the protocol to a client of version %s",
    async (version) => {
      const text = await request("/broker/1?consumerType=platform_pro", { "sec-websocket-version": version });
      expect(answer(text)).toEqual({ status: 426, code: "relay.protocol" });
      expect(text).toMatch(/\r\nsec-websocket-version: 13\r\n/);
    },
  );

  it("never compresses, even when it is offered", async () => {
    const text = await request("/broker/1?consumerType=platform_pro", {
      "sec-websocket-extensions": "permessage-deflate",
    });
    expect(text).toMatch(/^HTTP\/1.1 101/);
    expect(text.toLowerCase()).not.toContain("sec-websocket-extensions");
  });

  it("takes the newest sub-protocol that both know", async () => {
    const client = await harness.connect({ protocols: ["other.1", "strikewise.99", "strikewise.1"] });
    expect(client.ws.protocol).toBe("strikewise.1");
  });

  it("closes a client that knows only other versions with 4026", async () => {
    const client = await harness.connect({ protocols: ["strikewise.99"] });
    expect(await client.untilClosed()).toBe(4026);
  });

  it("closes the connection above the address's limit with 4009, and takes one again when another ends", async () => {
    const five = await Promise.all(Array.from({ length: 5 }, () => harness.connect()));
    expect(await (await harness.connect()).untilClosed()).toBe(4009);
    five[0]?.ws.close();
    await five[0]?.untilClosed();
    await expect.poll(() => harness.relay.hub.clients.size).toBe(4);
    const next = await harness.connect();
    await next.hear(() => true);
    expect(next.closed).toBeNull();
  });

  it("refuses new connections while it drains and closes the open ones with 4012, not all at once", async () => {
    const clients = await Promise.all([harness.connect(), harness.connect()]);
    const began = performance.now();
    const draining = harness.relay.drain();
    expect(answer(await request("/broker/1?consumerType=platform_pro"))).toEqual({
      status: 503,
      code: "relay.restart",
    });
    await draining;
    // Half of the spread lies between the two.
    expect(performance.now() - began).toBeGreaterThan(900);
    expect(await Promise.all(clients.map((client) => client.untilClosed()))).toEqual([4012, 4012]);
  });

  it("survives a client that hangs up in the middle of its handshake", async () => {
    for (let i = 0; i < 20; i++) {
      const socket = connect(harness.port, "127.0.0.1");
      socket.on("error", () => {});
      socket.write(
        "GET /broker/9?consumerType=platform_pro HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
      );
      socket.resetAndDestroy();
    }
    const client = await harness.connect();
    expect(client.ws.readyState).toBe(WebSocket.OPEN);
  });
});
