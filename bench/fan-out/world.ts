/** All servers with their clients connected, ready to be compared. */

import { type Child, startChild } from "../lib/child.ts";
import { versionOf } from "../lib/machine.ts";
import { peerFolder } from "../lib/peers.ts";
import type { DialectName } from "./dialects.ts";
import type { FleetMethods } from "./fleet.ts";
import { messageBytes, type Shape } from "./load.ts";
import { startNative } from "./native.ts";
import type { ServerMethods } from "./servers/methods.ts";

export const OURS = "our relay";
export const OWN = "our relay, 200 different selections";
export const WS = "ws, a send loop";
export const SOCKET_IO = "socket.io";
export const NATS = "nats-server, websocket";
export const NATIVE = "native C, coalesced";

export const CLIENTS = 200;

export function startFleet(): Child<FleetMethods> {
  return startChild(new URL("fleet.ts", import.meta.url));
}

/** @param file in `servers/` */
export function startServer(file: string): Child<ServerMethods> {
  return startChild(new URL(`servers/${file}`, import.meta.url));
}

type Drive = {
  [Name in "run" | "pace"]: (
    ...args: Parameters<ServerMethods[Name]>
  ) => Promise<Awaited<ReturnType<ServerMethods[Name]>>>;
};

export interface Contestant extends Drive {
  readonly name: string;
}

export interface World {
  readonly fleet: Child<FleetMethods>["call"];
  readonly contestants: readonly Contestant[];
  /** port of our relay */
  readonly port: number;
  /** Deliveries (messages times clients) a second of the server's CPU. */
  perCpuSecond(contestant: Contestant, shape: Shape, ms: number): Promise<number>;
  close(): void;
}

const isLinux = process.platform === "linux";

/** Who can take part here: name, process, dialect. */
function participants(): readonly (readonly [string, string, DialectName])[] {
  return [
    [OURS, "ours.ts", "relay"],
    [OWN, "ours.ts", "relay, own selection"],
    [WS, "ws-loop.ts", "plain"],
    ...(peerFolder("socket.io") === null ? [] : [[SOCKET_IO, "socket-io.ts", "socket.io"] as const]),
    ...(isLinux && versionOf("nats-server") !== null ? [[NATS, "nats.ts", "nats"] as const] : []),
  ];
}

export async function createWorld(progress: (text: string) => void): Promise<World> {
  const fleet = startFleet();
  const stops = [() => fleet.stop()];
  const contestants: Contestant[] = [];
  let ourPort = 0;
  const join = async (
    name: string,
    call: Drive,
    dialect: DialectName,
    ports: ReturnType<ServerMethods["ports"]>,
  ) => {
    progress(`connecting ${CLIENTS} clients to ${name}`);
    await fleet.call.open(name, dialect, ports.port, ports.controlPort, CLIENTS);
    contestants.push({ name, run: call.run, pace: call.pace });
  };
  try {
    for (const [name, file, dialect] of participants()) {
      const { call, stop } = startServer(file);
      stops.push(stop);
      const ports = await call.ports();
      if (name === OURS) ourPort = ports.port;
      await join(name, call, dialect, ports);
    }
    const native = await startNative();
    if (native !== null) {
      stops.push(native.stop);
      const { run, pace, ports } = native.call;
      const drive: Drive = { run: async (...args) => run(...args), pace: async (...args) => pace(...args) };
      await join(NATIVE, drive, "raw", ports());
    }
  } catch (error) {
    for (const stop of stops) stop();
    throw error;
  }
  return {
    fleet: fleet.call,
    contestants,
    port: ourPort,
    async perCpuSecond({ name, run }, shape, ms) {
      await fleet.call.arm(name, shape.perTurn, shape.quotes, messageBytes(shape));
      // A server that closes connections meanwhile never gets its turn taken: then the fleet knows why.
      const { turns, cpuMs } = await run(shape, ms).finally(() => fleet.call.disarm(name));
      return (turns * shape.perTurn * CLIENTS * 1000) / cpuMs;
    },
    close() {
      for (const stop of stops) stop();
    },
  };
}
