import { once } from "node:events";
import net from "node:net";

/** A TCP proxy before the server: the network that a test can break. */
export interface NetworkProxy {
  readonly port: number;
  readonly origin: string;
  /** Where new connections go from now on; open ones stay where they are. */
  aim(port: number): void;
  /** Resets every connection and refuses new ones. */
  cut(): void;
  /** Keeps every connection open and lets nothing through, as a pulled cable does; new ones hang. */
  swallow(): void;
  /** Lets everything through again; what was swallowed is lost with its connections. */
  mend(): void;
  stop(): Promise<void>;
}

export async function startProxy(): Promise<NetworkProxy> {
  let state: "open" | "cut" | "deaf" = "open";
  let target = 0;
  const pairs = new Set<readonly [net.Socket, net.Socket]>();
  const server = net.createServer({ noDelay: true }, (near) => {
    if (state === "cut") return near.resetAndDestroy();
    const far = net.connect({ port: target, host: "127.0.0.1", noDelay: true });
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on("data", (chunk) => {
        if (state === "deaf") return;
        if (!to.write(chunk)) from.pause();
      });
      to.on("drain", () => from.resume());
      from.on("error", () => to.destroy());
      from.on("close", () => {
        pairs.delete(pair);
        if (state !== "deaf") to.destroy();
      });
      from.on("end", () => {
        if (state !== "deaf") to.end();
      });
    }
  });
  const drop = () => {
    for (const [near, far] of pairs) {
      near.resetAndDestroy();
      far.resetAndDestroy();
    }
    pairs.clear();
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as net.AddressInfo;
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    aim(next) {
      target = next;
    },
    cut() {
      state = "cut";
      drop();
    },
    swallow() {
      state = "deaf";
    },
    mend() {
      if (state === "deaf") drop();
      state = "open";
    },
    async stop() {
      drop();
      server.close();
      await once(server, "close");
    },
  };
}
