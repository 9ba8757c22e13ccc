import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { compileNative } from "../lib/native.ts";
import { messageBytes, type Shape, STAMP_AT } from "./load.ts";
import type { ServerMethods } from "./servers/methods.ts";

/** The coalescing writer in C, driven by lines; null without a C compiler. */
export async function startNative(): Promise<{
  call: Omit<ServerMethods, "memory">;
  stop(): void;
} | null> {
  const program = compileNative("fan-out");
  if (program === null) return null;
  const server = spawn(program, [], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  const numbers = async (): Promise<[number, number]> => {
    const { value, done } = await lines.next();
    if (done === true) throw new Error("the native server ended");
    const [a = Number.NaN, b = Number.NaN] = String(value).split(" ").map(Number);
    return [a, b];
  };
  const [port, controlPort] = await numbers();
  return {
    call: {
      ports: () => ({ port, controlPort }),
      async run(shape: Shape, ms: number) {
        server.stdin.write(`run ${ms} ${shape.perTurn} ${messageBytes(shape)}\n`);
        const [turns, cpuMs] = await numbers();
        return { turns, cpuMs };
      },
      async pace(shape: Shape, everyMs: number, count: number) {
        server.stdin.write(
          `pace ${everyMs * 1000} ${count} ${shape.perTurn} ${messageBytes(shape)} ${STAMP_AT}\n`,
        );
        const [turns] = await numbers();
        const took = new Float64Array(turns + (turns % 2));
        for (let i = 0; i < turns; i += 2) took.set(await numbers(), i);
        return took.subarray(0, turns);
      },
    },
    stop: () => void server.kill(),
  };
}
