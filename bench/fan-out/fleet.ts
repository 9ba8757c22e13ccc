/** The clients of all servers, in a process of their own. */
import { once } from "node:events";
import net from "node:net";
import { answerCalls } from "../lib/child.ts";
import { DIALECTS, type Dialect, type DialectName, isChain, subscribeChain } from "./dialects.ts";
import { microsecondsSince, STAMP_AT } from "./load.ts";
import { openSocket } from "./socket.ts";

/** Connections opened at a time: a listening socket's queue is not endless. */
const AT_ONCE = 50;

interface Group {
  readonly dialect: Dialect;
  readonly sockets: net.Socket[];
  readonly control: net.Socket | null;
  /** units arrived, and those of all turns so far */
  count: number;
  due: number;
  perTurn: number;
  /** ms from sending to arrival, while latencies are wanted */
  latencies: number[] | null;
  /** connections that the server has closed */
  lost: number;
}

const groups = new Map<string, Group>();

function onFrame(group: Group, opcode: number, length: number, head: Buffer): void {
  const units = group.dialect.count(opcode, length, head);
  if (units === 0) return;
  if (group.latencies !== null && head.length >= STAMP_AT + 4)
    group.latencies.push(microsecondsSince(head.readUInt32BE(STAMP_AT)) / 1000);
  group.count += units;
  if (group.count < group.due || group.perTurn === 0) return;
  group.due += group.perTurn;
  group.control?.write("k");
}

function groupOf(name: string): Group {
  const group = groups.get(name);
  if (group === undefined) throw new Error(`no clients named ${name}`);
  if (group.lost > 0) throw new Error(`${name} closed ${group.lost} of ${group.sockets.length} connections`);
  return group;
}

/** Where each frame is looked for by one who waits for its first chain. */
async function firstChain(port: number, index: number): Promise<{ opened: number; chain: number }> {
  const startedAt = performance.now();
  let onChain = (): void => {};
  const seen = new Promise<void>((resolve) => {
    onChain = resolve;
  });
  const dialect: Dialect = { ...DIALECTS["relay, idle"], greet: () => [subscribeChain()] };
  const socket = await openSocket(port, dialect, index, (opcode, _length, head) => {
    if (isChain(opcode, head)) onChain();
  });
  const openedAt = performance.now();
  await seen;
  const now = performance.now();
  socket.destroy();
  return { opened: now - startedAt, chain: now - openedAt };
}

const methods = {
  async open(name: string, kind: DialectName, port: number, controlPort: number | null, size: number) {
    let control: net.Socket | null = null;
    if (controlPort !== null) {
      control = net.connect({ port: controlPort, host: "127.0.0.1", noDelay: true });
      await once(control, "connect");
    }
    const dialect = DIALECTS[kind];
    const group: Group = {
      dialect,
      sockets: [],
      control,
      count: 0,
      due: 0,
      perTurn: 0,
      latencies: null,
      lost: 0,
    };
    groups.set(name, group);
    for (let at = 0; at < size; at += AT_ONCE) {
      const part = Array.from({ length: Math.min(AT_ONCE, size - at) }, (_, i) =>
        openSocket(port, dialect, at + i, (opcode, length, head) => onFrame(group, opcode, length, head)),
      );
      for (const socket of await Promise.all(part)) {
        socket.on("close", () => void group.lost++);
        group.sockets.push(socket);
      }
    }
  },

  /** From now on says when a turn has reached all clients. */
  arm(name: string, perTurn: number, quotes: number, messageBytes: number): void {
    const group = groupOf(name);
    group.count = 0;
    group.perTurn = perTurn * group.dialect.unitsOf(quotes, messageBytes) * group.sockets.length;
    group.due = group.perTurn;
  },

  disarm(name: string): void {
    groupOf(name).perTurn = 0;
  },

  listen(name: string): void {
    groupOf(name).latencies = [];
  },

  heard(name: string): Float64Array {
    const group = groupOf(name);
    const latencies = Float64Array.from(group.latencies ?? []);
    group.latencies = null;
    return latencies;
  },

  /** Newcomers one after another, each with its own connection and its first chain. */
  async newcomers(
    port: number,
    count: number,
    everyMs: number,
  ): Promise<{ opened: number; chain: number }[]> {
    const all: Promise<{ opened: number; chain: number }>[] = [];
    for (let i = 0; i < count; i++) {
      all.push(firstChain(port, i));
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
    return Promise.all(all);
  },

  close(name: string): void {
    const group = groupOf(name);
    groups.delete(name);
    for (const socket of group.sockets) socket.destroy();
    group.control?.destroy();
  },
};

export type FleetMethods = typeof methods;

answerCalls(methods);
